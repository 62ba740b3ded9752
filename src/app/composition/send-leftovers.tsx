import { useEffect } from 'react'

/**
 * Sends what this person typed offline, or while the server was away, in tabs that are closed now: at the start and
 * whenever the network comes back. The code of the editor is only fetched when there is something to send.
 */
export function SendLeftovers({ user: { id, name } }: { user: { id: string; name: string } }) {
  useEffect(() => {
    const stop = new AbortController()
    let isSending = false
    const send = async () => {
      if (isSending) return
      isSending = true
      try {
        const { unsentPages } = await import('@/editor/live/local-pages')
        if ((await unsentPages(id)).length === 0) return
        const { sendLeftovers } = await import('@/editor/live/leftovers')
        await sendLeftovers({ id, name }, stop.signal)
      } catch {
        // The browser's database or the network failed. Nothing is lost: the next start, or the network, tries again.
      } finally {
        isSending = false
      }
    }
    void send()
    window.addEventListener('online', send)
    return () => {
      stop.abort()
      window.removeEventListener('online', send)
    }
  }, [id, name])
  return null
}
