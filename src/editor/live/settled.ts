import type { LivePage } from './live-page'
import type { NotSavedReason } from './save-state'

/** What waiting does not change: the words stay in the browser, and opening the page says why. */
const HOPELESS: readonly NotSavedReason[] = [
  'too-large',
  'too-much-suggested',
  'read-only',
  'no-access',
  'newer',
]
/** What passes, but may take long: the page tries on for as long as it is open. */
const PASSING: readonly NotSavedReason[] = ['unavailable', 'no-room']

/**
 * A page with words that its editor could not put back stays "not saved". In milliseconds: how long it has at most to send what else there is, how
 * long until it is known whether there is anything, and how often it is looked at.
 */
const APART_MS = { most: 10_000, least: 1_000, look: 500 }

/**
 * Resolves when the page is saved, will not be, or `signal` says stop. `throughFailures`: it waits on while the server cannot store
 * anything now, as nobody else would send these words soon.
 */
export function settled(
  { saveState, unsent }: LivePage,
  { signal, throughFailures = false }: { signal?: AbortSignal | undefined; throughFailures?: boolean } = {},
): Promise<void> {
  const begun = Date.now()
  return new Promise((resolve) => {
    const isOver = () => {
      const state = saveState.get()
      if (state.kind !== 'not-saved') return state.kind === 'saved' || state.kind === 'signed-out'
      if (state.reason === 'apart')
        return Date.now() - begun > (unsent() === 0 ? APART_MS.least : APART_MS.most)
      return HOPELESS.includes(state.reason) || (!throughFailures && PASSING.includes(state.reason))
    }
    const look = () => {
      if (!isOver() && !signal?.aborted) return
      stop()
      clearInterval(again)
      signal?.removeEventListener('abort', look)
      resolve()
    }
    const stop = saveState.subscribe(look)
    const again = setInterval(look, APART_MS.look)
    signal?.addEventListener('abort', look)
    look()
  })
}
