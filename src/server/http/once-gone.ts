import type { EventEmitter } from 'node:events'

/** What is sent over a connection, on which others may come before it. */
export interface Outgoing {
  readonly closed: boolean
  readonly req: { readonly socket: Pick<EventEmitter, 'once'> & { readonly destroyed: boolean } }
  once(event: 'close', listener: () => void): unknown
}

/** What is to be done when a connection closes: one listener for all that is asked for on it. */
const atClose = new WeakMap<object, Set<() => void>>()

/** Is nothing of this sent any more, because it has been sent or its connection is closed? */
export const isGone = ({ closed, req }: Outgoing): boolean => closed || req.socket.destroyed

/**
 * Does `act`, once, when nothing of this is sent any more; at once when that is so already. Early releases of Node 24 close no
 * answer that waits for another on a connection which ends meanwhile, so the connection is listened to as well.
 */
export function onceGone(outgoing: Outgoing, act: () => void): void {
  if (isGone(outgoing)) {
    act()
    return
  }
  const acts = actsOf(outgoing.req.socket)
  const end = () => {
    if (acts.delete(end)) act()
  }
  acts.add(end)
  outgoing.once('close', end)
}

function actsOf(socket: Outgoing['req']['socket']): Set<() => void> {
  const known = atClose.get(socket)
  if (known) return known
  const acts = new Set<() => void>()
  atClose.set(socket, acts)
  socket.once('close', () => {
    for (const act of acts) act()
  })
  return acts
}
