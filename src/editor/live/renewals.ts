import type { Block } from '@/blocks'
import type { NotTaken } from '@/editor/peers/not-taken'
import type { PageEvent } from './situation'
import type { OpenPage } from './write-anew'

const NOTHING: NotTaken = { from: new Map(), deleted: new Map(), names: new Set() }

/** A doc to go on with. */
export interface Renewed {
  state: Uint8Array
  /** Blocks with words that it could not be given. */
  left: readonly Block[]
  /** Decisions about suggestions that the server did not take. */
  undecided: number
  /** Was what the server refused made into suggestions? */
  isReplayed: boolean
}

/** Writes the doc of an open page anew, one time after the other. */
export interface Renewals {
  /** With client ids that are this browser's where the server refused them, without what it does not take of others. */
  renew(notTaken?: NotTaken): Promise<void>
  /** With what the server refused as text suggested. */
  replay(): Promise<void>
  /** Suggests what other tabs wrote on text of which suggestions were made: in this doc. */
  suggestOlder(): Promise<void>
}

/** `succeed` goes on with another doc, `suggested` is told what was not suggested in this one; `take` is told when there is no other. */
export function createRenewals(
  page: () => OpenPage,
  succeed: (renewed: Renewed) => void,
  suggested: (lacking: Pick<Renewed, 'left' | 'undecided'>) => void,
  take: (event: PageEvent) => void,
): Renewals {
  let isBusy = false
  /** With the code for it, or null where that could not be loaded. */
  const alone = async (
    act: (code: typeof import('./write-anew') | null) => Promise<PageEvent | undefined>,
  ) => {
    if (isBusy) return
    isBusy = true
    try {
      const event = await act(await import('./write-anew').catch(() => null))
      if (event) take(event)
    } finally {
      isBusy = false
    }
  }
  return {
    renew: (notTaken = NOTHING) =>
      alone(async (code) => {
        if (!code) return { kind: 'renewal-failed' }
        try {
          const state = await code.renewed(page(), notTaken)
          if (!state) return { kind: 'nothing-to-renew' }
          succeed({ state, left: [], undecided: 0, isReplayed: false })
        } catch (error) {
          reportError(error)
          return { kind: 'renewal-failed' }
        }
        return undefined
      }),
    suggestOlder: () =>
      alone(async (code) => {
        if (!code) return { kind: 'renewal-failed' }
        try {
          const lacking = await code.suggestOlder(page())
          if (lacking) suggested(lacking)
          return { kind: 'nothing-to-renew' }
        } catch (error) {
          reportError(error)
          return { kind: 'renewal-failed' }
        }
      }),
    replay: () =>
      alone(async (code) => {
        try {
          const isDone = await code?.replay(page(), (replayed) => succeed({ ...replayed, isReplayed: true }))
          if (isDone) return undefined
        } catch (error) {
          reportError(error)
        }
        return { kind: 'replay-failed' }
      }),
  }
}
