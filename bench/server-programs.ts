import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules', '.cache', 'bench', 'server-programs')
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
          'others-seed': join(root, 'bench/others-seed.ts'),
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
  // What is measured is not to run beside an embedding model.
  MEANING_SEARCH: 'no',
  BUILT_IN_TRANSCRIPTION: 'no',
  ...more,
})

/** A data folder of its own, gone when the measurement is over. */
export function dataFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'sheaf-bench-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Fills a data folder with one of the programs for that; gives what it prints about what is there. */
export function fill<Seed>(
  program: 'seed' | 'search-seed' | 'others-seed',
  folder: string,
  more: Record<string, string>,
): Seed {
  const output = execFileSync(process.execPath, [join(cache, `${program}.mjs`)], {
    env: settings(folder, more),
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(String(output)) as Seed
}

/** The path of one of the programs that are built with the product. */
export const built = (program: 'main' | 'doctor-cli'): string => join(root, `dist/server/${program}.js`)

/** Starts the built server on a data folder. */
export const startSheaf = (folder: string, more: Record<string, string> = {}): Promise<Running> =>
  run(built('main'), settings(folder, { PORT: '0', ...more }))

/** Starts Hono alone on the same data folder (`bare-server.ts`). */
export const startBare = (folder: string, more: Record<string, string>): Promise<Running> =>
  run(join(cache, 'bare.mjs'), settings(folder, more))

/** Killed when the measurement is over, if it has not been stopped before. */
export interface Running extends AsyncDisposable {
  child: ChildProcess
  port: number
  /** When the process was started. */
  startedAt: number
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts a program and waits for the first address that it prints. */
async function run(program: string, env: Record<string, string>): Promise<Running> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const chunk of child.stdout) {
    output += String(chunk)
    const port = /:(\d+)/.exec(output)?.[1]
    if (!port) continue
    child.stdout.resume()
    const stop = async (signal: NodeJS.Signals = 'SIGKILL') => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
    return { child, port: Number(port), startedAt, stop, [Symbol.asyncDispose]: () => stop() }
  }
  throw new Error(`${program} ended before it was ready: ${output}`)
}
