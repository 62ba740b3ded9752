import * as Y from 'yjs'
import {
  asAtom,
  asBead,
  type Formats,
  formatsInText,
  NO_FORMATS,
  type Piece,
  pieceLength,
  pushPiece,
  STRAY,
  withFormat,
} from '../format/layout'
import { partOf, widthOf } from './item-text'
import type { PageView } from './page-view'

export interface BlockText {
  pieces: Piece[]
  /** Where the first bead stands; −1 for the text before all beads. */
  position: number
}

/** The block texts by block, read from the whole string as `view` shows it. */
export function readTexts(text: Y.Text, view: PageView | null = null): Map<string, BlockText> {
  let current: BlockText = { pieces: [], position: -1 }
  const texts = new Map<string, BlockText>([[STRAY, current]])
  let formats: Formats = NO_FORMATS
  let leaked: Formats = NO_FORMATS
  let at = 0
  for (let item = text._start; item; item = item.right) {
    if (item.deleted) continue
    const { content } = item
    if (content instanceof Y.ContentFormat) {
      formats = withFormat(formats, content.key, content.value, leaked)
      continue
    }
    const parts = view ? view.shown(item) : null
    if (parts?.length === 0) continue
    const bead = content instanceof Y.ContentEmbed ? asBead(content.embed) : null
    if (bead) {
      current = texts.get(bead.block) ?? { pieces: [], position: at }
      texts.set(bead.block, current)
      leaked = bead.split === true ? NO_FORMATS : formats
      at += 1
      continue
    }
    const inText = formatsInText(formats, leaked)
    if (parts && widthOf(item) > 0) {
      for (const part of parts) {
        pushPiece(current.pieces, partOf(item, part, inText))
        at += part.to - part.from
      }
      continue
    }
    const piece = readPiece(item, inText)
    if (!piece) continue
    pushPiece(current.pieces, piece)
    at += pieceLength(piece)
  }
  return texts
}

/** Text, an atom, or a shared type that was put between the characters; null for what is no text at all. */
function readPiece({ content }: Y.Item, formats: Formats): Piece | null {
  if (content instanceof Y.ContentString) return { insert: content.str, formats }
  if (content instanceof Y.ContentEmbed) return { insert: asAtom(content.embed), formats }
  return content instanceof Y.ContentType ? { insert: {}, formats: NO_FORMATS } : null
}
