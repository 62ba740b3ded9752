import { type Block, isInlineText } from '@/blocks/kit/block'
import { t } from '@/shared/i18n'
import { decoded } from './xml-text'

/** How many paragraphs are named, and how many letters of each. */
const MOST_NAMED = 20
/** How many paragraphs are searched for in the whole text; a search takes time by its length. */
const MOST_SEARCHED = 50
const MOST_LETTERS = 80

/** Text, what ends a word, and the paragraphs around it; the older place of what was moved is no text. */
const PARTS =
  /<w:t(?:\s[^<>]*)?>([^<>]*)<\/w:t>|<(\/?)w:(p|moveFrom)(?=[\s/>])([^<>]*)>|<w:(?:tab|br|cr|ptab|sym|noBreakHyphen|softHyphen|footnoteReference|endnoteReference|drawing|pict|object)\b/g

/** The paragraphs of a part of a Word file that say something; those in text boxes for themselves. */
export function paragraphsOf(xml: string): string[] {
  const said: string[] = []
  const open: string[][] = [[]]
  let moved = 0
  for (const [, text, slash, name, attributes = ''] of xml.matchAll(PARTS)) {
    if (name === 'moveFrom') {
      if (!attributes.endsWith('/')) moved = Math.max(0, moved + (slash ? -1 : 1))
    } else if (name === undefined) {
      if (moved === 0) open.at(-1)!.push(text === undefined ? ' ' : decoded(text))
    } else if (!slash) {
      if (!attributes.endsWith('/')) open.push([])
    } else if (open.length > 1) said.push(open.pop()!.join(''))
  }
  return [...said, ...open.map((words) => words.join(''))].filter((words) => words.trim() !== '')
}

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

function textsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap(({ text = [], children = [], attributes }) => [
    text.map((piece) => (isInlineText(piece) ? piece.text : ' ')).join(''),
    ...text.flatMap((piece) => (isInlineText(piece) ? [] : String(piece.attributes?.note ?? ''))),
    ...[attributes?.caption, attributes?.icon].filter((words) => typeof words === 'string'),
    ...textsOf(children),
  ])
}

/**
 * The words of these paragraphs that are nowhere on the page, for the receipt: nothing is lost in silence, whatever is in
 * a file that the reader does not know.
 */
export function missingText(
  paragraphs: readonly string[],
  title: string,
  blocks: readonly Block[],
): string[] {
  const texts = [title, ...textsOf(blocks)]
  const there = new Map<string, number>()
  for (const word of texts.flatMap(wordsIn)) there.set(word, (there.get(word) ?? 0) + 1)
  const missing: string[] = []
  let all: string | null = null
  let searched = 0
  for (const paragraph of paragraphs) {
    const gone = wordsIn(paragraph).filter((word) => {
      const count = there.get(word) ?? 0
      if (count > 0) there.set(word, count - 1)
      return count === 0
    })
    if (gone.length === 0) continue
    // Words may be joined or parted on the page, where a picture stood between.
    all ??= wordsIn(texts.join('')).join('')
    if (searched++ < MOST_SEARCHED && all.includes(wordsIn(paragraph).join(''))) continue
    if (missing.length === MOST_NAMED) return [...missing, t('More text')]
    missing.push(t('Text “{gone}”', { gone: gone.join(' ').slice(0, MOST_LETTERS) }))
  }
  return missing
}
