import { canStore, connectLocal } from '@/editor/live/local/database'
import { COMMENT, COMMENT_DRAFT } from '@/editor/live/local/records'
import { createStore, type Store } from '@/shared/store'
import type { AnchoredRange, CommentBody, DiscussionKind } from '../model'

/** A comment that was written here and is not known to be stored. What it is sent with was fixed when it was written. */
export interface OutgoingComment {
  /** The comment's own id, so that it is stored once however often it is sent. */
  id: string
  documentId: string
  discussionId: string
  /** Of one that begins a discussion: what that is about. */
  begins: Beginning | null
  body: CommentBody
  /** ISO 8601, by this browser's clock. */
  at: string
  /** Why the server did not take it, in words; null: it has not been asked, or could not be reached. */
  why: string | null
}

/** What a new discussion is about. */
export interface Beginning {
  kind: DiscussionKind
  block: string | null
  suggestion: string | null
  ranges: readonly AnchoredRange[]
  quote: string
}

/** What this browser keeps of one page's comments, beside the page's own words: what is to be sent, and what is not finished. */
export interface KeptComments {
  outgoing: Store<readonly OutgoingComment[]>
  /** Is what was kept before known by now? */
  isRead: Store<boolean>
  /** Looks what other tabs have made of it. */
  refresh(): Promise<void>
  put(comment: OutgoingComment): void
  remove(id: string): void
  draftOf(place: string): CommentBody | null
  keepDraft(place: string, body: CommentBody | null): void
  /** How much of it is not written down in the browser, or not yet, so that it is gone with this tab. */
  unwritten: Store<number>
  /** How much of that the browser would not write down. */
  failed(): number
  close(): void
}

/** One that is under way, or the last one of its name when it failed. */
interface Write {
  isRemoval: boolean
  /** Did it fail, or the one that it takes the place of? */
  hasFailed: boolean
}

/**
 * Opens what is kept of a page. It lies among the notes of the person's own database, which goes when they sign out. Where the
 * browser keeps nothing, it lasts as long as this tab.
 */
export function openKeptComments(userId: string, documentId: string): KeptComments {
  const outgoing = createStore<readonly OutgoingComment[]>([])
  const isRead = createStore(false)
  const drafts = new Map<string, CommentBody>()
  const channel =
    typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`sheaf:comments:${userId}`)
  let isDeleted = false
  const deleted = () => {
    isDeleted = true
  }
  const connection = canStore() ? connectLocal(userId, deleted) : null
  /** The last write of each name that is under way or has failed: it wins over what is read meanwhile. */
  const writes = new Map<string, Write>()
  const unwritten = createStore(0)
  const count = () => unwritten.set([...writes.values()].filter(({ isRemoval }) => !isRemoval).length)

  const read = async () => {
    const db = await connection?.opened
    if (!db) return
    const range = IDBKeyRange.bound([documentId, 'comment'], [documentId, 'comment\uffff'])
    const { store } = db.transaction('notes')
    const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)])
    const found = keys.flatMap(([, name], at) => {
      if (writes.has(name)) return []
      if (name.startsWith(COMMENT_DRAFT))
        drafts.set(name.slice(COMMENT_DRAFT.length), values[at] as CommentBody)
      return name.startsWith(COMMENT) ? [values[at] as OutgoingComment] : []
    })
    // What another tab has finished, or given up, is no draft here either.
    const names = new Set(keys.map(([, name]) => name))
    for (const place of drafts.keys())
      if (!names.has(COMMENT_DRAFT + place) && !writes.has(COMMENT_DRAFT + place)) drafts.delete(place)
    const own = outgoing.get().filter(({ id }) => writes.has(COMMENT + id))
    outgoing.set([...found, ...own].sort((a, b) => (a.at < b.at ? -1 : 1)))
  }
  const put = async (name: string, value: unknown) => {
    const db = connection?.db() ?? (await connection?.opened)
    if (!db) throw new Error('There is nothing to write it to')
    const transaction = db.transaction('notes', 'readwrite')
    const request =
      value === null
        ? transaction.store.delete([documentId, name])
        : transaction.store.put(value as never, [documentId, name])
    // Not waited for: the page may be left in this very turn.
    transaction.commit()
    await Promise.all([request, transaction.done])
  }
  const write = (name: string, value: unknown) => {
    const own: Write = { isRemoval: value === null, hasFailed: writes.get(name)?.hasFailed ?? false }
    writes.set(name, own)
    count()
    void (async () => {
      try {
        await put(name, value).catch(async (error: unknown) => {
          if (!connection || isDeleted) throw error
          // The browser may have closed it, which browsers do when they clear up.
          connection.reopen()
          // What was written under this name meanwhile counts.
          if (writes.get(name) === own) await put(name, value)
        })
        if (writes.get(name) === own) writes.delete(name)
        channel?.postMessage(documentId)
      } catch {
        // The browser keeps nothing: what is to be sent stays in this tab, which says so until it is sent.
        own.hasFailed = true
      }
      count()
    })()
  }
  const again = ({ data }: MessageEvent) => {
    if (data !== documentId) return
    void read().catch(() => undefined)
  }
  channel?.addEventListener('message', again)
  void read()
    .catch(() => undefined)
    .then(() => isRead.set(true))

  return {
    outgoing,
    isRead,
    refresh: () => read().catch(() => undefined),
    put(comment) {
      outgoing.set(
        [...outgoing.get().filter(({ id }) => id !== comment.id), comment].sort((a, b) =>
          a.at < b.at ? -1 : 1,
        ),
      )
      write(COMMENT + comment.id, comment)
    },
    remove(id) {
      outgoing.set(outgoing.get().filter((comment) => comment.id !== id))
      write(COMMENT + id, null)
    },
    draftOf: (place) => drafts.get(place) ?? null,
    keepDraft(place, body) {
      if (body) drafts.set(place, body)
      else drafts.delete(place)
      write(COMMENT_DRAFT + place, body)
    },
    unwritten,
    failed: () => [...writes.values()].filter(({ isRemoval, hasFailed }) => hasFailed && !isRemoval).length,
    close() {
      channel?.removeEventListener('message', again)
      channel?.close()
      connection?.release()
    },
  }
}
