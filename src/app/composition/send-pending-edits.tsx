import { useEffect } from 'react'

/**
 * Sends what this person typed and commented offline, or while the server was away, in tabs that are closed now: at the start, whenever
 * the network comes back, and when this tab is looked at again, as another one may have been closed meanwhile. The code of
 * the editor is only fetched when there is something to send.
 */
export function SendPendingEdits({ user: { id, name } }: { user: { id: string; name: string } }) {
  useEffect(() => {
    const stop = new AbortController()
    let isSending = false
    const send = async () => {
      if (isSending) return
      isSending = true
      try {
        const { unsentPages } = await import('@/editor/live/local/unsent-pages')
        const pages = await unsentPages(id)
        if (pages.some(({ unsent }) => unsent > 0)) {
          const { sendPendingEdits } = await import('@/editor/live/pending-edits')
          await sendPendingEdits({ id, name }, stop.signal)
        }
        const commented = pages.filter(({ outgoing }) => outgoing > 0)
        if (commented.length === 0) return
        const { sendPendingComments } = await import('@/features/comments/app/comment-session')
        for (const { documentId } of commented) await sendPendingComments(id, documentId, stop.signal)
      } catch {
        // The browser's database or the network failed. Nothing is lost: the next start, or the network, tries again.
      } finally {
        isSending = false
      }
    }
    const seen = () => {
      if (document.visibilityState === 'visible') void send()
    }
    void send()
    window.addEventListener('online', send)
    document.addEventListener('visibilitychange', seen)
    return () => {
      stop.abort()
      window.removeEventListener('online', send)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [id, name])
  return null
}
