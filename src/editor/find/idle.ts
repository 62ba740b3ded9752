/** How long work waits for an idle moment at most, in milliseconds. */
const LATEST = 400

/** Lets the page have its turn. */
export const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Runs `work` when there is nothing else to do; the returned function gives that up. Safari has no idle callback. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(work, { timeout: LATEST })
    return () => cancelIdleCallback(id)
  }
  const id = setTimeout(work, LATEST / 4)
  return () => clearTimeout(id)
}
