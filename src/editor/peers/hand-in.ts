import { readParcel, UNSETTLED } from '@/shared/peer-ticket'
import type { HeldParcels } from './held-parcels'
import { type NotTaken, Refusals } from './not-taken'

/** When what the server could not take is handed in again, in milliseconds. */
const AGAIN_MS = 2_000

/** What a page holds of others, and its way to the server. */
interface Way {
  held: HeldParcels
  /** Gives why the server does not take it, or null when it has it. */
  relay(parcel: Uint8Array): Promise<string | null>
  /** The connection was lost, or the page closed. */
  isOver(): boolean
  /** Sends what was written here between two clocks, the second not included. */
  sendOwn(after: number, until: number): void
  sendDeletions(): void
}

/**
 * Hands in what is held of others, and in between the words of this tab that they may build on. Gives what the server does not
 * take; null when the connection was lost meanwhile.
 */
export async function handInHeld({
  held,
  relay,
  isOver,
  sendOwn,
  sendDeletions,
}: Way): Promise<NotTaken | null> {
  const notTaken = new Refusals()
  const refused = new Set<string>()
  const stuck = new Set<string>()
  const inOrder = () => {
    held.noteCopy()
    return held.names().filter((name) => held.parcelOf(name) && !refused.has(name))
  }
  let sentTo = -1
  const ownTo = (until: number) => {
    // The first time also what other tabs of this browser wrote: what is held may build on that, too.
    if (until > sentTo) sendOwn(Math.max(0, sentTo), until)
    sentTo = until
  }
  for (let left = inOrder(); left.length > 0; left = inOrder()) {
    let isStuck = true
    for (const [clock, names] of Map.groupBy(left, (name) => held.takenAt.get(name) ?? 0)) {
      // Not what may build on words that the server does not take.
      if (notTaken.isEmpty) ownTo(clock)
      const answers = await Promise.all(
        names.map(async (name) => {
          const bytes = held.parcelOf(name)
          return { name, bytes, answer: bytes ? await relay(bytes) : null }
        }),
      )
      if (isOver()) return null
      // What has come through the browser's copy meanwhile.
      held.noteCopy()
      for (const { name, bytes, answer } of answers) {
        if (answer === null) {
          isStuck = false
          held.forget([name])
        } else if (answer === UNSETTLED || (answer === 'not-author' && !stuck.has(name))) {
          // It may delete what another of them writes, which may have come after it.
          if (answer === 'not-author') stuck.add(name)
        } else if (bytes && held.isInPage(name)) {
          refused.add(name)
          notTaken.add(name, readParcel(bytes).update)
        } else held.forget([name])
      }
    }
    if (isStuck && inOrder().length > 0) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    if (isOver()) return null
  }
  if (!notTaken.isEmpty) return notTaken
  ownTo(Number.POSITIVE_INFINITY)
  // When all is there that it speaks of.
  sendDeletions()
  return notTaken
}
