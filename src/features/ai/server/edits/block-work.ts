import type { Block, Inline, Json } from '@/blocks/kit/block'
import { isInlineText } from '@/blocks/kit/block'

/** Marks that everybody who writes Markdown knows. Others stay with the words that stay. */
export const MARKS = new Set(['bold', 'italic', 'strikethrough', 'code', 'link', 'highlight'])

/** About how many microseconds it takes to write a block, or a piece of text, or a mark of one, as Markdown and to read it back. */
const BLOCK = 20
const PIECE = 20
const MARK = 30
/** What stands for an atom, `{{1 Ada}}`. */
const ATOM = 40
/** The same of a character: one that may mean something in Markdown is escaped, and tried when it is read. */
const SIGN = 20
/** Any other that is no letter: with one of those beside it, it may be written as a reference, `&#x2E;`. */
const OTHER = 4
const LINE_END = 50
/** Of what a bare address may begin with. */
const ADDRESS = 60
const CODE_LINE_END = 7

/**
 * How much work a block makes, in microseconds of a fast core, by the blocks, the pieces of text and the characters in it, also those of its
 * attributes. Counting stops once it is more than `most`.
 */
export function workOf(block: Block, most: number): number {
  const { kind, attributes = {}, text = [], children = [] } = block
  let work = BLOCK + sizeOf(attributes, most)
  for (const piece of text) {
    if (work > most) return work
    work += workOfPiece(piece, kind === 'codeBlock', most - work)
  }
  for (const child of children) {
    if (work > most) return work
    work += workOf(child, most - work)
  }
  return work
}

function workOfPiece(piece: Inline, isCode: boolean, most: number): number {
  let work = PIECE
  if (!isInlineText(piece)) work += ATOM + sizeOf(piece.attributes ?? {}, most)
  else work += isCode ? workOfCode(piece.text, most) : workOfWords(piece.text, most)
  for (const { kind, attributes = {} } of piece.marks ?? []) {
    if (work > most) break
    work += sizeOf(attributes, most)
    if (!MARKS.has(kind)) continue
    work += MARK
    for (const value of Object.values(attributes))
      if (typeof value === 'string') work += workOfWords(value, most)
  }
  return work
}

const ADDRESSES = /www|:\/\//gi
const LETTERS = /[\p{L}\p{N}\p{M} ]/gu
const SIGNS = /[\t!"#$&()*<=>@[\\\]^_`|~]/g

function workOfWords(words: string, most: number): number {
  // No more is looked at than it takes to know.
  const looked = words.slice(0, most + 1)
  const unlettered = looked.replace(LETTERS, '')
  const others = unlettered.replace(SIGNS, '')
  const lines = others.split('\n').length - 1
  const addresses = looked.match(ADDRESSES)?.length ?? 0
  return (
    looked.length +
    SIGN * (unlettered.length - others.length) +
    OTHER * (others.length - lines) +
    LINE_END * lines +
    ADDRESS * addresses
  )
}

function workOfCode(words: string, most: number): number {
  const looked = words.slice(0, most + 1)
  return looked.length + CODE_LINE_END * (looked.split('\n').length - 1)
}

/** Characters of a value. Counting stops once there are more than `most`. */
function sizeOf(value: Json, most: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  let size = 1
  for (const one of Object.values(value)) {
    if (size > most) break
    size += sizeOf(one, most - size)
  }
  return size
}
