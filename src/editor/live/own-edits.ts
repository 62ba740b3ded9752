/** Somebody who was not told of an edit before the server went may have missed what it confirmed this short a time ago. */
const KEPT_MS = 30_000

interface OwnEdit {
  /** Counted from 1. */
  number: number
  update: Uint8Array
  /** Up to which clock (not included) of this tab's client id something was written then. */
  clock: number
  confirmedAt: number | null
}

/** What was written in this tab and the server has not confirmed, or has a moment ago: the others are given it when it is gone. */
export interface OwnEdits {
  add(update: Uint8Array, clock: number): void
  /** The server has all of it. `now` as of `performance.now()`. */
  confirmed(now: number): void
  all(): readonly OwnEdit[]
  /** How many the server has not confirmed. */
  unsent(): number
}

export function createOwnEdits(): OwnEdits {
  let edits: OwnEdit[] = []
  let count = 0
  return {
    add: (update, clock) => void edits.push({ number: ++count, update, clock, confirmedAt: null }),
    confirmed(now) {
      for (const edit of edits) edit.confirmedAt ??= now
      edits = edits.filter(({ confirmedAt }) => now - (confirmedAt ?? now) < KEPT_MS)
    },
    all: () => edits,
    unsent: () => edits.filter(({ confirmedAt }) => confirmedAt === null).length,
  }
}
