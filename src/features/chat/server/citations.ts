/** Where a numbered passage stands. */
export interface Passage {
  documentId: string
  blockId: string
}

/** What may still become `[12]`, `[1, 2]` or the edge of a piece of code. Nobody writes more backticks than these, and each would be waited for. */
const UNFINISHED = /(?:\[[\d\s,]{0,40}\]?|(?<!`)`{1,100})$/
const CITATION = /(?<![\w\])])\[(\d+(?:\s*,\s*\d+)*)\](?!\()/g
const FENCE = /```/g

/**
 * The words of an answer with its numbers as links to the passages that they are about. A number that stands for nothing, or in a
 * block of code, is left as it was written. What may still become one is held back until it has.
 */
export async function* withCitations<End>(
  words: AsyncGenerator<string, End>,
  passages: readonly Passage[],
  /** What a link is called; its number when left out. */
  nameOf?: (passage: Passage) => string,
): AsyncGenerator<string, End> {
  let held = ''
  let last = ''
  let isCode = false
  /** Pieces between fences are words and code in turn. */
  const read = (text: string): string => {
    const pieces = text.split(FENCE)
    const out = pieces.map((piece, at) => {
      if (at > 0) isCode = !isCode
      return isCode ? piece : linked(piece, passages, at === 0 ? last : '', nameOf)
    })
    last = text.slice(-1)
    return out.join('```')
  }
  let hasEnded = false
  try {
    for (;;) {
      let next: IteratorResult<string, End>
      try {
        next = await words.next()
      } catch (error) {
        hasEnded = true
        // What has come is kept also when nothing follows.
        if (held !== '') yield read(held)
        throw error
      }
      if (next.done) {
        hasEnded = true
        if (held !== '') yield read(held)
        return next.value
      }
      held += next.value
      const until = UNFINISHED.exec(held)?.index ?? held.length
      if (until === 0) continue
      const ready = held.slice(0, until)
      held = held.slice(until)
      yield read(ready)
    }
  } finally {
    // Nobody reads on: the request at the provider ends. What it would return is of no use, so `never` is as good as any.
    if (!hasEnded) await words.return(undefined as never)
  }
}

/** A whole text with its numbers as links, as {@link withCitations} makes them. */
export const withLinks = (text: string, passages: readonly Passage[]): string =>
  text
    .split(FENCE)
    .map((piece, at) => (at % 2 === 1 ? piece : linked(piece, passages, '')))
    .join('```')

function linked(
  text: string,
  passages: readonly Passage[],
  before: string,
  nameOf?: (passage: Passage) => string,
): string {
  const cited = (before + text).replace(CITATION, (whole, numbers: string) => {
    const links = numbers.split(',').map((number) => {
      const passage = passages[Number(number) - 1]
      const name = (passage && nameOf?.(passage)) ?? number.trim()
      return passage ? `[${name}](/${passage.documentId}#${passage.blockId})` : null
    })
    return links.includes(null) ? whole : links.join(' ')
  })
  return cited.slice(before.length)
}
