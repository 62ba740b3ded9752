import { expect, it } from 'vitest'
import type { PageSummary } from '../model'
import { bySiblingOrder } from '../page-order'
import { withMovedPage } from './tree-changes'
import { movesToPod, placesOf } from './use-move-pages'

const page = (id: string, parentDocumentId: string | null = null): PageSummary => ({
  id,
  podId: 'pod',
  parentDocumentId,
  title: id,
  icon: null,
  status: 'none',
  tags: [],
  isFavorite: false,
  hasChildren: false,
  isShared: false,
  level: 'manage',
  isTemplate: false,
  position: `a${id}`,
  updatedAt: '',
})
const orderOf = (pages: readonly PageSummary[]) =>
  [...pages].sort(bySiblingOrder).map(({ id, parentDocumentId }) => `${parentDocumentId ?? ''}/${id}`)

it('2.22 pages that were moved together can all be put back where they stood', () => {
  const pages = [page('a'), page('b'), page('c'), page('d'), page('x', 'a'), page('y', 'a')]
  const ids = ['b', 'c', 'x', 'y', 'd']
  const back = placesOf(pages, new Set(ids))
  const moved = ids.reduce(
    (now, id) => [...withMovedPage(now, id, { parentDocumentId: 'e' })],
    [...pages, page('e')],
  )
  expect(orderOf(moved)).not.toEqual(orderOf([...pages, page('e')]))
  const restored = back.reduce((now, { id, ...to }) => [...withMovedPage(now, id, to)], moved)
  const inside = (parent: string | null, list: readonly PageSummary[]) =>
    list
      .filter((one) => one.parentDocumentId === parent)
      .sort(bySiblingOrder)
      .map(({ id }) => id)
  expect(inside('a', restored)).toEqual(['x', 'y'])
  expect(inside(null, restored).filter((id) => id !== 'e')).toEqual(['a', 'b', 'c', 'd'])
})

it('2.22 pages that go to another pod come back to the one and the place where they were', () => {
  const pages = [page('a'), page('b'), page('x', 'a')]
  const { changes, back } = movesToPod(pages, [page('a'), page('x', 'a')], 'other')
  expect(changes).toEqual([
    { id: 'a', parentDocumentId: null, podId: 'other' },
    { id: 'x', parentDocumentId: null, podId: 'other' },
  ])
  expect(back(new Set(['a', 'x']))).toEqual([
    { id: 'a', parentDocumentId: null, beforeId: 'b', podId: 'pod' },
    { id: 'x', parentDocumentId: 'a', podId: 'pod' },
  ])
})

it('2.22 of pages that were to move, those that did come back before the ones that stayed', () => {
  const pages = ['a', 'b', 'c', 'd'].map((id) => page(id))
  const { back } = movesToPod(pages, pages.slice(0, 3), 'other')
  expect(back(new Set(['a']))).toEqual([{ id: 'a', parentDocumentId: null, beforeId: 'b', podId: 'pod' }])
})
