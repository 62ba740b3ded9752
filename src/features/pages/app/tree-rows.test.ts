import { describe, expect, it } from 'vitest'
import type { PageSummary } from '../model'
import { treeOf } from '../page-tree'
import { withFields, withMovedPage, withNewPage, withoutPages } from './tree-changes'
import {
  besideTrashed,
  pagesBetween,
  rowsOf,
  type TreeKey,
  treeCommand,
  typeahead,
  typedOn,
} from './tree-rows'

const page = (id: string, parentDocumentId: string | null, position: string, title = id): PageSummary => ({
  id,
  podId: 'pod',
  parentDocumentId,
  title,
  icon: null,
  status: 'none',
  tags: [],
  isFavorite: false,
  isTemplate: false,
  hasChildren: false,
  isShared: false,
  level: 'manage',
  position,
  updatedAt: '',
})

// a (b (c)), d, e
const pages = [
  page('a', null, 'i0', 'Apple'),
  page('b', 'a', 'i0', 'Banana'),
  page('c', 'b', 'i0', 'Cherry'),
  page('d', null, 'i1', 'Apricot'),
  page('e', null, 'i2', 'Éclair'),
]
const outline = (list: readonly PageSummary[], expanded: string[]) =>
  rowsOf(treeOf(list), new Set(expanded)).map(
    (row) => '  '.repeat(row.depth) + (row.kind === 'page' ? row.page.id : 'No pages inside'),
  )

describe('the lines of the tree', () => {
  it('shows what is expanded', () => {
    expect(outline(pages, [])).toEqual(['a', 'd', 'e'])
    expect(outline(pages, ['a'])).toEqual(['a', '  b', 'd', 'e'])
    expect(outline(pages, ['b'])).toEqual(['a', 'd', 'e'])
  })

  it('2.22 a nested empty list has a line that says so', () => {
    expect(outline(pages, ['a', 'b', 'c', 'd'])).toEqual([
      'a',
      '  b',
      '    c',
      '      No pages inside',
      'd',
      '  No pages inside',
      'e',
    ])
  })

  it('goes on with the next page that stays when one goes with what is inside it, else with the one before', () => {
    const rows = rowsOf(treeOf(pages), new Set(['a', 'b', 'c', 'd']))
    const beside = (id: string) => besideTrashed(rows, id)
    expect(['a', 'b', 'c', 'd', 'e'].map(beside)).toEqual(['d', 'd', 'd', 'e', 'd'])
    expect(besideTrashed(rowsOf(treeOf([pages[0]!]), new Set()), 'a')).toBeNull()
  })

  it('tells each page its level and its place among the siblings', () => {
    const [, second] = rowsOf(treeOf(pages), new Set(['a']))
    expect(second).toMatchObject({ depth: 1, place: 1, siblings: 1, hasChildren: true, expanded: false })
  })

  it('draws 60 levels without running out of stack, and 20,000 pages at once', () => {
    const deep = Array.from({ length: 20_000 }, (_, at) =>
      page(`p${at}`, at === 0 ? null : `p${at - 1}`, 'i0'),
    )
    expect(rowsOf(treeOf(deep), new Set(deep.map((one) => one.id)))).toHaveLength(20_001)
  })
})

