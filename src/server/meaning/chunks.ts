import { createHash } from 'node:crypto'
import { blockLines } from '@/blocks/block-lines'
import type { Block } from '@/blocks/kit/block'

/** A piece of a page that has a vector of its own. */
export interface Chunk {
  /** Null: the title. */
  blockId: string | null
  /** With the title before it, which says what a sentence is about. */
  text: string
  /** Tells whether its vector is still right. */
  digest: string
}

const MOST_CHARACTERS = 400
/** Of a longer page the first are understood; all of its words are found anyway. */
const MOST_CHUNKS = 300
const MOST_TITLE = 120
/** Characters of one block that are cut: no more become chunks. */
const MOST_LOOKED_AT = MOST_CHUNKS * MOST_CHARACTERS

/** A page as pieces of at most 400 characters: its title, and each block or, of a long one, some of its sentences. */
export function chunksOf(title: string, blocks: readonly Block[]): Chunk[] {
  const head = title.trim().slice(0, MOST_TITLE)
  const chunks: Chunk[] = []
  const add = (blockId: string | null, text: string) => {
    if (chunks.length < MOST_CHUNKS) chunks.push({ blockId, text, digest: digestOf(text) })
  }
  if (isSaying(head)) add(null, head)
  for (const { id, text } of blockLines(blocks)) {
    if (chunks.length >= MOST_CHUNKS) break
    for (const piece of piecesOf(text.slice(0, MOST_LOOKED_AT).toWellFormed().replace(/\s+/gu, ' ').trim()))
      if (isSaying(piece)) add(id, head === '' ? piece : `${head}: ${piece}`)
  }
  return chunks
}

/** Has it letters enough to say something? */
const isSaying = (text: string) => (text.match(/\p{L}/gu)?.length ?? 0) >= 3

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Sentences that stand together while there is room; one that is longer is cut between words. */
function piecesOf(text: string): string[] {
  if (text.length <= MOST_CHARACTERS) return [text]
  const pieces: string[] = []
  let piece = ''
  for (const sentence of text.match(/[^.!?。！？]+[.!?。！？]*\s*/gu) ?? [text]) {
    if (piece !== '' && piece.length + sentence.length > MOST_CHARACTERS) {
      pieces.push(piece.trim())
      piece = ''
    }
    piece += sentence
    while (piece.length > MOST_CHARACTERS) {
      const space = piece.lastIndexOf(' ', MOST_CHARACTERS)
      const end = space > MOST_CHARACTERS / 2 ? space : MOST_CHARACTERS
      pieces.push(piece.slice(0, end).toWellFormed().trim())
      piece = piece.slice(end)
    }
  }
  if (piece.trim() !== '') pieces.push(piece.trim())
  return pieces
}
