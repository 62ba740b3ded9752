import { colorOf } from '@/document'
import type { LivePage } from './live-page'
import { unsentPages } from './local/unsent-pages'
import type { NotSavedReason } from './save-state'
import { acquire, isOpenHere } from './use-live-page'

/** What waiting does not change: the words stay in the browser, and opening the page says why. */
const HOPELESS: readonly NotSavedReason[] = ['too-large', 'read-only', 'no-access', 'unavailable']

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
function settled({ saveState }: LivePage, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const state = saveState.get()
      const isOver =
        state.kind === 'saved' ||
        state.kind === 'signed-out' ||
        (state.kind === 'not-saved' && HOPELESS.includes(state.reason))
      if (!isOver && !signal.aborted) return
      stop()
      signal.removeEventListener('abort', look)
      resolve()
    }
    const stop = saveState.subscribe(look)
    signal.addEventListener('abort', look)
    look()
  })
}