describe('the keyboard of the tree', () => {
  const rows = rowsOf(treeOf(pages), new Set(['a', 'b', 'd']))
  const press = (
    key: string,
    id: string,
    held: Partial<TreeKey> = {},
    mode: 'read' | 'edit' | 'select' = 'edit',
  ) => treeCommand(rows, id, { key, mod: false, shift: false, alt: false, ...held }, mode)

  it('walks', () => {
    expect(press('ArrowDown', 'a')).toEqual({ do: 'focus', id: 'b' })
    expect(press('ArrowDown', 'c')).toEqual({ do: 'focus', id: 'd' })
    expect(press('ArrowDown', 'd')).toEqual({ do: 'focus', id: 'e' })
    expect(press('ArrowUp', 'd')).toEqual({ do: 'focus', id: 'c' })
    expect(press('ArrowUp', 'a')).toBeNull()
    expect(press('Home', 'e')).toEqual({ do: 'focus', id: 'a' })
    expect(press('End', 'a')).toEqual({ do: 'focus', id: 'e' })
  })

  it('opens and closes, goes in and out', () => {
    expect(press('ArrowRight', 'e')).toEqual({ do: 'expand', id: 'e' })
    expect(press('ArrowRight', 'a')).toEqual({ do: 'focus', id: 'b' })
    expect(press('ArrowRight', 'd')).toBeNull()
    expect(press('ArrowLeft', 'a')).toEqual({ do: 'collapse', id: 'a' })
    expect(press('ArrowLeft', 'c')).toEqual({ do: 'focus', id: 'b' })
    expect(press('*', 'd')).toEqual({ do: 'expand-siblings', ids: ['a', 'd', 'e'] })
    expect(press('Enter', 'c')).toEqual({ do: 'open', id: 'c' })
  })

  it('renames and deletes only where that is allowed', () => {
    expect(press('F2', 'c')).toEqual({ do: 'rename', id: 'c' })
    expect(press('Delete', 'c')).toEqual({ do: 'trash', id: 'c' })
    expect(press('F2', 'c', {}, 'read')).toBeNull()
    expect(press('Delete', 'c', {}, 'read')).toBeNull()
  })

  it.each([
    ['mod+shift', { mod: true, shift: true }],
    ['alt', { alt: true }],
  ])('4.4 moves by %s and an arrow', (_, held) => {
    const moved = (key: string, id: string) => {
      const command = press(key, id, held)
      return command?.do === 'move' ? command.to : null
    }
    expect(moved('ArrowUp', 'd')).toEqual({ parentDocumentId: null, beforeId: 'a' })
    expect(moved('ArrowDown', 'a')).toEqual({ parentDocumentId: null, afterId: 'd' })
    expect(moved('ArrowRight', 'd')).toEqual({ parentDocumentId: 'a' })
    expect(moved('ArrowLeft', 'c')).toEqual({ parentDocumentId: 'a', afterId: 'b' })
    expect(moved('ArrowLeft', 'b')).toEqual({ parentDocumentId: null, afterId: 'a' })
    expect(moved('ArrowUp', 'a')).toBeNull()
    expect(moved('ArrowUp', 'c')).toBeNull()
    expect(moved('ArrowDown', 'b')).toBeNull()
    expect(moved('ArrowDown', 'e')).toBeNull()
    expect(moved('ArrowLeft', 'e')).toBeNull()
  })

  it('5.5 does not move where pages can only be read', () => {
    expect(press('ArrowUp', 'd', { alt: true }, 'read')).toBeNull()
  })

  it('leaves the keys of others alone', () => {
    expect(press('k', 'a', { mod: true })).toBeNull()
    expect(press('ArrowDown', 'a', { mod: true })).toBeNull()
    expect(press('ArrowDown', 'a', { alt: true, shift: true })).toBeNull()
    expect(press('x', 'a')).toBeNull()
    expect(press('ArrowDown', 'gone')).toBeNull()
  })

  it('2.22 in select mode shift takes more: the next by an arrow, all from the last by Space', () => {
    const held = { shift: true }
    expect(press('ArrowDown', 'a', held, 'select')).toEqual({ do: 'select-on', id: 'b' })
    expect(press('ArrowUp', 'd', held, 'select')).toEqual({ do: 'select-on', id: 'c' })
    expect(press('ArrowDown', 'a', held)).toEqual({ do: 'focus', id: 'b' })
    expect(press(' ', 'd', held, 'select')).toEqual({ do: 'select-to', id: 'd' })
    expect(pagesBetween(rows, 'b', 'd')).toEqual(['b', 'c', 'd'])
    expect(pagesBetween(rows, 'd', 'b')).toEqual(['b', 'c', 'd'])
    expect(pagesBetween(rows, 'gone', 'd')).toEqual(['d'])
    expect(pagesBetween(rows, null, 'd')).toEqual(['d'])
  })

  it('what is typed goes on until a pause; a space is part of it, and alone nothing', () => {
    const key = (name: string, held: Partial<TreeKey> = {}) => ({
      key: name,
      mod: false,
      shift: false,
      alt: false,
      ...held,
    })
    const typing = { text: 'Page', at: 1000 }
    expect(typedOn({ text: '', at: 0 }, key('P'), 1000)).toEqual({ text: 'P', at: 1000 })
    expect(typedOn(typing, key(' '), 1200)).toEqual({ text: 'Page ', at: 1200 })
    expect(typedOn(typing, key('x'), 9000)).toEqual({ text: 'x', at: 9000 })
    expect(typedOn(typing, key(' '), 9000)).toBeNull()
    expect(typedOn(typing, key('Enter'), 1200)).toBeNull()
    expect(typedOn(typing, key('x', { mod: true }), 1200)).toBeNull()
  })

  it('finds by typing', () => {
    expect(typeahead(rows, 'd', 'aa')).toBe('a')
    expect(typeahead(rows, 'a', 'ab')).toBeNull()
    expect(typeahead(rows, 'a', 'e')).toBe('e')
    expect(typeahead(rows, 'a', 'a')).toBe('d')
    expect(typeahead(rows, 'd', 'a')).toBe('a')
    expect(typeahead(rows, 'a', 'ap')).toBe('a')
    expect(typeahead(rows, 'a', 'apr')).toBe('d')
    expect(typeahead(rows, 'a', 'é')).toBe('e')
    expect(typeahead(rows, 'a', 'zebra')).toBeNull()
  })
})

describe('what a change shows before the server has answered', () => {
  it('4.2 puts a new page last and takes trashed ones away with what lies in them', () => {
    const more = withNewPage(pages, { id: 'new', parentDocumentId: null })
    expect(outline(more, [])).toEqual(['a', 'd', 'e', 'new'])
    expect(outline(withoutPages(pages, ['a']), [])).toEqual(['d', 'e'])
    expect(withFields(pages, 'e', { icon: '🍰' }).find((one) => one.id === 'e')?.icon).toBe('🍰')
  })

  it('4.4 puts a moved page where the server will', () => {
    const order = (to: Parameters<typeof withMovedPage>[2]) => outline(withMovedPage(pages, 'e', to), ['a'])
    expect(order({ parentDocumentId: null, beforeId: 'a' })).toEqual(['e', 'a', '  b', 'd'])
    expect(order({ parentDocumentId: null, afterId: 'a' })).toEqual(['a', '  b', 'e', 'd'])
    expect(order({ parentDocumentId: 'a' })).toEqual(['a', '  b', '  e', 'd'])
    expect(order({ parentDocumentId: 'a', beforeId: 'b' })).toEqual(['a', '  e', '  b', 'd'])
    expect(withMovedPage(pages, 'e', { parentDocumentId: null, beforeId: 'gone' })).toBe(pages)
  })
})
