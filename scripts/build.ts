import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type InlineConfig, build as viteBuild } from 'vite'

const run = promisify(execFile)

/** The vectors of the templates from the last build: making them takes some seconds. */
const KEPT_VECTORS = 'node_modules/.cache/sheaf/template-vectors.json'
const STAMP = 'dist/.sources'
const SOURCES = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json', 'scripts/build.ts']

/** Entries of the server build: the program, its command-line companions and its workers. */
const SERVER_ENTRIES: Record<string, string> = {
  main: 'src/server/main.ts',
  'backup-cli': 'src/server/backup-cli.ts',
  'doctor-cli': 'src/server/doctor-cli.ts',
  'account-cli': 'src/server/account-cli.ts',
  'cut-worker': 'src/features/speech/server/cut-worker.ts',
  'drawing-worker': 'src/server/chromium/drawing-worker.ts',
  'check-worker': 'src/server/doctor/check-worker.ts',
  'embed-templates': 'src/features/templates/server/embed-templates-cli.ts',
  'embed-worker': 'src/server/embedder/embed-worker.ts',
  'page-worker': 'src/server/collab/page-worker.ts',
  'parse-worker': 'src/features/interchange/server/parse-worker.ts',
  'place-worker': 'src/features/search/server/place-worker.ts',
  'print-worker': 'src/features/print/server/print-worker.ts',
  'public-worker': 'src/features/publish/server/public-worker.ts',
  'media-worker': 'src/features/files/server/media-worker.ts',
  'remux-worker': 'src/features/recordings/server/remux-worker.ts',
  'version-worker': 'src/features/versions/server/version-worker.ts',
  'scan-worker': 'src/server/meaning/scan-worker.ts',
  'transcribe-worker': 'src/server/transcriber/transcribe-worker.ts',
  'written-worker': 'src/features/ai/server/written/written-worker.ts',
}

/**
 * The Vite configuration that bundles the server into dist/server; packages stay in node_modules, but for the one that would
 * load all of its 190 grammars with itself: of it only what is used is taken.
 */
export function serverBuild(overrides: InlineConfig['build'] = {}): InlineConfig {
  return {
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias: { '@': new URL('../src', import.meta.url).pathname } },
    ssr: { noExternal: ['lowlight'] },
    build: {
      ssr: true,
      target: 'node24',
      outDir: 'dist/server',
      emptyOutDir: true,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(SERVER_ENTRIES).filter(([, file]) => existsSync(file))),
        output: { entryFileNames: '[name].js' },
      },
      ...overrides,
    },
  }
}

/** Builds the browser app into dist/app and the server into dist/server. */
export async function build(): Promise<void> {
  const stamp = sourceHash()
  console.log('Building …')
  // Half a build is none.
  rmSync(STAMP, { force: true })
  await viteBuild({ logLevel: 'warn', build: { outDir: 'dist/app', emptyOutDir: true, manifest: true } })
  await viteBuild(serverBuild())
  await run(process.execPath, [
    'dist/server/embed-templates.js',
    'dist/server/template-vectors.json',
    KEPT_VECTORS,
  ])
  writeFileSync(STAMP, stamp)
}

/** Is what stands in `dist` made of the sources as they are now? */
export function isBuilt(): boolean {
  const isThere = existsSync(STAMP) && existsSync('dist/server/main.js') && existsSync('dist/app/index.html')
  return isThere && readFileSync(STAMP, 'utf8') === sourceHash()
}

/** Builds only when a source differs from what the last build saw. */
export async function buildIfChanged(): Promise<void> {
  if (!isBuilt()) await build()
}

function sourceHash(): string {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesUnder)) {
    if (/\.(test|int\.test)\.tsx?$/.test(file)) continue
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
}
