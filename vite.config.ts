import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { unusedChecks, unusedCommands } from './scripts/leave-out.ts'
import { homesOf, ICON_LIST, namesFrom } from './scripts/module-lists.ts'

// `npm run dev` says where its server listens.
const server = process.env.SHEAF_API ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`

/** What is loaded together is one file: it packs smaller than many, and is asked for once. By the modules that begin it. */
const loadedTogether = {
  /** Always. */
  app: ['/index.html'],
  /** By everybody who is signed in, on every screen. */
  shell: ['/src/features/pages/app/pages-sidebar.tsx'],
  /** With every page of one's own. */
  page: ['/src/features/pages/app/page-screen.tsx', '/src/editor/editor-surface.tsx'],
}
const HOME = '/src/features/home/app/signed-in-home.tsx'
const VISITOR_HOME = '/src/features/templates/app/visitor-home.tsx'
/** On every screen of somebody signed in, for what may come. */
const ALWAYS_THERE = [
  '/src/editor/live/local/unsent-pages.ts',
  '/src/features/chat/app/chat-host.tsx',
  '/src/features/notifications/app/notifications-host.tsx',
  '/src/features/pods/app/pods-host.tsx',
  '/src/features/pods/app/pod-windows.tsx',
  '/src/features/recordings/app/recordings-host.tsx',
  '/src/features/search/app/search-host.tsx',
  '/src/features/share/app/move-question-window.tsx',
  '/src/features/speech/app/speech-host.tsx',
]
/** Screens that show without what a page needs. */
const withoutPage = [
  HOME,
  VISITOR_HOME,
  '/src/app/composition/settings.tsx',
  '/src/app/composition/settings-overlay.tsx',
  '/src/features/files/app/storage-section.tsx',
  ...ALWAYS_THERE,
]
/** The file of each of these modules; `null` for those that are left to be split by who uses them. */
const fileOf = new Map<string, string | null>()
const groups = [
  ...Object.keys(loadedTogether).map((name) => ({
    name,
    test: (id: string) => fileOf.get(id) === name,
    // An icon that a menu shows as well would bring that menu a whole page.
    includeDependenciesRecursively: name === 'app',
  })),
  // The icons that only later files use: one each, of 300 bytes, would be asked for by the dozen.
  {
    name: 'icons',
    test: (id: string) => fileOf.get(id) === 'icons',
    includeDependenciesRecursively: false,
  },
]

const DOCUMENT_LIST = '/src/document/index.ts'

/** Fills `fileOf` when all modules are known, before they are put into files. */
const findLoadedTogether: Plugin = {
  name: 'find-loaded-together',
  transform: {
    filter: { id: /\/src\/document\/index\.ts$/ },
    // It names others and does nothing itself: who uses one of them need not load the rest.
    handler: (code) => ({ code, map: null, moduleSideEffects: false }),
  },
  buildEnd() {
    const codeOf = (id: string) => this.getModuleInfo(id)?.code ?? ''
    const listId = [...this.getModuleIds()].find((id) => id.endsWith(DOCUMENT_LIST)) ?? ''
    const homes = homesOf(codeOf(listId))
    const iconListId = [...this.getModuleIds()].find((id) => id.endsWith(ICON_LIST)) ?? ''
    const iconHomes = homesOf(codeOf(iconListId))
    /** Puts the icons of this module and of all that it imports into a file, but those that have one. */
    const visitIcons = (id: string, file: string, seen: Set<string>) => {
      if (seen.has(id) || id === listId || id === iconListId) return
      seen.add(id)
      for (const name of namesFrom('lucide-react', codeOf(id))) {
        const home = iconHomes.get(name)
        const icon = home && iconListId.replace('lucide-react.mjs', home)
        if (icon && !fileOf.has(icon)) fileOf.set(icon, file)
      }
      for (const imported of this.getModuleInfo(id)?.importedIds ?? []) visitIcons(imported, file, seen)
    }
    const visit = (id: string, file: string | null) => {
      // The icons are one module that names them all: which are used by whom is found out per icon.
      if (fileOf.has(id) || id.includes('/lucide-react/')) return
      // So is the document: what only a later file uses of it is no part of this one.
      if (id === listId) return
      fileOf.set(id, file)
      for (const imported of this.getModuleInfo(id)?.importedIds ?? []) visit(imported, file)
      for (const name of namesFrom('@/document', codeOf(id))) {
        const home = homes.get(name)
        if (home) visit(listId.replace('index.ts', `${home}.ts`), file)
      }
    }
    const visitAll = (roots: readonly string[], file: string | null) => {
      for (const id of this.getModuleIds()) if (roots.some((root) => id.endsWith(root))) visit(id, file)
    }
    const visitAllIcons = (roots: readonly string[], file: string) => {
      const seen = new Set<string>()
      for (const id of this.getModuleIds())
        if (roots.some((root) => id.endsWith(root))) visitIcons(id, file, seen)
    }
    visitAll(loadedTogether.app, 'app')
    visitAll(loadedTogether.shell, 'shell')
    visitAll(withoutPage, null)
    visitAll(loadedTogether.page, 'page')
    visitAllIcons([...loadedTogether.app, VISITOR_HOME], 'app')
    visitAllIcons([...loadedTogether.shell, ...ALWAYS_THERE, HOME], 'shell')
    visitAllIcons(loadedTogether.page, 'page')
    visitAllIcons(['.ts', '.tsx'], 'icons')
  },
}

/** How Markdown's `&eacute;` is read: the browser's form of it wants a page around it, which a worker has not. */
const entities = fileURLToPath(
  new URL('./node_modules/decode-named-character-reference/index.js', import.meta.url),
)

/** The browser application: built into dist/app, or served with reloading and a running server behind it. */
export default defineConfig({
  plugins: [react(), tailwindcss(), findLoadedTogether, unusedChecks, unusedCommands],
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
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups } } },
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
      '/rooms': { target: server, ws: true },
    },
  },
})
