import { queryClient } from '@/app/rpc'
import { isGivenUp, openHere } from '@/editor/live/local/unsent-pages'
import { discussionsKey, forgetThreads, sendComment } from './calls'
import { type KeptComments, type OutgoingComment, openKeptComments } from './kept-comments'
import { type Exclusively, openSending, type Sending, sendable } from './sending'

/** What this tab keeps and sends of one page's comments; shared by everything that shows them. */
export interface CommentSession {
  key: string
  userId: string
  kept: KeptComments
  sending: Sending
  users: number
  close(): void
}

const keyOf = (userId: string, documentId: string): string => `${userId} ${documentId}`
const sessions = new Map<string, CommentSession>()

/**
 * The session of a page; the code that takes it releases it. It is kept as long as something is to be sent, or stands nowhere but in this
 * tab because the browser would not write it down.
 */
export function acquire(userId: string, documentId: string): { session: CommentSession; release(): void } {
  const key = keyOf(userId, documentId)
  const session = sessions.get(key) ?? openSession(userId, documentId)
  sessions.set(key, session)
  session.users++
  return {
    session,
    release() {
      session.users--
      closeWhenIdle(session)
    },
  }
}

function closeWhenIdle(session: CommentSession): void {
  const { key, kept, sending, users } = session
  if (users > 0 || sessions.get(key) !== session || kept.unwritten.get() > 0) return
  if (sending.isBusy.get() || sendable(kept.outgoing.get())) return
  sessions.delete(key)
  session.close()
}

/** A tab whose request hangs keeps another from sending for no longer than this. */
const LONGEST_WAIT_MS = 10_000

/** Runs this while no other tab does, or beside one that takes too long: what is sent twice is stored once. */
async function oneTabAtATime(name: string, act: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return act()
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return act()
  }
  try {
    await navigator.locks.request(name, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) }, begin)
  } catch (error) {
    if (hasBegun) throw error
    await act()
  }
}

function openSession(userId: string, documentId: string): CommentSession {
  const kept = openKeptComments(userId, documentId)
  const exclusively: Exclusively = (act) => oneTabAtATime(`sheaf:comments:${userId}:${documentId}`, act)
  const send = (comment: OutgoingComment) => sendComment(userId, comment)
  const sending = openSending(kept, send, () => askAgain(documentId), exclusively)
  const here = { userId, documentId, comments: kept.failed }
  openHere.add(here)
  const session: CommentSession = {
    key: keyOf(userId, documentId),
    userId,
    kept,
    sending,
    users: 0,
    close() {
      openHere.delete(here)
      sending.stop()
      kept.close()
      forgetThreads(documentId)
    },
  }
  for (const { subscribe } of [sending.isBusy, kept.unwritten, kept.outgoing])
    subscribe(() => closeWhenIdle(session))
  // The same function is registered once.
  window.addEventListener('beforeunload', askBeforeLeaving)
  return session
}

/** Closing the tab is asked about while it holds what the browser would not write down. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  const isAsked = ({ kept, userId }: CommentSession) => kept.failed() > 0 && !isGivenUp(userId)
  if ([...sessions.values()].some(isAsked)) event.preventDefault()
}

/** Asks for the threads of a page again. */
export const askAgain = (documentId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: discussionsKey(documentId) })

/**
 * Sends what an earlier tab kept of a page's comments, without the page being opened. Resolves when all is sent or refused or waits for
 * what was, when it cannot be sent now, or `signal` says stop; what was refused says why on its page. Pages that are open here see to
 * themselves.
 */
export async function sendPendingComments(
  userId: string,
  documentId: string,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted || sessions.has(keyOf(userId, documentId))) return
  const { session, release } = acquire(userId, documentId)
  await new Promise<void>((resolve) => {
    const { outgoing, isRead } = session.kept
    const { trouble } = session.sending
    const look = () => {
      const isOver = (isRead.get() && !sendable(outgoing.get())) || trouble.get() !== ''
      if (!isOver && !signal.aborted) return
      for (const stop of stops) stop()
      resolve()
    }
    const stops = [
      outgoing.subscribe(look),
      isRead.subscribe(look),
      trouble.subscribe(look),
      () => signal.removeEventListener('abort', look),
    ]
    signal.addEventListener('abort', look)
    look()
  })
  release()
}
