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
  window.location.assign(address)
}
