import { createContext } from 'react'
import { type Block, type InlineAtom, isInlineText } from '../kit/block'

/** The footnotes of the page that is drawn, with their numbers. */
export const NotesContext = createContext<ReadonlyMap<InlineAtom, number> | null>(null)

/** The footnotes of a page in the order of its text, numbered from 1. */
export function notesOnPage(blocks: readonly Block[]): ReadonlyMap<InlineAtom, number> {
  const notes = new Map<InlineAtom, number>()
  const rest = [...blocks].reverse()
  for (let block = rest.pop(); block; block = rest.pop()) {
    for (const piece of block.text ?? [])
      if (!isInlineText(piece) && piece.kind === 'footnote') notes.set(piece, notes.size + 1)
    for (const child of [...(block.children ?? [])].reverse()) rest.push(child)
  }
  return notes
}
