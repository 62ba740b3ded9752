import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// `npm run dev` says where its server listens.
const server = process.env.SHEAF_API ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`

/** Every module that `index.html` imports statically, at any distance: always loaded, so one file serves them best. */
const alwaysLoaded = new Set<string>()
const isAlwaysLoaded = (id: string): boolean => alwaysLoaded.has(id)

/** Fills `alwaysLoaded` when all modules are known, before they are put into files. */
const findAlwaysLoaded: Plugin = {
  name: 'find-always-loaded',
  buildEnd() {
    const visit = (id: string) => {
      // The icons are one module that names them all: which are used by whom is found out per icon.
      if (alwaysLoaded.has(id) || id.includes('/lucide-react/')) return
      alwaysLoaded.add(id)
      for (const imported of this.getModuleInfo(id)?.importedIds ?? []) visit(imported)
    }
    for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) visit(id)
  },
}

/**
 * What Yjs logs with makes checks of a DOM as it loads. Nobody uses them here; said to be without effect, they stay out
 * of every page's first load, and with them the library of schemas that they are made with.
 */
const unusedChecks: Plugin = {
  name: 'unused-checks',
  transform: {
    filter: { id: /\/lib0\/dom\.js$/ },
    handler: (code) => code.replaceAll('$.$custom(', '/* @__PURE__ */ $.$custom('),
  },
}

/** How Markdown's `&eacute;` is read: the browser's form of it wants a page around it, which a worker has not. */
const entities = fileURLToPath(
  new URL('./node_modules/decode-named-character-reference/index.js', import.meta.url),
)

/** The browser application: built into dist/app, or served with reloading and a running server behind it. */
export default defineConfig({
  plugins: [react(), tailwindcss(), findAlwaysLoaded, unusedChecks],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      'decode-named-character-reference': entities,
    },
    // Two copies of Yjs in one page break its instance checks.
    dedupe: ['yjs', 'react', 'react-dom', '@tiptap/pm'],
  },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: ['chrome120', 'firefox121', 'safari17'],
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'app', test: isAlwaysLoaded }] } } },
  },
  // Workers load what they need when they need it, too.
  // The HTML parser of one of them holds an `eval` for programs without a global object; it is never run.
  worker: { format: 'es', rolldownOptions: { checks: { eval: false } } },
  server: {
    proxy: {
      '/api': server,
      '/healthz': server,
      // What is made for everybody, and for other programs.
      '^/(preview/|robots.txt|sitemap.xml|feed.xml|user/[^/]+/feed.xml)': server,
      '/collab': { target: server, ws: true },
    },
  },
})
