import { toast } from '@/ui/toast'

const KEY = 'sheaf:tell-after-load'

/** Loads the application anew at `address` and then tells what was done, so that nothing of this person stays in memory. */
export function loadAnew(address: string, told: string): void {
  try {
    sessionStorage.setItem(KEY, told)
  } catch {
    // Storage can be forbidden; what was done is seen all the same.
  }
  window.location.assign(address)
}

/** Tells what the document before this one left to be told. */
export function tellWhatWasLeft(): void {
  try {
    const told = sessionStorage.getItem(KEY)
    if (told === null) return
    sessionStorage.removeItem(KEY)
    toast.success(told)
  } catch {
    // Nothing could be left.
  }
}
