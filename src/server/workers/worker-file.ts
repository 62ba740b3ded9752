import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const built = new Map<string, Promise<string>>()

/**
 * The file of a worker by its name: beside the built server (`scripts/build.ts` lists it) or the program of a test, or, when
 * the server runs from its sources (tests), that of a build of these sources (`SHEAF_BUILT_SERVER`), or bundled once per
 * process from `source` into a temporary folder.
 */
export function workerFile(name: string, source: string): Promise<string> {
  for (const place of [`./${name}.js`, `../${name}.js`, `./${name}.mjs`, `../${name}.mjs`]) {
    const file = fileURLToPath(new URL(place, import.meta.url))
    if (existsSync(file)) return Promise.resolve(file)
  }
  const { SHEAF_BUILT_SERVER: folder } = process.env
  if (folder && existsSync(join(folder, `${name}.js`))) return Promise.resolve(join(folder, `${name}.js`))
  const known = built.get(name) ?? bundle(name, fileURLToPath(new URL(`../../${source}`, import.meta.url)))
  built.set(name, known)
  return known
}

async function bundle(name: string, input: string): Promise<string> {
  // Only there when the server runs from its sources: a build has the worker beside it.
  const { build } = await import('vite')
  const outDir = await mkdtemp(join(tmpdir(), `sheaf-${name}-`))
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { alias: { '@': fileURLToPath(new URL('../..', import.meta.url)) } },
    ssr: { noExternal: true },
    // As in a build: the workers run with the packages' production half.
    oxc: { jsx: { development: false } },
    build: {
      ssr: true,
      outDir,
      rolldownOptions: {
        input: { [name]: input },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  })
  return join(outDir, `${name}.mjs`)
}
