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
  /** How much of it the browser has not written down, so that it is gone with this tab. */
  unwritten(): number
  close(): void
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
  const connection = canStore() ? connectLocal(userId, () => undefined) : null
  /** What is being written: it wins over what is read meanwhile. */
  const touched = new Set<string>()
  /** What the browser would not write down, such as where it has no room. */
  const failed = new Set<string>()

  const read = async () => {
    const db = await connection?.opened
    if (!db) return
    const range = IDBKeyRange.bound([documentId, 'comment'], [documentId, 'comment\uffff'])
    const { store } = db.transaction('notes')
    const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)])
    const found = keys.flatMap(([, name], at) => {
      if (touched.has(name)) return []
      if (name.startsWith(COMMENT_DRAFT))
        drafts.set(name.slice(COMMENT_DRAFT.length), values[at] as CommentBody)
      return name.startsWith(COMMENT) ? [values[at] as OutgoingComment] : []
    })
    // What another tab has finished, or given up, is no draft here either.
    const names = new Set(keys.map(([, name]) => name))
    for (const place of drafts.keys())
      if (!names.has(COMMENT_DRAFT + place) && !touched.has(COMMENT_DRAFT + place)) drafts.delete(place)
    const own = outgoing.get().filter(({ id }) => touched.has(COMMENT + id))
    outgoing.set([...found, ...own].sort((a, b) => (a.at < b.at ? -1 : 1)))
  }
  const write = (name: string, value: unknown) => {
    touched.add(name)
    failed.delete(name)
    void (async () => {
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
      touched.delete(name)
      channel?.postMessage(documentId)
    })().catch(() => {
      // The browser keeps nothing: what is to be sent stays in this tab, which says so until it is sent.
      if (value !== null && touched.has(name)) failed.add(name)
    })
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
    unwritten: () => failed.size,
    close() {
      channel?.removeEventListener('message', again)
      channel?.close()
      connection?.release()
    },
  }
}
