import { createHash } from 'node:crypto'
import { termsOf } from './terms'

/** Goes up when words are cut in another way: then every page is indexed anew. */
const VERSION = 1

/** The words of a page as the index keeps them. */
export interface CutWords {
  /** Changes when the words do. */
  digest: string
  title: ReadonlySet<string>
  words: ReadonlySet<string>
}

export const digestOf = ({ title, text }: { title: string; text: string }): string =>
  `${VERSION}:${createHash('sha256').update(title).update('\0').update(text).digest('base64url')}`

/** What a stored digest of this version begins with. */
export const CURRENT_DIGEST = `${VERSION}:`

/** Cuts a page into its words; a long text takes tens of milliseconds. */
export const cutWords = (page: { title: string; text: string }): CutWords => ({
  digest: digestOf(page),
  title: termsOf(page.title),
  words: termsOf(page.text),
})
