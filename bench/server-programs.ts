import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { build } from 'vite'

export const root = join(import.meta.dirname, '..')
export const cache = join(root, 'node_modules', '.cache', 'bench', 'server-programs')
const AUTH_SECRET = 'a secret of the benchmark, which is long enough'

/** The programs that fill databases and stand beside the server. */
export async function buildPrograms(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '@': join(root, 'src') } },
    build: {
      ssr: true,
      target: 'node24',
      outDir: cache,
      emptyOutDir: true,
      rolldownOptions: {
        input: {
          seed: join(root, 'bench/server-seed.ts'),
          'search-seed': join(root, 'bench/search-seed.ts'),
          bare: join(root, 'bench/bare-server.ts'),
        },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
}

/** The environment of a server or program on this data folder. */
export const settings = (folder: string, more: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? '',
  NODE_ENV: 'production',
  DATA_DIR: folder,
  AUTH_SECRET,
  LOG_LEVEL: 'warn',
  ...more,
})

export interface Running {
  child: ChildProcess
  port: number
  /** When the process was started. */
  startedAt: number
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts a program and waits for the first address that it prints. */
export async function run(program: string, env: Record<string, string>): Promise<Running> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const chunk of child.stdout) {
    output += String(chunk)
    const port = /:(\d+)/.exec(output)?.[1]
    if (!port) continue
    child.stdout.resume()
    return {
      child,
      port: Number(port),
      startedAt,
      async stop(signal = 'SIGKILL') {
        const ended = once(child, 'exit')
        child.kill(signal)
        await ended
      },
    }
  }
  throw new Error(`${program} ended before it was ready: ${output}`)
}
