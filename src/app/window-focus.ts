import { focusManager } from '@tanstack/react-query'

/** Clicking to and fro between windows asks the server at most so often (ms). */
const OFTEN_MS = 5_000

/**
 * Has what is asked again on focus asked also when a window is clicked into that was in sight all the time: the library looks at tabs that
 * were hidden alone, and of two windows beside each other one would never show what was done in the other.
 */
export function watchWindowFocus(): void {
  focusManager.setEventListener((changed) => {
    let last = 0
    const changedNow = () => {
      last = Date.now()
      changed()
    }
    const focused = () => Date.now() - last >= OFTEN_MS && changedNow()
    window.addEventListener('focus', focused)
    window.addEventListener('visibilitychange', changedNow)
    return () => {
      window.removeEventListener('focus', focused)
      window.removeEventListener('visibilitychange', changedNow)
    }
  })
}
