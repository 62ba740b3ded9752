import { expect, it } from 'vitest'
import type { PageSummary } from './model'
import { apartFromTemplates } from './own-templates'

const page = (id: string, parentDocumentId: string | null = null, isTemplate = false): PageSummary => ({
  id,
  podId: 'pod',
  parentDocumentId,
  title: id,
  icon: null,
  status: 'none',
  tags: [],
  isFavorite: false,
  hasChildren: false,
  isTemplate,
  position: 'a0',
  updatedAt: '',
  level: 'manage',
})

it('2.22 templates and what lies in them stand apart from the pages', () => {
  const all = [
    page('a'),
    page('inside', 'form'),
    page('form', null, true),
    page('deep', 'inside'),
    page('b', 'a'),
  ]
  const { pages, templates } = apartFromTemplates(all)
  expect(pages.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(templates.map(({ id }) => id)).toEqual(['form'])
})

it('2.22 without templates the list stays the very same', () => {
  const all = [page('a'), page('b', 'a')]
  expect(apartFromTemplates(all).pages).toBe(all)
})
