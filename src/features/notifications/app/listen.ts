import { NOTIFIED, PERSON_PATH } from '@/shared/notified'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** The server closes with these when there is nothing to come back for. */
const FOR_GOOD = [4400, 4401, 4430]

/** Calls `heard` when something is new for the person, and after every time that something may have been missed. The result ends it. */
export function listen(heard: () => void): () => void {
  let socket: WebSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT_MS
  let isOver = false

  const open = () => {
    clearTimeout(timer)
    const url = new URL(PERSON_PATH, window.location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    const mine = new WebSocket(url)
    socket = mine
    mine.onopen = () => {
      wait = FIRST_WAIT_MS
      // Also at the first time: something may have come after the tab had asked and before it listened.
      heard()
    }
    mine.onmessage = ({ data }) => {
      if (data === NOTIFIED) heard()
    }
    mine.onclose = ({ code }) => {
      if (socket === mine) socket = null
      if (isOver || FOR_GOOD.includes(code)) return
      // Not everybody at the same moment after a restart.
      timer = setTimeout(open, wait * (1 + Math.random()))
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    }
  }
  const online = () => {
    if (socket === null && !isOver) open()
  }
  // Also where the server said for good that this tab is not served: its person may be signed in again, or have closed other tabs.
  const seen = () => {
    if (document.visibilityState === 'visible') online()
  }
  open()
  window.addEventListener('online', online)
  document.addEventListener('visibilitychange', seen)
  return () => {
    isOver = true
    clearTimeout(timer)
    window.removeEventListener('online', online)
    document.removeEventListener('visibilitychange', seen)
    socket?.close()
  }
}
