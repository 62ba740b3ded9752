import { colorOf } from '@/document'
import { unsentPages } from './local/unsent-pages'
import { settled } from './settled'
import { acquire, isOpenHere } from './use-live-page'

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
    await settled(page, { signal })
    release()
  }
}
