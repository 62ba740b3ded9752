import { LEFT_TO_TELL, WRONG } from './tell-after-load'

let isLeaving = false

const unsaved: (() => boolean)[] = []

/** Does any of those who would have the browser ask hold something that is not saved? */
export const holdsUnsaved = (): boolean => unsaved.some((isUnsaved) => isUnsaved())

/**
 * Loads the application anew at `address`, so that nothing of this person stays in memory, and then tells what was done, or with `isWrong`
 * what went wrong.
 */
export function loadAnew(address: string, told: string, isWrong = false): void {
  try {
    sessionStorage.setItem(LEFT_TO_TELL, isWrong ? WRONG + told : told)
  } catch {
    // Storage can be forbidden; what was done is seen all the same.
  }
  leaveForGood(address)
}

/** Loads the application anew without asking about what is not saved: it is another person's tab by then. */
export function leaveForGood(address: string): void {
  isLeaving = true
  window.location.assign(address)
}

/** The browser asks before it closes or reloads the tab while one of these answers yes (product.md 8.15). Never taken back. */
export function askBeforeUnload(isUnsaved: () => boolean): void {
  unsaved.push(isUnsaved)
  window.addEventListener('beforeunload', (event) => {
    if (!isLeaving && isUnsaved()) event.preventDefault()
  })
}
