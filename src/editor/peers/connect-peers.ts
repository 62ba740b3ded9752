import * as Y from 'yjs'
import type { OwnEdits } from '@/editor/live/own-edits'
import { partOfUpdate } from '@/editor/live/rename-clients'
import { addGrounded, type Clocks, isWithin, onTopOf } from './clocks'
import { canSign } from './keys'
import { openMesh } from './mesh'
import { createPagePeers, createWithoutPeers } from './page-peers'
import type { HoldingPage, PagePeers, PeersHost } from './peers-host'

/** What is written in this browser, and its way to the server. */
interface SendingPage {
  mine: OwnEdits
  /** What the server lacks, without and with what others wrote. */
  lacked(): Uint8Array
  send(update: Uint8Array): void
  /** May what is sent only suggest? */
  isSuggesting(): boolean
}

/** Connects an open page to the browsers of others, where this browser can sign and call them. */
export async function connectPeers(
  page: Omit<PeersHost, 'openMesh' | 'sendGrounded' | 'sendRest'> & SendingPage,
  meet?: typeof openMesh,
): Promise<PagePeers> {
  const canMeet = canSign() && (meet !== undefined || typeof RTCPeerConnection !== 'undefined')
  const host = { ...page, ...sendingOf(page) }
  return canMeet ? createPagePeers({ ...host, openMesh: meet ?? openMesh }) : createWithoutPeers(host)
}

function sendingOf({
  mine,
  lacked,
  send,
  isSuggesting,
}: SendingPage): Pick<HoldingPage, 'sendGrounded' | 'sendRest'> {
  return {
    sendGrounded(clocks, others) {
      if (isSuggesting()) {
        const update = groundedEdits(mine, clocks)
        if (update) send(update)
        return
      }
      const update = lacked()
      const after = onTopOf(clocks)
      addGrounded(Y.decodeUpdate(update).structs, after, others)
      const between = { from: clocksIn(clocks), to: clocksIn(after) }
      const part = partOfUpdate(update, between)
      if (part.byteLength > EMPTY_BYTES) send(part)
      for (const { id } of Y.decodeUpdate(part).structs) clocks.set(id.client, after.get(id.client) ?? 0)
    },
    sendRest(clocks, others) {
      // Suggestions all once more: what grew, or was taken back, is none without the rest.
      const from = isSuggesting() ? () => 0 : clocksIn(clocks)
      const to = (client: number) => (others.has(client) ? 0 : Number.POSITIVE_INFINITY)
      send(partOfUpdate(lacked(), { from, to, withDeletes: true }))
    },
  }
}

/** Of an update that says nothing. */
const EMPTY_BYTES = 2

const clocksIn =
  (clocks: Pick<Clocks, 'get'>) =>
  (client: number): number =>
    clocks.get(client) ?? 0

/**
 * What was suggested and is not there yet, edit by edit as it was done, up to the first that builds on something else that is not there:
 * each update that the server takes has to be suggestions by itself, and words whose suggestion was taken back later, or grew, are none
 * without what took it back. Counts them in.
 */
function groundedEdits(mine: OwnEdits, clocks: Clocks): Uint8Array | null {
  let some: Uint8Array[] = []
  /** What only deletes goes with what comes after it. */
  let before: Uint8Array[] = []
  for (const { update, confirmedAt } of mine.all()) {
    if (confirmedAt !== null) continue
    const edit = Y.decodeUpdate(update)
    const isBringing = edit.structs.length > 0
    if (isBringing && isWithin(edit, clocks)) continue
    const after = onTopOf(clocks)
    addGrounded(edit.structs, after)
    if (!isWithin(edit, after)) break
    before.push(update)
    if (!isBringing) continue
    addGrounded(edit.structs, clocks)
    some = [...some, ...before]
    before = []
  }
  return some.length > 0 ? Y.mergeUpdates(some) : null
}
