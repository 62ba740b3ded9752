import { useEffect, useRef } from 'react'
import { useCurrentUser } from '@/app/session'
import { showUnread } from '@/app/tab-title'
import { deviceOf } from '@/features/accounts/device'
import { chime } from './chime'
import { listen } from './listen'
import { keepPush } from './push'
import { askAgain, usePreferences, useUnreadCount } from './use-notifications'

/** Milliseconds within which all tabs of a browser hear of the same. */
const SAME_NEWS = 2_000

/** Of all tabs that hear of it, one sounds. */
async function chimeOnce(): Promise<void> {
  await navigator.locks.request('sheaf-chime', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    chime()
    await new Promise((resolve) => setTimeout(resolve, SAME_NEWS))
  })
}

/** Listens for what is new on every screen, also where the sidebar is put away; says it in the tab and, if wanted, by a sound. */
export default function NotificationsHost() {
  const count = useUnreadCount().data?.count
  const wantsSound = usePreferences().data?.soundEnabled === true
  useEffect(() => listen(() => void askAgain()), [])
  const userId = useCurrentUser().user?.id
  useEffect(() => {
    // What fails here is tried at the next visit; the list in the settings says what is on.
    if (userId) void keepPush(userId, deviceOf(navigator.userAgent).name).catch(() => undefined)
  }, [userId])
  useEffect(() => {
    showUnread(count ?? 0)
    return () => showUnread(0)
  }, [count])
  const before = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (count === undefined) return
    if (wantsSound && before.current !== undefined && count > before.current) void chimeOnce()
    before.current = count
  }, [count, wantsSound])
  return null
}
