import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

let built: Promise<string> | null = null

/**
 * The file of the parse worker: beside the built server, or, when the server runs from its sources (tests), bundled
 * once per process into a temporary folder.
 */
export function parseWorkerFile(): Promise<string> {
  for (const place of ['./parse-worker.js', '../parse-worker.js']) {
    const file = fileURLToPath(new URL(place, import.meta.url))
    if (existsSync(file)) return Promise.resolve(file)
  }
  built ??= bundle()
  return built
}

async function bundle(): Promise<string> {
  // Only there when the server runs from its sources: a build has the worker beside it.
  const { build } = await import('vite')
  const outDir = await mkdtemp(join(tmpdir(), 'sheaf-parse-worker-'))
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { alias: { '@': fileURLToPath(new URL('../../..', import.meta.url)) } },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      rolldownOptions: {
        input: { 'parse-worker': fileURLToPath(new URL('./parse-worker.ts', import.meta.url)) },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
  return join(outDir, 'parse-worker.mjs')
}
