import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Where the built server stands, when it is made of the sources that are tested; set by `test/global-setup.ts`. */
export const BUILT_VARIABLE = 'SHEAF_BUILT_SERVER'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** A TypeScript entry made into a program that plain Node runs; it stays beside node_modules so that packages resolve. */
export interface Program {
  /** What Node runs. */
  file: string
  /** Starts it; `args` and `env` as a shell would give them. */
  run(args?: string[], env?: Record<string, string>): RunningProgram
  remove(): void
}

export interface RunningProgram {
  child: ChildProcess
  /** Everything it has printed so far, on both streams. */
  output(): string
  /** Resolves when the text has been printed; throws when the program ends before. */
  printed(text: string): Promise<void>
  /** Resolves with the exit code (`null` after a signal). */
  ended: Promise<number | null>
}

/** The program of the build that was made of this entry of the server, when there is one of these very sources. */
function builtProgram(entry: string): string | null {
  const folder = process.env[BUILT_VARIABLE]
  const file = folder && join(folder, basename(entry).replace(/\.ts$/, '.js'))
  return file && entry.startsWith('src/server/') && existsSync(file) ? file : null
}

/** Bundles `entry` (a path from the root of the project) as the server's build does, with the workers it asks for by name. */
export async function makeProgram(entry: string, workers: Record<string, string> = {}): Promise<Program> {
  const built = builtProgram(entry)
  if (built)
    return { file: built, run: (args = [], env = {}) => start(built, args, env), remove: () => undefined }
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, 'sheaf-program-'))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: { '@test': join(root, 'test'), '@': join(root, 'src') } },
    build: {
      ssr: true,
      target: 'node24',
      outDir,
      rolldownOptions: {
        input: {
          program: join(root, entry),
          'page-worker': join(root, 'src/server/collab/page-worker.ts'),
          ...workers,
        },
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  const file = join(outDir, 'program.js')
  return {
    file,
    run: (args = [], env = {}) => start(file, args, env),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  }
}

function start(file: string, args: string[], env: Record<string, string>): RunningProgram {
  const child = spawn(process.execPath, [file, ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      MEANING_SEARCH: 'no',
      BUILT_IN_TRANSCRIPTION: 'no',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk)
      for (const listener of listeners) listener()
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return {
    child,
    ended,
    output: () => output,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!output.includes(text)) return
          listeners.delete(check)
          resolve()
        }
        listeners.add(check)
        check()
        void ended.then((code) =>
          reject(new Error(`The program ended (${code}) without "${text}":\n${output}`)),
        )
      }),
  }
}
