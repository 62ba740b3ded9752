import { LAYOUT } from './layout'
import type { PageEdit } from './page-edit'
import type { PageIndex } from './page-index'
import { writeEntries } from './write-entries'
import { placesToWrite } from './write-places'
import { TextWriter } from './write-texts'

export { type ListEdit, NO_EDIT, type PageEdit, type TextPart } from './page-edit'

/** Writes an edit as the smallest change of string and map. Characters that are kept are not touched. */
export function writePage(index: PageIndex, wanted: PageEdit, origin?: unknown): void {
  const edit = withLinesBeyond(index, wanted)
  index.doc.transact((transaction) => {
    index.runs.deleteForeign(transaction)
    const meta = index.doc.getMap('meta')
    if (meta.get('layout') === undefined) meta.set('layout', LAYOUT)
    const texts = new TextWriter(index, edit)
    texts.write()
    writeEntries(index, edit, placesToWrite(index, edit, texts.begun), texts)
  }, origin)
}

/** A table that leaves the page takes along the rows and columns that are not laid out: else they would be shown in its place. */
function withLinesBeyond(index: PageIndex, edit: PageEdit): PageEdit {
  const beyond: string[] = []
  for (const id of edit.gone) {
    if (index.places.holds(id) !== 'grid') continue
    for (const line of index.children(id)) {
      if (!edit.gone.has(line) && !index.places.isDeleted(line) && !index.places.isShown(line))
        beyond.push(line)
    }
  }
  return beyond.length > 0 ? { ...edit, gone: new Set([...edit.gone, ...beyond]) } : edit
}
