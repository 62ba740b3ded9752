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
export async function startEditorPage(port = 0): Promise<EditorPage> {
  const [{ build }, { default: react }, { default: tailwindcss }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
    import('@tailwindcss/vite'),
  ])
  const outDir = await mkdtemp(join(tmpdir(), 'sheaf-editor-page-'))
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
  const files = new KeptFiles()
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page')
    if (pathname.startsWith('/api/files')) return files.answer(request, response)
    const file = join(outDir, pathname === '/' ? 'index.html' : pathname)
    const found = file.startsWith(outDir) && (await stat(file).catch(() => null))?.isFile()
    if (!found) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
