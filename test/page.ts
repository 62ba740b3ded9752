import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { KeptFiles } from './kept-files.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

const root = fileURLToPath(new URL('./page', import.meta.url))
const source = fileURLToPath(new URL('../src', import.meta.url))
/** As in vite.config.ts: the form that needs no page around it. */
const entities = fileURLToPath(
  new URL('../node_modules/decode-named-character-reference/index.js', import.meta.url),
)

export interface EditorPage {
  /** Add `?sample`, `?count=10000`, `?mode=live`, `?readonly`, `?theme=dark`, `?upload`. */
  url: string
  close(): Promise<void>
}

/** Builds the editor's own small page (test/page) as for production and serves it on a free port of loopback. */
export async function startEditorPage(): Promise<EditorPage> {
  const page = await offerEditorPage()
  await isServed(page.url)
  return page
}

/** Resolves once the page is there, which takes a while the first time; throws what went wrong with its build. */
export async function isServed(url: string): Promise<void> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The editor's page could not be built:\n${await answer.text()}`)
}

/** The same as {@link startEditorPage}, but the page is built when it is first asked for, once for all who ask. */
export async function offerEditorPage(): Promise<EditorPage> {
  const outDir = await mkdtemp(join(tmpdir(), 'sheaf-editor-page-'))
  const files = new KeptFiles()
  let built: Promise<unknown> | null = null
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page')
    if (pathname.startsWith('/api/files')) return files.answer(request, response)
    built ??= buildEditorPage(outDir)
    try {
      await built
    } catch (cause) {
      response.writeHead(500).end(String(cause))
      return
    }
    const file = join(outDir, pathname === '/' ? 'index.html' : pathname)
    const found = file.startsWith(outDir) && (await stat(file).catch(() => null))?.isFile()
    if (!found) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await built?.catch(() => undefined)
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

async function buildEditorPage(outDir: string): Promise<void> {
  const [{ build }, { default: react }, { default: tailwindcss }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
    import('@tailwindcss/vite'),
  ])
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    plugins: [react(), tailwindcss()],
    resolve: {
      alias: { '@': source, 'decode-named-character-reference': entities },
      dedupe: ['yjs', 'react', 'react-dom', '@tiptap/pm'],
    },
    worker: { format: 'es', rolldownOptions: { checks: { eval: false } } },
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 2000 },
  })
}
