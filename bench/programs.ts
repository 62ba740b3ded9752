import { spawn } from 'node:child_process'
import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, 'node_modules', '.cache', 'bench')
const alias = { '@test': join(root, 'test'), '@': join(root, 'src') }

/** A server that a measurement talks to. */
export interface Program {
  url: string
  cookie: string
  /** Whose the cookie is. */
  userId?: string
  /** Of everybody, the first one included; none where nobody has to sign in. */
  cookies?: string[]
  pages: string[]
  stop(): Promise<void>
}

/** Builds `bench/live-server.ts` and gives the path of the program. */
export const buildLiveServer = (): Promise<string> => buildProgram('live-server')

/** Builds a program of this folder by its name and gives its path. */
export async function buildProgram(name: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { alias },
    build: {
      ssr: true,
      target: 'node24',
      outDir: join(cache, name),
      emptyOutDir: true,
      rolldownOptions: {
        input: {
          [name]: join(root, `bench/${name}.ts`),
          'page-worker': join(root, 'src/server/collab/page-worker.ts'),
        },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
  return join(cache, name, `${name}.mjs`)
}

/** Starts a server program; it prints its address as one line of JSON when it is ready. */
export async function start(program: string, env: Record<string, string>): Promise<Program> {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout) {
    output += String(chunk)
    if (!output.includes('\n')) continue
    const ready = JSON.parse(output) as Omit<Program, 'stop'>
    return {
      ...ready,
      stop: () =>
        new Promise((resolve) => {
          child.once('exit', () => resolve())
          child.kill('SIGKILL')
        }),
    }
  }
  throw new Error(`${program} ended before it was ready`)
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Builds the page with the contenders as for production and serves it. */
export async function serveContenders(): Promise<{ url: string; stop(): Promise<void> }> {
  const outDir = join(cache, 'browser')
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(root, 'bench/browser'),
    plugins: [react(), tailwindcss()],
    resolve: { alias, dedupe: ['yjs', 'react', 'react-dom', '@tiptap/pm'] },
    worker: { format: 'es', rolldownOptions: { checks: { eval: false } } },
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 5000 },
  })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench')
    const file = join(outDir, pathname === '/' ? 'index.html' : pathname)
    if (!existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
