import type { CommentBody, DiscussionKind } from '../model'

/** A person as a thread names them. */
export interface Person {
  id: string
  name: string
  avatarUrl?: string | null
}

/** The author of a comment; `id` is null for one without an account here. */
export interface Author {
  id: string | null
  name: string
  avatarUrl?: string | null
}

/** How far something that was written here has come. `waiting`: it goes as soon as the server can be reached. */
export type Delivery =
  | { state: 'sent' }
  | { state: 'sending' }
  | { state: 'waiting'; why: string }
  | { state: 'failed'; why: string }

export const SENT: Delivery = { state: 'sent' }

export interface Reaction {
  emoji: string
  people: Person[]
}

/** A comment as a card shows it. */
export interface ThreadComment {
  id: string
  author: Author
  body: CommentBody
  createdAt: string
  isEdited: boolean
  /** It was taken away; what was answered to it stays. */
  isDeleted: boolean
  isUnread: boolean
  reactions: readonly Reaction[]
  delivery: Delivery
}

/** A discussion as a card shows it. */
export interface Thread {
  id: string
  kind: DiscussionKind
  /** The block that it is about, or in which it began. */
  block: string | null
  /** The suggestion that it is about. */
  suggestion: string | null
  /** The words that it was begun at. */
  quote: string
  createdAt: string
  /** Who began it. */
  userId: string | null
  resolved: { by: Author; at: string } | null
  assignee: Person | null
  /** The person to whom it is assigned has seen to it. */
  isDone: boolean
  /** What it is about has not reached the server yet, so it has no place. */
  isWaiting: boolean
  isUnread: boolean
  follow: 'follow' | 'mute' | null
  comments: readonly ThreadComment[]
}
