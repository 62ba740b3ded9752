import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createStore } from '@/shared/store'
import type { SelectedDocument } from '../model'
import { selectionIn, useSelectedDocuments } from './selected-documents'

const page = (id: string, title = id): SelectedDocument => ({ id, title, icon: null })

test('3.24 pages are added without doubles, removed by id, toggled and set', () => {
  const store = createStore<readonly SelectedDocument[]>([])
  const { add, remove, toggle, set } = selectionIn(store)
  const ids = () => store.get().map(({ id }) => id)
  add(page('a'))
  add(page('b'))
  add(page('a', 'Again'))
  expect(store.get()).toEqual([page('a'), page('b')])
  toggle(page('b'))
  expect(ids()).toEqual(['a'])
  toggle(page('b'))
  expect(ids()).toEqual(['a', 'b'])
  remove('a')
  remove('unknown')
  expect(ids()).toEqual(['b'])
  set([page('c'), page('d'), page('c')])
  expect(ids()).toEqual(['c', 'd'])
})

test('3.24 outside of its provider it is an error', () => {
  const Titles = () => useSelectedDocuments().documents.map(({ title }) => title)
  expect(() => renderToStaticMarkup(<Titles />)).toThrow(/within a SelectedDocumentsProvider/)
})
