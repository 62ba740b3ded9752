const { readFileSync } = require('node:fs')

/**
 * What a first visit loads: the entry, the modules that a screen needs before it shows, and what those import
 * statically. Read from the build's own manifest, so that nothing has to be listed by file name.
 */
const manifest = JSON.parse(readFileSync('dist/app/.vite/manifest.json', 'utf8'))

const ENTRY = 'index.html'
const SIDEBAR = 'src/features/pages/app/pages-sidebar.tsx'
const PAGE = 'src/features/pages/app/page-screen.tsx'
const EDITOR = 'src/editor/editor-surface.tsx'

/** The names of the files that `vite.config.ts` puts these screens into, together with what they import. */
const together = { [SIDEBAR]: 'shell', [PAGE]: 'page', [EDITOR]: 'page' }
const chunkOf = (name) =>
  Object.keys(manifest).find((key) => manifest[key].name === name && key.endsWith('.js'))

function scriptsOf(...sources) {
  const files = new Set()
  const visit = (key) => {
    const chunk = manifest[key] ?? manifest[chunkOf(together[key])]
    if (!chunk) throw new Error(`${key} is not in the build's manifest`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  sources.forEach(visit)
  return [...files].filter((file) => file.endsWith('.js')).map((file) => `dist/app/${file}`)
}

const screens = {
  'first load, home of a visitor': ['src/features/templates/app/visitor-home.tsx'],
  'first load, home': [SIDEBAR, 'src/features/home/app/signed-in-home.tsx'],
  'first load, page': [SIDEBAR, PAGE, EDITOR],
}

module.exports = Object.entries(screens).map(([name, sources]) => ({
  name,
  path: scriptsOf(ENTRY, ...sources),
  limit: name.includes('home') ? '300 kB' : '450 kB',
  gzip: true,
}))
