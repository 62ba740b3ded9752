import { t } from '@/shared/i18n'

/** What a discussion is about: words, a block or cell, the title, a suggestion, or the page as a whole. */
export const DISCUSSION_KINDS = ['text', 'block', 'title', 'page', 'suggestion'] as const
export type DiscussionKind = (typeof DISCUSSION_KINDS)[number]

/** What a comment says: paragraphs and pictures. */
export interface CommentBody {
  type: 'doc'
  content: CommentBlock[]
}

export type CommentBlock =
  | { type: 'paragraph'; content?: CommentPiece[] | undefined }
  /** `url` is the address of a file that is kept here. */
  | { type: 'image'; attrs: { url: string; name: string } }

export type CommentPiece =
  | { type: 'text'; text: string; marks?: CommentMark[] | undefined }
  | { type: 'hardBreak' }
  | { type: 'mention'; attrs: { id: string; label: string } }

export type CommentMark = { type: 'bold' | 'italic' | 'code' } | { type: 'link'; attrs: { href: string } }

/** Characters or beads by their ids, `length` of them. */
export interface AnchoredRange {
  client: number
  clock: number
  length: number
}

/** Somebody; `id` is null for an author who has no account here (any more). */
export interface CommentPerson {
  id: string | null
  name: string
  avatarUrl: string | null
}

export interface CommentReaction {
  emoji: string
  /** The first who reacted with it comes first. */
  people: { id: string; name: string }[]
}

/** A comment (product.md 3.7). Times are ISO 8601. */
export interface Comment {
  id: string
  discussionId: string
  /** Null for an author without an account here. */
  userId: string | null
  author: CommentPerson
  contentRich: CommentBody
  createdAt: string
  updatedAt: string
  isEdited: boolean
  /** It was taken away; it is shown for what was answered to it, and says nothing. */
  isDeleted: boolean
  isUnread: boolean
  reactions: CommentReaction[]
}

/** A discussion (product.md 3.7), the oldest comment first. */
export interface Discussion {
  id: string
  documentId: string
  kind: DiscussionKind
  block: string | null
  suggestion: string | null
  /** Where it was anchored last. The page's own anchors (`@`) say where it stands now. */
  ranges: AnchoredRange[]
  /** The page has not got all of the characters yet that it is about. */
  isWaiting: boolean
  /** The words that it was begun at. */
  documentContent: string
  createdAt: string
  /** Who began it; null when they have no account here (any more). */
  userId: string | null
  isResolved: boolean
  resolved: { by: CommentPerson; at: string } | null
  assignee: { id: string; name: string } | null
  /** The person to whom it is assigned has seen to it. */
  isDone: boolean
  isUnread: boolean
  follow: 'follow' | 'mute' | null
  comments: Comment[]
}

/** What `comment.discussions` answers. */
export interface Discussions {
  /** Those that have changed since the cursor that was sent, all without one. */
  discussions: Discussion[]
  /** The ids of those that are gone since. */
  removed: string[]
  /** To be sent as `since` the next time. 0: whatever was told before is not the caller's to know any more. */
  cursor: number
  /** There is more since; ask again with the cursor. */
  hasMore: boolean
}

/** How much is taken in. */
export const COMMENTS = {
  /** Characters of a comment. */
  characters: 20_000,
  /** … and of how it is stored, with its formats and addresses. */
  stored: 200_000,
  /** Pieces of formatted text, breaks, mentions and pictures in one. */
  pieces: 2_000,
  mentions: 50,
  pictures: 20,
  /** Discussions of a page, comments of a discussion, different reactions to a comment. */
  discussions: 5_000,
  comments: 500,
  /** Characters of all comments of a discussion, and of a page, as they are stored. A discussion is read as a whole. */
  storedOfDiscussion: 1_000_000,
  storedOfPage: 20_000_000,
  reactions: 50,
  /**
   * Ranges of ids that a discussion is about, and all of a page; words that several people have written are many. Each is kept in the
   * page, which has no more room for writing when they fill it, and so are those that are gone: what one person can bring in a day is bounded too.
   */
  ranges: 500,
  rangesOfPage: 20_000,
  rangesADay: 5_000,
  /** Characters of the words that a discussion was begun at. */
  quote: 1_000,
  commentsAMinute: 30,
  changesAMinute: 120,
} as const

/** What the calls say when they cannot do what was asked. */
export const COMMENT_WORDS = {
  discussionGone: () => t('This discussion is gone.'),
  commentGone: () => t('This comment is gone.'),
  notAuthor: () => t('Only the person who wrote a comment can change or delete it.'),
  notResolver: () => t('Only the person who began a discussion and the owners of the page can resolve it.'),
  idTaken: () => t('This comment could not be saved under its id. Please write it again.'),
  tooManyDiscussions: () =>
    t(
      'This page has {count, plural, one {# discussion} other {# discussions}}, as many as a page can have.',
      {
        count: COMMENTS.discussions,
      },
    ),
  tooManyPlaces: () =>
    t('The comments on this page are about as many places as they can be. Resolve and delete some of them.'),
  notOwner: () => t('Only the owners of the page can delete a discussion.'),
  tooManyComments: () =>
    t('This discussion has {count, plural, one {# comment} other {# comments}}, as many as it can have.', {
      count: COMMENTS.comments,
    }),
  discussionFull: () => t('This discussion is as long as it can be. Begin a new one.'),
  pageFull: () =>
    t(
      'The comments on this page take all the room there is for them. Delete some that are no longer needed.',
    ),
  tooManyReactions: () => t('This comment has as many different reactions as it can have.'),
  tooLong: () =>
    t('A comment can have {count, plural, one {# character} other {# characters}} at most.', {
      count: COMMENTS.characters,
    }),
  empty: () => t('A comment cannot be empty.'),
  noEmoji: () => t('A reaction is one emoji.'),
  notShown: () => t('A picture of this comment cannot be shown here. Please add it again.'),
  noAccess: () => t('This person cannot open the page.'),
  nothingThere: () => t('The text of this discussion is not on the page.'),
}
