import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back to the system what loading the program has left behind, before anybody is served: the space for young objects
 * has grown to many times what a server at rest needs, and V8 by itself keeps it. It grows again when there is work.
 */
export function forgetStart(): void {
  setFlagsFromString('--expose-gc')
  // A function of V8's own; it is there for contexts that are made after the flag.
  const collect = runInNewContext('gc') as (options: Record<string, string>) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
