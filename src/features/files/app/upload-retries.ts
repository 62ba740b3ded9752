/**
 * How long an upload waits before its next tries, in milliseconds: a line that is cut, or a server that is down, is waited for about a quarter of an
 * hour in all.
 */
export const WAITS: readonly number[] = [300, 1_000, 2_000, 5_000, 10_000, ...Array<number>(28).fill(30_000)]

/** Resolves after a wait, or as soon as the browser is online again; offline, only then. Rejects with the signal's reason. */
export function nextTry(waitMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      removeEventListener('online', goOn)
      signal?.removeEventListener('abort', stop)
      settle()
    }
    const goOn = end(resolve)
    const stop = end(() => reject(signal?.reason))
    const timer = navigator.onLine ? setTimeout(goOn, waitMs) : undefined
    addEventListener('online', goOn)
    signal?.addEventListener('abort', stop)
  })
}
