import { toast } from '@/ui/toast'

/** Under which one document leaves what the next one is to tell; what went wrong begins with `WRONG`. */
export const LEFT_TO_TELL = 'sheaf:tell-after-load'
export const WRONG = '!'

/** Tells what the document before this one left to be told (`loadAnew`). */
export function tellWhatWasLeft(): void {
  try {
    const told = sessionStorage.getItem(LEFT_TO_TELL)
    if (told === null) return
    sessionStorage.removeItem(LEFT_TO_TELL)
    if (told.startsWith(WRONG)) toast.error(told.slice(1), { duration: Number.POSITIVE_INFINITY })
    else toast.success(told)
  } catch {
    // Nothing could be left.
  }
}
