import type { Block, Inline } from '@/blocks/kit/block'
import { isInlineText } from '@/blocks/kit/block'
import type { CarriedSpan } from '@/document'

/** Text of a paragraph of which the same is said from its beginning to its end: by which suggestions it comes, goes and looks otherwise. */
export interface Segment {
  paragraph: number
  added: number | null
  removed: number | null
  look: number | null
}

/**
 * Behind every run of a paragraph that somebody changed or commented on stands the number of its segment. From the private part of
 * Unicode, taken out of the text before.
 */
const [OPEN, CLOSE] = ['\ue008', '\ue003']
const MARK = /\ue008(\d{1,9})\ue003/g
const CUT = /(\ue008\d{1,9}\ue003)/

export const segmentMark = (segment: number): string => `${OPEN}${segment}${CLOSE}`

const IN_XML = /<w:r><w:t>\ue008\d{1,9}\ue003<\/w:t><\/w:r>|<w:t>\ue008\d{1,9}\ue003<\/w:t>/g

/** A part of a Word file in which no segment is named. */
export const bareXml = (xml: string): string => xml.replace(IN_XML, '')

export const withoutSegments = (text: string): string => text.replace(MARK, '')

const numberIn = (part: string): number | null =>
  part.startsWith(OPEN) ? Number(part.slice(OPEN.length, -CLOSE.length)) : null

/** The segments that are named in a text. */
export function* segmentsIn(text: readonly Inline[]): Generator<number> {
  for (const piece of text)
    if (isInlineText(piece)) for (const [, number] of piece.text.matchAll(MARK)) yield Number(number)
}

/** Text behind which no segment is named, such as the number of a note. */
export const UNNAMED = Number.MAX_SAFE_INTEGER

/** The text by segments, in the order in which they stand in the file. */
export function bySegment(text: readonly Inline[]): Map<number, Inline[]> {
  const found = new Map<number, Inline[]>()
  let pieces: Inline[] = []
  const close = (number: number) => {
    const known = found.get(number)
    if (known) known.push(...pieces)
    else found.set(number, pieces)
    pieces = []
  }
  for (const piece of text) {
    if (!isInlineText(piece)) pieces.push(piece)
    else
      for (const part of piece.text.split(CUT)) {
        const number = numberIn(part)
        if (number !== null) close(number)
        else if (part !== '') pieces.push({ ...piece, text: part })
      }
  }
  if (pieces.length > 0) close(UNNAMED)
  return new Map([...found].sort(([one], [other]) => one - other))
}

/** The pieces of a segment with its name behind them. */
export const named = (pieces: readonly Inline[], segment: number): Inline[] =>
  segment === UNNAMED ? [...pieces] : [...pieces, { text: segmentMark(segment) }]

/** The blocks without names of segments; of the text only what `isKept` wants. */
export function plainBlocks(
  blocks: readonly Block[],
  isKept: (segment: number) => boolean = () => true,
): Block[] {
  return blocks.map((block) => {
    const { text: marked, children, ...rest } = block
    const text = [...bySegment(marked ?? [])].flatMap(([segment, pieces]) => (isKept(segment) ? pieces : []))
    return {
      ...rest,
      ...(text.length > 0 && { text }),
      ...(children && { children: plainBlocks(children, isKept) }),
    }
  })
}

/** Attributes hold words as well, such as captions: they are not reviewed. */
export function withPlainAttributes(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => {
    const { attributes, children } = block
    const plain = Object.entries(attributes ?? {}).map(([key, value]) => [
      key,
      typeof value === 'string' ? withoutSegments(value) : value,
    ])
    return {
      ...block,
      ...(attributes && { attributes: Object.fromEntries(plain) }),
      ...(children && { children: withPlainAttributes(children) }),
    }
  })
}

/** Where the segments stand in the text of the blocks, counted without their names. */
export function spansOf(blocks: readonly Block[], found = new Map<number, CarriedSpan[]>()) {
  for (const { id, text = [], children = [] } of blocks) {
    let [from, at] = [0, 0]
    for (const piece of text) {
      if (!isInlineText(piece)) at++
      else
        for (const part of piece.text.split(CUT)) {
          const number = numberIn(part)
          if (number === null) at += part.length
          else {
            const known = found.get(number)
            if (known) known.push({ block: id, from, to: at })
            else found.set(number, [{ block: id, from, to: at }])
            from = at
          }
        }
    }
    spansOf(children, found)
  }
  return found
}
