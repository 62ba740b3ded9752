import { constants, existsSync } from 'node:fs'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv', '/usr/sbin/setpriv'].find((path) => existsSync(path))

/** A program to start instead of another, until it is disposed of. */
export interface Wrapped extends AsyncDisposable {
  program: string
}

/**
 * A program that starts the browser so that it stays behind the thread that answers everybody (R67). On Linux two things
 * would raise it again:
 *
 * - The browser is a session of its own, and a kernel that groups by session shares the processor evenly among the
 *   groups, whatever the priorities in them are. So the group gets the lowest priority as well.
 * - Chromium asks for a priority for each of its threads, and root is given it. So where the server runs as root, the browser is
 *   started without the right to that, if there is `setpriv` (util-linux).
 */
export async function stayingBehind(program: string): Promise<Wrapped> {
  const asItIs = { program, [Symbol.asyncDispose]: () => Promise.resolve() }
  if (process.platform !== 'linux') return asItIs
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-browser-'))
  const script = join(folder, 'browser')
  const quoted = `'${program.replaceAll("'", "'\\''")}'`
  const start =
    process.getuid?.() === 0 && SETPRIV
      ? `${SETPRIV} --bounding-set=-sys_nice --inh-caps=-sys_nice -- ${quoted}`
      : quoted
  const lines = ['#!/bin/sh', '{ echo 19 > /proc/$$/autogroup; } 2>/dev/null', `exec ${start} "$@"`, '']
  await writeFile(script, lines.join('\n'), { mode: 0o700 })
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await access(script, constants.X_OK)
  } catch {
    // Nothing may be run from the folder for temporary files.
    await remove()
    return asItIs
  }
  return { program: script, [Symbol.asyncDispose]: remove }
}
