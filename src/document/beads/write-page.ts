import { LAYOUT } from './layout'
import type { PageEdit } from './page-edit'
import type { PageIndex } from './page-index'
import { writeEntries } from './write-entries'
import { placesToWrite } from './write-places'
import { TextWriter } from './write-texts'

export { type ListEdit, NO_EDIT, type PageEdit, type TextPart } from './page-edit'

/** Writes an edit as the smallest change of string and map. Characters that are kept are not touched. */
export function writePage(index: PageIndex, edit: PageEdit, origin?: unknown): void {
  index.doc.transact((transaction) => {
    index.runs.deleteForeign(transaction)
    const meta = index.doc.getMap('meta')
    if (meta.get('layout') === undefined) meta.set('layout', LAYOUT)
    const texts = new TextWriter(index, edit)
    texts.write()
    writeEntries(index, edit, placesToWrite(index, edit, texts.begun), texts)
  }, origin)
}
