import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { allParts } from '../html/parts'
import type { SubPage } from '../kit/block-program'
import { StaticPartsContext } from '../kit/static-parts'
import { StaticBlocks } from '../static-blocks'
import { choicesOf, pagesInView, viewOf } from './sub-page-list'

const page = (title: string, status: string, updatedAt: string, ...tags: string[]): SubPage => ({
  path: `/${title.toLowerCase()}`,
  title,
  icon: title === 'Roof' ? '🏠' : 'house',
  status,
  tags,
  updatedAt,
})
const pages = [
  page('Roof', 'none', '2026-03-01T10:00:00Z', 'house'),
  page('Attic 10', 'overdue', '2026-01-01T10:00:00Z', 'house', 'urgent'),
  page('attic 9', 'completed', '2026-02-01T10:00:00Z'),
  page('Cellar', 'of-tomorrow', 'not a date'),
]
const shown = (attributes: Record<string, unknown>) =>
  pagesInView(pages, viewOf(attributes)).map(({ title }) => title)

describe('a list of sub-pages (rulings 3)', () => {
  it('stands in the order of the tree, or is sorted by title, status or time', () => {
    expect(shown({})).toEqual(['Roof', 'Attic 10', 'attic 9', 'Cellar'])
    expect(shown({ sortBy: 'title' })).toEqual(['attic 9', 'Attic 10', 'Cellar', 'Roof'])
    expect(shown({ sortBy: 'status' })).toEqual(['Attic 10', 'attic 9', 'Roof', 'Cellar'])
    expect(shown({ sortBy: 'updated', descending: true })).toEqual(['Roof', 'attic 9', 'Attic 10', 'Cellar'])
  })

  it('leaves out what has another status or not the tag', () => {
    expect(shown({ tag: 'house' })).toEqual(['Roof', 'Attic 10'])
    expect(shown({ status: 'overdue', tag: 'house' })).toEqual(['Attic 10'])
    expect(shown({ status: 'nothing' })).toEqual([])
    expect(choicesOf(pages)).toEqual({
      statuses: ['overdue', 'completed', 'none', 'of-tomorrow'],
      tags: ['house', 'urgent'],
    })
  })

  it('is rendered of the pages that are given, else says that it is a list', () => {
    const block = { id: 'd', kind: 'documentsTable', attributes: { sortBy: 'title' } }
    const html = (subPages?: readonly SubPage[]) =>
      renderToStaticMarkup(
        createElement(
          StaticPartsContext,
          { value: subPages ? { ...allParts, subPages } : allParts },
          createElement(StaticBlocks, { blocks: [block] }),
        ),
      )
    expect(html()).toContain('The pages inside this page are listed here.')
    expect(html([])).toContain('No pages inside')
    const given = html([...pages, { ...page('x', 'none', ''), path: 'javascript:alert(1)' }])
    expect(given).toMatch(/attic 9.*Attic 10.*Cellar.*🏠<\/span><\/span> <a href="\/roof">Roof<\/a>/)
    // An icon that is a drawing is drawn, in its colour; one that nobody knows is that of a page without.
    expect(given).toContain('lucide-house')
    expect(html([{ ...page('y', 'none', ''), icon: 'rocket:red:filled' }])).toMatch(
      /data-filled="true" style="color:var\(--color-text-red\)"><svg[^>]*lucide-rocket/,
    )
    expect(given).not.toContain('javascript:')
    expect(given).not.toContain('>house ')
  })
})
