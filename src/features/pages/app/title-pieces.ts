import * as Y from 'yjs'
import { type Suggestions, suggestionAuthor, titleText } from '@/document'

/** A piece of the title as it is marked: words that stay, come or go. */
export interface TitlePiece {
  text: string
  inserted: boolean
  deleted: boolean
  /** Who suggests it; null for words that stay. */
  author: string | null
}

/** The marked title in pieces, in order. */
export function titlePieces({ doc, inserted, deleted }: Suggestions): TitlePiece[] {
  const pieces: TitlePiece[] = []
  for (let item = titleText(doc)._start; item; item = item.right) {
    if (item.deleted || !(item.content instanceof Y.ContentString)) continue
    const { client, clock } = item.id
    for (const [at, letter] of item.content.str.split('').entries()) {
      const by = (ranges: typeof inserted) => ranges.overlapping(client, clock + at, clock + at + 1)[0]?.sid
      const [comes, goes] = [by(inserted), by(deleted)]
      const sid = goes ?? comes
      const author = sid === undefined ? null : suggestionAuthor(sid)
      const last = pieces.at(-1)
      const isSame =
        last?.inserted === Boolean(comes) && last.deleted === Boolean(goes) && last.author === author
      if (last && isSame) last.text += letter
      else pieces.push({ text: letter, inserted: Boolean(comes), deleted: Boolean(goes), author })
    }
  }
  return pieces
}
