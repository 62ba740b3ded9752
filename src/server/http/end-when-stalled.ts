import type { Socket } from 'node:net'
import { isGone, type Outgoing, onceGone } from './once-gone'

/** An answer whose connection can be watched. */
export interface WatchedAnswer extends Outgoing {
  readonly req: {
    readonly socket: Outgoing['req']['socket'] &
      Pick<Socket, 'setTimeout' | 'timeout' | 'writableLength' | 'destroy'>
  }
  on(event: 'timeout', listener: () => void): unknown
}

/** The answers that are watched on each connection. */
const watched = new WeakMap<object, Set<WatchedAnswer>>()

/**
 * Ends the connection of an answer once its receiver has taken nothing for `ms` milliseconds, also when the answer waits behind
 * another that is not taken. Slow receivers, and answers that take long to make, have all the time that they need.
 */
export function endWhenStalled(outgoing: WatchedAnswer, ms: number): void {
  const { socket } = outgoing.req
  const answers = watched.get(socket) ?? new Set()
  if (isGone(outgoing) || answers.has(outgoing)) return
  watched.set(socket, answers.add(outgoing))
  // Not the answer's own `setTimeout`, which does nothing while another is before it.
  socket.setTimeout(ms)
  // Node tells the answer whose turn it is. It ends the connection itself where that is none of ours.
  outgoing.on('timeout', () => {
    if (socket.writableLength > 0) socket.destroy()
    else socket.setTimeout(ms)
  })
  onceGone(outgoing, () => {
    answers.delete(outgoing)
    // What comes next may be slow. Of an idle connection Node has set another time already.
    if (answers.size === 0 && socket.timeout === ms) socket.setTimeout(0)
  })
}
