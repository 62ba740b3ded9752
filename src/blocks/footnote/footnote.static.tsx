import { useContext } from 'react'
import type { InlineAtom } from '../kit/block'
import { NotesContext } from './notes-on-page'

/** The number, which leads to the note; only a sign where the page around it is not drawn. */
export function FootnoteStatic({ atom }: { atom: InlineAtom }) {
  const number = useContext(NotesContext)?.get(atom)
  return number === undefined ? '*' : <a href={`#footnote-${number}`}>{number}</a>
}
