import { appCodeOf, failureKind, failureWords } from '@/app/failures'
import { t } from '@/shared/i18n'
import { createStore, type Store } from '@/shared/store'
import type { KeptComments, OutgoingComment } from './kept-comments'

/** Milliseconds until what could not be sent is tried again; longer each time. */
const RETRY = [2_000, 5_000, 15_000, 30_000]

/** What is sent next of what waits; what answers to a discussion that could not be begun waits for that. */
export function sendable(outgoing: readonly OutgoingComment[]): OutgoingComment | undefined {
  const failed = new Set(outgoing.flatMap(({ why, discussionId }) => (why === null ? [] : [discussionId])))
  return outgoing.find(({ why, discussionId }) => why === null && !failed.has(discussionId))
}

/** What the server says where the same comment can be sent later. */
const WAITS: readonly string[] = ['signed-out', 'rate-limited']

const LONGEST_LOOK_MS = 2_000
const LONGEST_LIST_MS = 10_000

export interface Sending {
  /** Why nothing can be sent now, in words; empty: nothing is known to be in the way. */
  trouble: Store<string>
  /** Is something being sent, not counting the wait for another attempt? */
  isBusy: Store<boolean>
  /** Sends what waits, in the order in which it was written. */
  flush(): void
  stop(): void
}

/** Resolves when `done` does, or after `ms` milliseconds. */
const within = (ms: number, done: Promise<unknown>): Promise<unknown> =>
  Promise.race([done, new Promise((resolve) => setTimeout(resolve, ms))])

/** Runs this while no other tab sends the same. */
export type Exclusively = (act: () => Promise<void>) => Promise<void>

/**
 * Sends what is kept for sending, one after the other, and again when the network comes back. `stored` asks for what the server
 * has now. What the server refuses says why and waits for the person.
 */
export function openSending(
  kept: KeptComments,
  send: (comment: OutgoingComment) => Promise<void>,
  stored: () => Promise<unknown>,
  exclusively: Exclusively,
): Sending {
  const trouble = createStore('')
  const isBusy = createStore(false)
  let isStopped = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const sendOne = async (comment: OutgoingComment): Promise<boolean> => {
    try {
      await send(comment)
      // Shown as stored before it is no longer shown as on its way.
      await within(LONGEST_LIST_MS, stored())
      kept.remove(comment.id)
      trouble.set('')
      return true
    } catch (error) {
      const kind = failureKind(error)
      const words = failureWords(error, t('The comment could not be sent.'))
      // Whose session has ended is asked to sign in, and who writes much waits; that says nothing against the comment.
      if (kind === 'offline' || kind === 'server-down' || WAITS.includes(appCodeOf(error) ?? '')) {
        trouble.set(words)
        return false
      }
      trouble.set('')
      kept.put({ ...comment, why: words })
      return true
    }
  }
  const sendAll = async () => {
    // Another tab may have sent some of it meanwhile. What a browser's database does not answer is sent all the same.
    await within(LONGEST_LOOK_MS, kept.refresh())
    for (;;) {
      const next = sendable(kept.outgoing.get())
      if (!next || isStopped) return
      if (await sendOne(next)) {
        failures = 0
        continue
      }
      timer = setTimeout(run, RETRY[Math.min(failures++, RETRY.length - 1)])
      return
    }
  }
  const run = async () => {
    if (isBusy.get() || isStopped || !sendable(kept.outgoing.get())) return
    isBusy.set(true)
    clearTimeout(timer)
    timer = undefined
    try {
      await exclusively(sendAll)
    } finally {
      isBusy.set(false)
    }
    // What was written while the other tabs were told that this one is done.
    if (timer === undefined) flush()
  }
  const flush = () => void run()
  window.addEventListener('online', flush)
  // Another tab may have written something, and be closed before it could send it.
  let known = sendable(kept.outgoing.get())?.id
  const unsubscribe = kept.outgoing.subscribe(() => {
    const next = sendable(kept.outgoing.get())?.id
    // The same as before waits for its next attempt.
    if (next !== known || timer === undefined) flush()
    known = next
  })
  flush()
  return {
    trouble,
    isBusy,
    flush,
    stop() {
      isStopped = true
      clearTimeout(timer)
      window.removeEventListener('online', flush)
      unsubscribe()
    },
  }
}
