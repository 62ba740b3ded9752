import {
  type Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness'
import { type Peer, PRESENCE, type ProvenPeers } from './peer'
import type { PeersHost } from './peers-host'
import { readPresence } from './presence-message'

/** Where somebody writes, told from browser to browser while the server is gone. */
export interface Carets {
  /** Tells this one where this browser's caret is. */
  tell(peer: Peer): void
  /** What a peer says of its caret. Throws when it speaks for somebody else. */
  hear(peer: Peer, content: Uint8Array): void
  /** The connection to this one has ended. */
  left(peer: Peer): void
  close(): void
}

/** `all`: everybody that this browser is connected to. */
export function createCarets(
  { awareness, isConnected, flush }: Pick<PeersHost, 'awareness' | 'isConnected' | 'flush'>,
  { send, sendToAll }: ProvenPeers,
  all: () => Iterable<Peer>,
): Carets {
  const own = (): Uint8Array => encodeAwarenessUpdate(awareness, [awareness.clientID])
  const changed = ({ added, updated }: Record<'added' | 'updated', number[]>) => {
    if (!isConnected() && [...added, ...updated].includes(awareness.clientID)) sendToAll(PRESENCE, own())
  }
  awareness.on('update', changed)
  return {
    tell(peer) {
      const local: ReturnType<Awareness['getLocalState']> = awareness.getLocalState()
      if (local === null) return
      // Newer than what they know: they have taken everybody for gone when the server went.
      awareness.setLocalState(local)
      send(peer, PRESENCE, own())
    },
    hear(peer, content) {
      if (isConnected() || !peer.ticket) return
      const read = readPresence(content, peer.ticket)
      if (!read) return
      const isTaken = (client: number) =>
        client === awareness.clientID || [...all()].some((other) => other !== peer && other.client === client)
      if (isTaken(read.client) || (peer.client !== null && peer.client !== read.client))
        throw new Error('A presence of somebody else')
      peer.client = read.client
      applyAwarenessUpdate(awareness, read.update, peer.link)
      flush()
    },
    left(peer) {
      if (peer.client !== null && !isConnected()) removeAwarenessStates(awareness, [peer.client], peer.link)
    },
    close: () => awareness.off('update', changed),
  }
}
