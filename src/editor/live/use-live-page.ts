import { useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { colorOf, type PageUser } from '@/document'
import type { PageFacts } from '@/shared/permissions'
import type { Store } from '@/shared/store'
import { type LivePage, openLivePage } from './live-page'
import type { PageRefusal } from './save-state'
import { settled } from './settled'
import type { PageAccess } from './situation'

/** A page that was just left is kept a moment: going back, or a remount, finds it open. */
const KEPT_MS = 1500
/** Pages that were left and wait for the server at once, at most. What is unsent of others is sent when the tab is looked at again. */
const MOST_WAITING = 5

interface OpenPage {
  page: LivePage
  users: number
  /** Told when another page takes the place of `page`. */
  followers: Set<(page: LivePage) => void>
  timer?: ReturnType<typeof setTimeout>
}

const open = new Map<string, OpenPage>()

const keyOf = (documentId: string, user: PageUser) => `${user.id} ${documentId}`

/** Is the page open in this tab, on the screen or a moment ago? */
export const isOpenHere = (documentId: string, user: PageUser): boolean => open.has(keyOf(documentId, user))

/**
 * Waits until the server has what was written in this tab, or for `signal`; answers whether it has, or never will: a page that the server
 * does not take says so where it is shown. All pages count: one inside of the page in question may have been left a moment ago.
 */
export async function isSentFromHere(signal: AbortSignal): Promise<boolean> {
  const here = () => [...open.values()].map(({ page }) => page)
  for (const page of here()) if (page.unsent() > 0 && navigator.onLine) await settled(page, { signal })
  const isHopeless = ({ saveState }: LivePage) => ['not-saved', 'signed-out'].includes(saveState.get().kind)
  return here().every((page) => page.unsent() === 0 || isHopeless(page))
}

/** Opens the page, or shares it. A person who has it open without looking at it (`unseen`) is not shown to the others. */
export function acquire(
  documentId: string,
  user: PageUser,
  unseen = false,
): { page: LivePage; release: () => void; follow: (follower: (page: LivePage) => void) => void } {
  const key = keyOf(documentId, user)
  const known = open.get(key)
  const entry = known ?? opened(openLivePage({ documentId, user, url: collabUrl() }))
  open.set(key, entry)
  const { awareness } = entry.page
  if (unseen && !known) awareness.setLocalState(null)
  if (!unseen && awareness.getLocalState() === null) awareness.setLocalState({ user })
  clearTimeout(entry.timer)
  entry.users++
  return {
    page: entry.page,
    follow: (follower) => void entry.followers.add(follower),
    release() {
      entry.users--
      if (entry.users > 0) return
      entry.timer = setTimeout(() => void close(key, entry), KEPT_MS)
    },
  }
}

/** Nobody looks at the page. What the server lacks of it is sent first, by nobody else if not by this: it may be away for long. */
async function close(key: string, entry: OpenPage): Promise<void> {
  const waiting = [...open.values()].filter(({ users }) => users === 0).length
  if (entry.page.unsent() > 0 && waiting <= MOST_WAITING) {
    entry.page.awareness.setLocalState(null)
    const ask = (event: BeforeUnloadEvent) => {
      if (entry.page.isAtRisk()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    while (await isReplaced(entry));
    window.removeEventListener('beforeunload', ask)
    // Somebody looks at it again.
    if (entry.users > 0) return
  }
  if (open.get(key) !== entry) return
  open.delete(key)
  entry.page.destroy()
}

/** Waits until there is nothing more to wait for on the page, or another one has taken its place; answers whether that is so. */
function isReplaced({ page, followers }: OpenPage): Promise<boolean> {
  return new Promise((resolve) => {
    const replaced = () => resolve(true)
    followers.add(replaced)
    void settled(page, { throughFailures: true }).then(() => resolve(false))
  })
}

function opened(page: LivePage): OpenPage {
  const entry: OpenPage = { page, users: 0, followers: new Set() }
  const follow = () => {
    const { successor } = entry.page
    successor.subscribe(() => {
      entry.page = successor.get() ?? entry.page
      follow()
      for (const tell of entry.followers) tell(entry.page)
    })
  }
  follow()
  return entry
}

const collabUrl = () => `${window.location.origin.replace(/^http/, 'ws')}/collab`

export interface UseLivePage {
  page: LivePage
  access: PageAccess
  /** What this person may do with the page, as the socket last said; null until it has. */
  facts: PageFacts | null
  /** May the page be written to? It may while access is not known yet and the browser has a copy of its own. */
  readOnly: boolean
  isReady: boolean
  /** Why the server did not open the page, or take what was written, when it was asked last. */
  refusal: PageRefusal
  /** Counts what the server has told of changes beside the content. */
  changes: number
  /** Counts what the server has told of changes of discussions and suggestions. */
  reviews: number
}

/** The live page for a screen; null until it has been opened. It is closed when the screen goes. */
export function useLivePage(options: {
  documentId: string
  user: { id: string; name: string }
}): UseLivePage | null {
  const { documentId, user } = options
  const [page, setPage] = useState<LivePage | null>(null)
  useEffect(() => {
    const acquired = acquire(documentId, { id: user.id, name: user.name, color: colorOf(user.id) })
    setPage(acquired.page)
    // At once: what is typed into the doc that was shown until now goes nowhere.
    acquired.follow((successor) => flushSync(() => setPage(successor)))
    return () => {
      setPage(null)
      acquired.release()
    }
  }, [documentId, user.id, user.name])
  const access = useStore(page?.access, 'unknown')
  const facts = useStore(page?.facts, null)
  const isReady = useStore(page?.ready, false)
  const refusal = useStore(page?.refusal, null)
  const changes = useStore(page?.changes, 0)
  const reviews = useStore(page?.reviews, 0)
  if (page?.documentId !== documentId) return null
  return {
    page,
    access,
    facts,
    isReady,
    refusal,
    changes,
    reviews,
    readOnly: access === 'read' || access === 'none' || access === 'signed-out',
  }
}

const nothing: Store<never> = { get: () => undefined as never, subscribe: () => () => undefined }

/** Follows a store; `fallback` while there is none. */
export function useStore<T>(store: Store<T> | undefined, fallback: T): T {
  const value = useSyncExternalStore((store ?? nothing).subscribe, (store ?? nothing).get)
  return store ? (value as T) : fallback
}
