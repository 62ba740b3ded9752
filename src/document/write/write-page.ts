import { LAYOUT, textOf } from '../format/layout'
import type { PageIndex } from '../page-index/page-index'
import { HiddenPlaces } from './hidden-places'
import type { PageEdit } from './page-edit'
import type { StringChange } from './string-change'
import { type EntryChanges, entryChanges, writeEntries } from './write-entries'
import { orderToWrite } from './write-order'
import { TextWriter } from './write-texts'

export { type ListEdit, NO_EDIT, type PageEdit, type TextPart } from './page-edit'

/** An edit as changes of the string and of entries; positions are those that the string has now. */
export interface PagePlan {
  change: StringChange
  entries: EntryChanges
}

/** How an edit is written: as the smallest change, without touching characters that are kept. */
export function planPage(index: PageIndex, wanted: PageEdit, stopsLeaks = true): PagePlan {
  const edit = withLinesBeyond(index, wanted)
  const texts = new TextWriter(index, edit, stopsLeaks)
  texts.plan()
  const entries = entryChanges(index, edit, orderToWrite(index, edit, texts.begun), texts)
  return { change: texts.change, entries }
}

/** Writes an edit into the page. What the index's view hides of the string stays where it is. */
export function writePage(index: PageIndex, edit: PageEdit, origin?: unknown): void {
  const { doc } = index
  doc.transact((transaction) => {
    index.texts.deleteForeign(transaction)
    const meta = doc.getMap('meta')
    if (meta.get('layout') === undefined) meta.set('layout', LAYOUT)
    const plan = planPage(index, edit)
    const { change, entries } = plan
    const { view } = index
    const then = view?.writing?.(index, plan)
    const text = textOf(doc)
    const placed = view && !view.showsAll ? change.around(new HiddenPlaces(text, view)) : change
    placed.write(text)
    writeEntries(doc, entries)
    then?.()
  }, origin)
}

/** A table that leaves the page takes along the rows and columns that are not laid out: else they would be shown in its place. */
function withLinesBeyond(index: PageIndex, edit: PageEdit): PageEdit {
  const beyond: string[] = []
  for (const id of edit.gone) {
    if (index.tree.holds(id) !== 'grid') continue
    for (const line of index.children(id)) {
      if (!edit.gone.has(line) && !index.tree.isDeleted(line) && !index.tree.isShown(line)) beyond.push(line)
    }
  }
  return beyond.length > 0 ? { ...edit, gone: new Set([...edit.gone, ...beyond]) } : edit
}
