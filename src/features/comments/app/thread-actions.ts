import { createContext, use } from 'react'
import { t } from '@/shared/i18n'
import type { CommentBody } from '../model'
import type { ComposerHost } from './composer'
import type { Person, Thread, ThreadComment } from './thread'

/** What a person can do with the threads of a page. Everything shows at once; what fails says so and is taken back. */
export interface ThreadActions {
  reply(thread: Thread, body: CommentBody): void
  /** Resolves with whether the comment says that now. */
  edit(thread: Thread, comment: ThreadComment, body: CommentBody): Promise<boolean>
  remove(thread: Thread, comment: ThreadComment): void
  /** Takes the whole thread away, also what others say in it. */
  removeThread(thread: Thread): Promise<boolean>
  react(thread: Thread, comment: ThreadComment, emoji: string): void
  resolve(thread: Thread, isResolved: boolean): void
  assign(thread: Thread, person: Person | null): void
  /** The person that it is assigned to has seen to it, or has not after all. */
  done(thread: Thread, isDone: boolean): void
  /** Puts a thread whose text is gone at what is selected on the page. */
  attach(thread: Thread): void
  follow(thread: Thread, follow: 'follow' | 'mute' | null): void
  copyLink(comment: ThreadComment): void
  /** Sends again what could not be sent. */
  retry(comment: ThreadComment): void
  /** Gives up what could not be sent. */
  discard(comment: ThreadComment): void
  /** Everything of it has been seen. */
  seen(thread: Thread): void
}

/** What cards need to know of who looks at them. */
export interface Reader {
  me: Person
  /** May they write comments? */
  canComment: boolean
  /** May they change the page, and with it what threads are about? */
  canEdit: boolean
  /** Does the page belong to them? */
  isOwner: boolean
  host: ComposerHost
  actions: ThreadActions
  /** What earlier visits kept of drafts is known; until then `draftOf` answers for this visit alone. */
  areDraftsRead: boolean
  /** What was typed and not sent, by the name of its place. */
  draftOf(place: string): CommentBody | null
  keepDraft(place: string, body: CommentBody | null): void
}

export const ReaderContext = createContext<Reader | null>(null)

export function useReader(): Reader {
  const reader = use(ReaderContext)
  if (!reader) throw new Error('A card stands in a ReaderContext')
  return reader
}

/** Who began a thread, and the owner of the page, resolve it. */
export const canResolve = ({ me, isOwner, canComment }: Reader, thread: Thread): boolean =>
  canComment && (isOwner || thread.userId === me.id)

/** Of what is not stored yet nothing can be changed (product.md 2.34). */
export const TOO_QUICK = () => t('You are operating too quickly, please try again later.')

/** Under which name a reply that is not sent is kept. */
export const replyPlace = ({ id }: Pick<Thread, 'id'>): string => `reply ${id}`

/** Has the person begun a reply that is not sent? */
export const isReplyBegun = ({ draftOf }: Reader, thread: Thread): boolean =>
  draftOf(replyPlace(thread)) !== null
