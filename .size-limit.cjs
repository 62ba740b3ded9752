const { readFileSync } = require('node:fs')

/**
 * What a first visit loads: the entry, the modules that a screen needs before it shows, and what those import
 * statically. Read from the build's own manifest, so that nothing has to be listed by file name.
 */
const manifest = JSON.parse(readFileSync('dist/app/.vite/manifest.json', 'utf8'))

function scriptsOf(...sources) {
  const files = new Set()
  const visit = (key) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the build's manifest`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  sources.forEach(visit)
  return [...files].filter((file) => file.endsWith('.js')).map((file) => `dist/app/${file}`)
}

const ENTRY = 'index.html'
const HOME = ['src/features/templates/app/visitor-home.tsx', 'src/features/pages/app/signed-in-home.tsx']
const PAGE = ['src/features/pages/app/page-screen.tsx', 'src/editor/index.ts']

module.exports = [
  { name: 'first load, home', path: scriptsOf(ENTRY, ...HOME.filter((key) => manifest[key])), limit: '300 kB', gzip: true },
  { name: 'first load, page', path: scriptsOf(ENTRY, ...PAGE.filter((key) => manifest[key])), limit: '450 kB', gzip: true },
]
