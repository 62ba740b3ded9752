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

/** Resolves once what was shown by now is on the screen; in a tab that is not shown, soon. */
export const painted = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LATEST)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })
