import { useEffect } from 'react'

/** Runs this, and once more after it when it was asked for meanwhile. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isRunning = false
  let isAskedAgain = false
  return async function run(): Promise<void> {
    isAskedAgain = isRunning
    if (isRunning) return
    isRunning = true
    try {
      await work()
    } catch {
      // The browser's database or the network failed. Nothing is lost: the next start, or the network, tries again.
    } finally {
      isRunning = false
    }
    if (isAskedAgain) await run()
  }
}

/**
 * Sends what this person typed and commented offline, or while the server was away, in tabs that are closed now: at the start, whenever
 * the network comes back, and when this tab is looked at again, as another one may have been closed meanwhile. The code of
 * the editor is only fetched when there is something to send.
 */
export function SendPendingEdits({ user: { id, name } }: { user: { id: string; name: string } }) {
  useEffect(() => {
    const stop = new AbortController()
    const send = {
      edits: oneAtATime(async () => {
        const { unsentPages } = await import('@/editor/live/local/unsent-pages')
        if ((await unsentPages(id)).every(({ unsent }) => unsent === 0)) return
        const { sendPendingEdits } = await import('@/editor/live/pending-edits')
        await sendPendingEdits({ id, name }, stop.signal)
      }),
      comments: oneAtATime(async () => {
        const { unsentPages } = await import('@/editor/live/local/unsent-pages')
        const commented = (await unsentPages(id)).filter(({ outgoing }) => outgoing > 0)
        if (commented.length === 0) return
        const { sendPendingComments } = await import('@/features/comments/app/comment-session')
        for (const { documentId } of commented) await sendPendingComments(id, documentId, stop.signal)
      }),
    }
    const sendAll = () => {
      void send.edits()
      void send.comments()
    }
    const seen = () => {
      if (document.visibilityState === 'visible') sendAll()
    }
    sendAll()
    window.addEventListener('online', sendAll)
    document.addEventListener('visibilitychange', seen)
    return () => {
      stop.abort()
      window.removeEventListener('online', sendAll)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [id, name])
  return null
}
