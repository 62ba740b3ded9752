import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { collectingTerms, termsOf } from './terms'

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

/** Characters that are read in one go for the digest. */
const READ_AT_ONCE = 1_000_000

/** The same, with turns for others in between. */
export async function cutWordsInTurns({ title, text }: { title: string; text: string }): Promise<CutWords> {
  const hash = createHash('sha256').update(title).update('\0')
  for (let at = 0; at < text.length; ) {
    // No character is cut in two.
    const isPair = (text.codePointAt(at + READ_AT_ONCE - 1) ?? 0) > 0xffff
    const end = at + READ_AT_ONCE + (isPair ? 1 : 0)
    hash.update(text.slice(at, end))
    at = end
    await setImmediate()
  }
  const words = new Set<string>()
  for (const _ of collectingTerms(text, words)) await setImmediate()
  return { digest: `${VERSION}:${hash.digest('base64url')}`, title: termsOf(title), words }
}
