import type { Block } from '@/blocks'
import { isInlineText } from '@/blocks/kit/block'
import { mentionedFile, mentionedPage } from '@/blocks/mention/mention'
import { plainInline } from '@/blocks/plain-text'

/** A person who is mentioned in the text of a block. */
export interface PageMention {
  blockId: string
  personId: string
  /** What the block says. */
  words: string
}

/** Of a page with more, only this many count: the first. */
const MOST = 500
const LONGEST_WORDS = 300

/** The people whom the text of these blocks mentions, block by block. */
export function mentionsIn(blocks: readonly Block[]): PageMention[] {
  const found: PageMention[] = []
  const rest = [...blocks].reverse()
  for (let block = rest.pop(); block && found.length < MOST; block = rest.pop()) {
    const text = block.text ?? []
    const people = new Set(
      text.flatMap((piece) => (isInlineText(piece) ? [] : (personOf(piece.kind, piece.attributes) ?? []))),
    )
    if (people.size > 0) {
      const words = plainInline(text).replace(/\s+/g, ' ').trim().slice(0, LONGEST_WORDS).toWellFormed()
      for (const personId of people) found.push({ blockId: block.id, personId, words })
    }
    for (const child of [...(block.children ?? [])].reverse()) rest.push(child)
  }
  return found.slice(0, MOST)
}

/** The person whom an inline atom mentions; null for a page, a file, or what is no mention. */
export function personOf(kind: unknown, attributes: Readonly<Record<string, unknown>> = {}): string | null {
  const { key } = attributes
  if (kind !== 'mention' || typeof key !== 'string' || key === '') return null
  return mentionedPage(key) === null && mentionedFile(attributes as Record<string, never>) === null
    ? key
    : null
}
