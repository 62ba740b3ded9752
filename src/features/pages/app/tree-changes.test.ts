import { expect, test } from 'vitest'
import type { PageSummary } from '../model'
import { withMadePage, withNewPage } from './tree-changes'

const made = (id: string, parentDocumentId: string | null): PageSummary => ({
  ...withNewPage([], { id, parentDocumentId })[0]!,
  position: 'm',
})

test('4.2 a page that the server has made takes the place of the row that waited for it', () => {
  const before = withNewPage(withNewPage([made('a', null)], { id: 'pending:1', parentDocumentId: 'a' }), {
    id: 'pending:2',
    parentDocumentId: null,
  })
  const ids = (pages: readonly PageSummary[]) => pages.map(({ id }) => id)
  expect(ids(withMadePage(before, made('b', null)))).toEqual(['a', 'pending:1', 'b'])
  expect(ids(withMadePage(before, made('c', 'a')))).toEqual(['a', 'c', 'pending:2'])
  // The list was asked for meanwhile, or has no such row.
  expect(withMadePage(before, made('a', null))).toBe(before)
  expect(withMadePage(before, made('d', 'elsewhere'))).toBe(before)
  // What only its own screen knows of a page is not in the list.
  const whole = { ...made('e', null), isPublished: false }
  expect(withMadePage(before, whole).at(-1)).not.toHaveProperty('isPublished')
})
