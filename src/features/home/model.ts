/** Home shows what is due within this many days. */
export const DUE_DAYS = 7

/** A to-do that is due, on home. */
export interface DueTodo {
  documentId: string
  /** The title of its page; empty when it has none. */
  title: string
  icon: string | null
  blockId: string
  /** Its words without the day; may be empty. */
  words: string
  /** Such as `2026-01-05`. */
  due: string
}

/** A mention of the person in the text of a page that they have not opened since, on home. */
export interface TextMention {
  documentId: string
  /** The title of its page; empty when it has none. */
  title: string
  blockId: string
  /** What its block says. */
  words: string
  /** Who wrote it; the name is null when the account is gone. */
  author: { id: string | null; name: string | null; avatarUrl: string | null }
  at: string
}
