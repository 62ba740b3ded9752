import { getPriority, setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** Much less than the thread that answers everybody, and still something on a machine with one busy core. */
const NICE = 10
const NICEST = 19

/**
 * Lets this worker's thread have the processor only when the thread that answers everybody leaves it some (R67). On Linux
 * a priority belongs to a thread; elsewhere it would be that of the whole server, which is left as it is.
 */
export function standBack(nice = NICE): void {
  if (!isMainThread && process.platform === 'linux') setPriority(0, Math.min(NICEST, getPriority() + nice))
}
