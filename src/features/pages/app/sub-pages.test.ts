import { expect, it } from 'vitest'
import type { PageSummary } from '../model'
import { subPagesOf } from './sub-pages'

const page = (id: string, parentDocumentId: string | null, position: string): PageSummary => ({
  id,
  podId: 'pod',
  parentDocumentId,
  title: `Page ${id}`,
  icon: null,
  status: 'in-progress',
  tags: ['plan'],
  isFavorite: false,
  isTemplate: false,
  hasChildren: false,
  isShared: false,
  level: 'manage',
  position,
  updatedAt: '2026-01-31T09:00:00.000Z',
})

it('3.20 a page lists the pages directly inside it, in their order, with status, tags and time', () => {
  const pages = [
    page('c', 'top', 'a2'),
    page('b', 'top', 'a1'),
    page('deep', 'b', 'a0'),
    page('top', null, 'a0'),
  ]
  expect(subPagesOf(pages, 'top')).toEqual(
    ['b', 'c'].map((id) => ({
      path: `/${id}`,
      title: `Page ${id}`,
      icon: null,
      status: 'in-progress',
      tags: ['plan'],
      updatedAt: '2026-01-31T09:00:00.000Z',
    })),
  )
  expect(subPagesOf(pages, 'c')).toEqual([])
})
