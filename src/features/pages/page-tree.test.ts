import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ancestorsOf,
  destinationOf,
  dropZone,
  refuseMoveInTree,
  subtreeIds,
  type TreeNode,
  type TreePage,
  topmost,
  treeOf,
} from './page-tree'

const page = (id: string, parentDocumentId: string | null = null, position = 'i0'): TreePage => ({
  id,
  parentDocumentId,
  position,
})

const outline = (nodes: TreeNode<TreePage>[]): string =>
  nodes.map((node) => node.page.id + (node.children.length ? `(${outline(node.children)})` : '')).join(' ')

describe('the tree of pages', () => {
  it('nests, and orders siblings by position, then by id', () => {
    const pages = [page('b', null, 'i1'), page('a', null, 'i1'), page('d', 'a', 'i2'), page('c', 'a', 'i1')]
    expect(outline(treeOf(pages))).toBe('a(c d) b')
  })

  it('never hides a page: an unknown parent and a ring of parents surface at top level', () => {
    const pages = [page('a', 'gone'), page('x', 'z'), page('y', 'x'), page('z', 'y')]
    expect(outline(treeOf(pages))).toBe('a x(y(z))')
  })

  it('shows every page exactly once, whatever the parents are', () => {
    const anyPages = fc.uniqueArray(fc.record({ id: fc.nat(30), parent: fc.option(fc.nat(40)) }), {
      selector: (entry) => entry.id,
    })
    fc.assert(
      fc.property(anyPages, (entries) => {
        const pages = entries.map(({ id, parent }) => page(`${id}`, parent === null ? null : `${parent}`))
        const ids = outline(treeOf(pages)).match(/\d+/g) ?? []
        expect([...ids].sort()).toEqual(pages.map((one) => one.id).sort())
      }),
    )
  })

  it('4.4 the top quarter of a row is before, the bottom quarter after, the middle inside', () => {
    expect([0, 7.9].map((y) => dropZone(y, 32))).toEqual(['before', 'before'])
    expect([8, 16, 23.9].map((y) => dropZone(y, 32))).toEqual(['inside', 'inside', 'inside'])
    expect([24, 32].map((y) => dropZone(y, 32))).toEqual(['after', 'after'])
  })

  it('4.4 a zone of a row says where the page goes', () => {
    const target = page('t', 'parent')
    expect(destinationOf(target, 'before')).toEqual({ parentDocumentId: 'parent', beforeId: 't' })
    expect(destinationOf(target, 'after')).toEqual({ parentDocumentId: 'parent', afterId: 't' })
    expect(destinationOf(target, 'inside')).toEqual({ parentDocumentId: 't' })
  })

  it('5.5 a page moves neither onto itself nor beside itself, nor into its own descendant, nor too deep', () => {
    const pages = [page('a'), page('b', 'a'), page('c', 'b'), page('d')]
    const refuse = (id: string, to: Parameters<typeof refuseMoveInTree>[2], limit = 32) =>
      refuseMoveInTree(pages, id, to, limit)
    expect(refuse('a', { parentDocumentId: 'a' })).toBe('itself')
    expect(refuse('a', { parentDocumentId: null, beforeId: 'a' })).toBe('itself')
    expect(refuse('a', { parentDocumentId: 'c' })).toBe('own-descendant')
    expect(refuse('a', { parentDocumentId: 'd' }, 3)).toBe('too-deep')
    expect(refuse('a', { parentDocumentId: 'd' }, 4)).toBeNull()
    expect(refuse('c', { parentDocumentId: null })).toBeNull()
  })

  it('2.22 of pages that are chosen, those inside another one go along with it', () => {
    const pages = [page('a'), page('b', 'a'), page('c', 'b'), page('d')]
    const chosen = (...ids: string[]) => pages.filter(({ id }) => ids.includes(id))
    const names = (some: readonly TreePage[]) => some.map(({ id }) => id)
    expect(names(topmost(pages, chosen('a', 'c', 'd')))).toEqual(['a', 'd'])
    expect(names(topmost(pages, chosen('c', 'd')))).toEqual(['c', 'd'])
  })

  it('knows what lies below and above a page, and ends at a ring', () => {
    const pages = [page('a'), page('b', 'a'), page('c', 'b'), page('x', 'y'), page('y', 'x')]
    expect([...subtreeIds(pages, ['a'])]).toEqual(['a', 'b', 'c'])
    expect([...subtreeIds(pages, ['x'])]).toEqual(['x', 'y'])
    const byId = new Map(pages.map((one) => [one.id, one]))
    expect(ancestorsOf(byId, 'c')).toEqual(['c', 'b', 'a'])
    expect(ancestorsOf(byId, 'x')).toEqual(['x', 'y'])
  })
})
