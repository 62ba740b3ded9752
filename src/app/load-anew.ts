import { LEFT_TO_TELL, WRONG } from './tell-after-load'

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

let isLeaving = false
export const isLeavingForGood = (): boolean => isLeaving

/** Loads the application anew without asking about what is not saved: it is another person's tab by then. */
export function leaveForGood(address: string): void {
  isLeaving = true
  window.location.assign(address)
}
