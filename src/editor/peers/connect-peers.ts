import * as Y from 'yjs'
import type { OwnEdits } from '@/editor/live/own-edits'
import { partOfUpdate } from '@/editor/live/rename-clients'
import { canSign } from './keys'
import { openMesh } from './mesh'
import { createPagePeers, createWithoutPeers } from './page-peers'
import type { OwnPart, PagePeers, PeersHost } from './peers-host'

/** Connects an open page to the browsers of others, where this browser can sign and call them. */
export async function connectPeers(
  host: Omit<PeersHost, 'openMesh' | 'sendOwn'> & {
    /** What the server lacks, without and with what others wrote. */
    lacked(): Uint8Array
    send(update: Uint8Array): void
    /** May what is sent only suggest? */
    isSuggesting(): boolean
  },
  meet?: typeof openMesh,
): Promise<PagePeers> {
  const sendOwn = (part: OwnPart | 'deletes') => {
    if (!host.isSuggesting()) host.send(partOfUpdate(host.lacked(), part))
    else if (part !== 'deletes') for (const update of suggested(host, part)) host.send(update)
  }
  const canMeet = canSign() && (meet !== undefined || typeof RTCPeerConnection !== 'undefined')
  if (!canMeet) return createWithoutPeers({ ...host, sendOwn })
  return createPagePeers({ ...host, openMesh: meet ?? openMesh, sendOwn })
}

/**
 * What was suggested between two clocks, as it was done: each update that the server takes has to be suggestions by itself, and words
 * whose suggestion was taken back later, or grew, are none without what took it back. The last part is all that is lacking.
 */
function suggested(
  { mine, lacked }: { mine: OwnEdits; lacked(): Uint8Array },
  part: OwnPart,
): readonly Uint8Array[] {
  if (part.until === Number.POSITIVE_INFINITY) return [partOfUpdate(lacked(), { ...part, withDeletes: true })]
  const done = mine
    .all()
    .filter(({ clock, confirmedAt }) => confirmedAt === null && clock > part.after && clock <= part.until)
  return done.length > 0 ? [Y.mergeUpdates(done.map(({ update }) => update))] : []
}
