import { EditorState } from '@tiptap/pm/state'
import type { DecorationSet } from '@tiptap/pm/view'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { pageSchema } from '@/blocks'
import { entriesOf } from '../format/layout'
import { beyondPlugin } from './beyond-plugin'
import { PageBinding } from './binding'

function tableOf(rows: number, columns: number): Y.Doc {
  const doc = new Y.Doc()
  doc.transact(() => {
    const add = (id: string, kind: string, parent: string) =>
      entriesOf(doc).set(id, new Y.Map<unknown>(Object.entries({ kind, at: [parent, 'a0'] })))
    add('t', 'table', '')
    for (let i = 0; i < rows; i++) add(`r${i}`, 'tableRow', 't')
    for (let i = 0; i < columns; i++) add(`c${i}`, 'tableColumn', 't')
  })
  return doc
}

/** What is said above the table of the page, if anything. */
function noteOf(page: Y.Doc): unknown {
  const binding = new PageBinding(page)
  const empty = EditorState.create({ schema: pageSchema })
  const plugin = beyondPlugin(binding)
  const state = EditorState.create({ doc: binding.wholeDoc(empty), plugins: [plugin] })
  const [note] = (plugin.getState(state) as DecorationSet).find()
  const attributes = (note as unknown as { type: { attrs: Record<string, string> } } | undefined)?.type.attrs
  expect(attributes?.['aria-label']).toBe(attributes?.['data-beyond-note'])
  expect(state.doc.firstChild?.attrs.beyond).toBeNull()
  return attributes?.['data-beyond-note']
}

test('S1 a table that is too large says above it how much of it is not shown; others say nothing', () => {
  expect(noteOf(tableOf(200, 101))).toBe(
    'This table is too large to be shown whole: it has 2 more rows. The words in them stand below the table.',
  )
  expect(noteOf(tableOf(20, 10))).toBeUndefined()
})
