import { colorOf } from '@/document'
import type { LivePage } from './live-page'
import { unsentPages } from './local/unsent-pages'
import type { NotSavedReason } from './save-state'
import { acquire, isOpenHere } from './use-live-page'

/** What waiting does not change: the words stay in the browser, and opening the page says why. */
const HOPELESS: readonly NotSavedReason[] = [
  'too-large',
  'read-only',
  'no-access',
  'unavailable',
  'no-room',
  'newer',
]

/**
 * A page with words that its editor could not put back stays "not saved". In milliseconds: how long it has at most to send what else there is, how
 * long until it is known whether there is anything, and how often it is looked at.
 */
const APART_MS = { most: 10_000, least: 1_000, look: 500 }

/**
 * Brings what earlier tabs could not send to the server, without the pages being opened by hand: one page after the
 * other is open until it is saved. While the server cannot be reached, this waits. Pages that are open here see to
 * themselves. Ends early when `signal` says so; throws what the browser's database throws.
 */
export async function sendPendingEdits(
  person: { id: string; name: string },
  signal: AbortSignal,
): Promise<void> {
  const user = { id: person.id, name: person.name, color: colorOf(person.id) }
  for (const { documentId, unsent } of await unsentPages(user.id)) {
    if (signal.aborted) return
    if (unsent === 0 || isOpenHere(documentId, user)) continue
    const { page, release } = acquire(documentId, user, true)
    await settled(page, signal)
    release()
  }
}

/** Resolves when the page is saved, will not be, or `signal` says stop. */
function settled({ saveState, unsent }: LivePage, signal: AbortSignal): Promise<void> {
  const begun = Date.now()
  return new Promise((resolve) => {
    const isOver = () => {
      const state = saveState.get()
      if (state.kind !== 'not-saved') return state.kind === 'saved' || state.kind === 'signed-out'
      if (state.reason === 'apart')
        return Date.now() - begun > (unsent() === 0 ? APART_MS.least : APART_MS.most)
      return HOPELESS.includes(state.reason)
    }
    const look = () => {
      if (!isOver() && !signal.aborted) return
      stop()
      clearInterval(again)
      signal.removeEventListener('abort', look)
      resolve()
    }
    const stop = saveState.subscribe(look)
    const again = setInterval(look, APART_MS.look)
    signal.addEventListener('abort', look)
    look()
  })
}
