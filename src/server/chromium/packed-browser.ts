import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'

/**
 * The browser of the optional package `@sparticuz/chromium`, unpacked into `folder` unless that has been done. The
 * package's own way is not taken: it unpacks into the system's temporary folder, where others could have put a program
 * of the same name, and starts it with switches that take protection away. `null` when it is not installed, or is for
 * another kind of machine.
 */
export async function unpackBrowser(folder: string): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const home = packageFolder()
  if (home === null) return null
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string }
  const program = join(folder, `chromium-${version}`)
  if (await exists(program)) return program
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Those of other versions, and what was cut off while it was unpacked.
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true })
  const part = `${program}.part`
  await pipeline(
    createReadStream(join(home, 'bin', 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(part, { mode: 0o700 }),
  )
  await rename(part, program)
  return program
}

function packageFolder(): string | null {
  try {
    // …/build/esm/index.js
    return dirname(dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')))))
  } catch {
    return null
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
