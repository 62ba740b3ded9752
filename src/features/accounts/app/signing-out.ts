import { leaveForGood } from '@/app/leaving'
import { ownerOfTab } from '@/app/rpc'

/** Whose data this browser is to forget: noted before the session ends, and taken back once everything is gone. */
const LEAVING = 'sheaf:signing-out'
/** Whose session has been ended here, for the other tabs of the browser. */
const LEFT = 'sheaf:signed-out'

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage is forbidden: nothing is kept that would have to be forgotten later.
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Notes that everything of this person is to be removed from the browser, also when this tab is closed before it is. */
export const noteLeaving = (userId: string): void => write(LEAVING, userId)

/** The session stays after all, or everything is removed. */
export const noteDone = (): void => write(LEAVING, null)

/** Tells the other tabs of the browser that this person is signed out here. */
export function tellTabs(userId: string): void {
  // The same words twice would be no news.
  write(LEFT, null)
  write(LEFT, userId)
}

let isFollowing = false

/**
 * From now on a tab in which this person works is loaded anew as soon as they sign out in another one: nothing of them stays on the screen. What a
 * sign-out that was cut short has left in the browser goes.
 */
export function followSignOut(): void {
  if (isFollowing) return
  isFollowing = true
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === LEFT && newValue !== null && newValue === ownerOfTab()) leaveForGood('/')
  })
  void finishSignOut()
}

async function finishSignOut(): Promise<void> {
  const userId = read(LEAVING)
  if (userId === null) return
  try {
    if (userId !== ownerOfTab()) {
      const { forgetHere } = await import('./forget-here')
      await forgetHere(userId, ownerOfTab() !== undefined)
    }
    if (read(LEAVING) === userId) noteDone()
  } catch {
    // The next start tries again.
  }
}
