import type { Json } from '@/blocks/kit/block'
import { sharedHead, sharedTail } from '@/shared/shared-ends'
import { type Piece, pieceLength, sameJson } from '../format/layout'
import type { PageEdit, TextPart } from './write-page'

/**
 * How a block's text becomes another one when nobody tells which characters stayed: one segment is replaced, formats are
 * changed where they differ. Never cuts a surrogate pair in two, which Yjs would replace on both sides.
 */
export function textDifference(
  id: string,
  before: readonly Piece[],
  after: readonly Piece[],
): { parts: TextPart[]; formats: PageEdit['formats'][number][] } {
  const old = cellsOf(before)
  const now = cellsOf(after)
  const isSame = (a: Cell, b: Cell) => a.text === b.text
  let head = sharedHead(old, now, isSame)
  if (head > 0 && isHalf(old[head - 1]?.text, 0xd800)) head--
  let tail = sharedTail(old, now, head, isSame)
  if (tail > 0 && isHalf(old[old.length - tail]?.text, 0xdc00)) tail--

  const parts: TextPart[] = []
  if (head > 0) parts.push({ keep: id, from: 0, to: head })
  for (let at = head; at < now.length - tail; ) {
    const { piece, offset } = now[at] as Cell
    const end = Math.min(at + pieceLength(piece) - offset, now.length - tail)
    const insert =
      typeof piece.insert === 'string' ? piece.insert.slice(offset, offset + end - at) : piece.insert
    parts.push({ insert, formats: piece.formats })
    at = end
  }
  if (tail > 0) parts.push({ keep: id, from: old.length - tail, to: old.length })

  const formats: PageEdit['formats'][number][] = []
  const compare = (from: number, to: number, shift: number) => {
    for (let at = from; at < to; ) {
      const was = old[at] as Cell
      const is = now[at + shift] as Cell
      const end = Math.min(
        to,
        at + pieceLength(was.piece) - was.offset,
        at + pieceLength(is.piece) - is.offset,
      )
      const patch: Record<string, Json | null> = {}
      for (const key of Object.keys(was.piece.formats)) if (!(key in is.piece.formats)) patch[key] = null
      for (const [key, value] of Object.entries(is.piece.formats)) {
        if (!sameJson(was.piece.formats[key], value)) patch[key] = value
      }
      if (Object.keys(patch).length > 0) formats.push({ block: id, from: at, to: end, patch })
      at = end
    }
  }
  compare(0, head, 0)
  compare(old.length - tail, old.length, now.length - old.length)
  return { parts, formats }
}

interface Cell {
  text: string
  piece: Piece
  offset: number
}

/** One cell a position: a UTF-16 unit, or an atom as JSON. */
const cellsOf = (pieces: readonly Piece[]): Cell[] =>
  pieces.flatMap((piece) =>
    typeof piece.insert === 'string'
      ? Array.from({ length: piece.insert.length }, (_, offset) => ({
          text: (piece.insert as string).charAt(offset),
          piece,
          offset,
        }))
      : [{ text: JSON.stringify(piece.insert), piece, offset: 0 }],
  )

const isHalf = (text: string | undefined, from: number): boolean => {
  const unit = text?.length === 1 ? text.charCodeAt(0) : 0
  return unit >= from && unit < from + 0x400
}
