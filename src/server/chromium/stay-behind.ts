import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv', '/usr/sbin/setpriv'].find((path) => existsSync(path))

/** A program to start instead of another, until it is disposed of. */
export interface Wrapped extends AsyncDisposable {
  program: string
}

/**
 * A browser keeps the low priority of the thread that starts it only when it may not raise it: Chromium asks for its own for
 * each of its threads, and root is given it. So where the server runs as root, the browser is started without the right to
 * that. Without `setpriv` (util-linux), it is started as it is.
 */
export async function withoutRaising(program: string): Promise<Wrapped> {
  const asItIs = { program, [Symbol.asyncDispose]: () => Promise.resolve() }
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !SETPRIV) return asItIs
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-browser-'))
  const script = join(folder, 'browser')
  const quoted = `'${program.replaceAll("'", "'\\''")}'`
  await writeFile(
    script,
    `#!/bin/sh\nexec ${SETPRIV} --bounding-set=-sys_nice --inh-caps=-sys_nice -- ${quoted} "$@"\n`,
    { mode: 0o700 },
  )
  return { program: script, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}
