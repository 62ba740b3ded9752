import type { Inline } from '@/blocks/kit/block'
import { isInlineText } from '@/blocks/kit/block'
import { tagged } from '@/document'
import { named, type Segment } from './segments'

/** Text by segments. */
export type Segmented = ReadonlyMap<number, readonly Inline[]>

/** The text of both readings in one, tagged. `about` is the suggestion to name where a segment says none. */
export function mergedText(
  settled: Segmented,
  proposed: Segmented,
  segments: readonly Segment[],
  about: number,
): Inline[] {
  const numbers = [...new Set([...settled.keys(), ...proposed.keys()])].sort((a, b) => a - b)
  return numbers.flatMap((number) => {
    const [before, after] = [settled.get(number), proposed.get(number)]
    const { added = null, removed = null, look = null } = segments[number] ?? {}
    const goes = (pieces: readonly Inline[]) =>
      pieces.map((piece) => tagged(piece, { removed: removed ?? about }))
    const comes = (pieces: readonly Inline[]) =>
      pieces.map((piece) => tagged(piece, { added: added ?? about, removed }))
    if (before && after) {
      const isSame = wordsOf(before) === wordsOf(after)
      return named(
        isSame ? relooked(before, after, look ?? about) : [...goes(before), ...comes(after)],
        number,
      )
    }
    return named(before ? goes(before) : comes(after ?? []), number)
  })
}

const wordsOf = (pieces: readonly Inline[]): string =>
  pieces
    .map((piece) =>
      isInlineText(piece) ? piece.text : `\0${JSON.stringify([piece.kind, piece.attributes])}`,
    )
    .join('')

const lengthOf = (piece: Inline): number => (isInlineText(piece) ? piece.text.length : 1)
const part = (piece: Inline, from: number, to: number): Inline =>
  isInlineText(piece) ? { ...piece, text: piece.text.slice(from, to) } : piece

/** The same words in two looks. */
function relooked(before: readonly Inline[], after: readonly Inline[], by: number): Inline[] {
  const made: Inline[] = []
  const rest = before.map((piece) => ({ piece, from: 0 }))
  let at = 0
  for (const piece of after) {
    let from = 0
    while (from < lengthOf(piece)) {
      const one = rest[at]
      if (!one) return [...made, part(piece, from, lengthOf(piece))]
      const length = Math.min(lengthOf(one.piece) - one.from, lengthOf(piece) - from)
      const now = part(piece, from, from + length)
      const marks = one.piece.marks ?? []
      const isSame = JSON.stringify(marks) === JSON.stringify(piece.marks ?? [])
      made.push(isSame ? now : tagged(now, { was: { by, marks } }))
      from += length
      one.from += length
      if (one.from >= lengthOf(one.piece)) at++
    }
  }
  return made
}
