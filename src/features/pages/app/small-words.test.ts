import { describe, expect, it } from 'vitest'
import { createFormats, LIKE_DEVICE } from '@/shared/formats'
import { announcementOf } from './announce'
import { readExpanded } from './expanded'
import { greetingAt } from './greeting'
import { endedTitles, forgetTitle, noteTitle, withKnownTitle } from './known-titles'
import { openPageId } from './open-page'
import { timeAgo } from './time-ago'

describe('the words around pages', () => {
  it('greets by the time of day', () => {
    const at = (hour: number) => greetingAt(hour)
    expect([4, 5, 11, 12, 17, 18, 23].map(at)).toEqual([
      'Good evening',
      'Good morning',
      'Good morning',
      'Good afternoon',
      'Good afternoon',
      'Good evening',
      'Good evening',
    ])
  })

  it('says how long ago something was', () => {
    const now = new Date('2026-03-10T12:00:00.000Z')
    const ago = (iso: string) => timeAgo(iso, now, createFormats(LIKE_DEVICE, 'en'), 'en')
    expect(ago('2026-03-10T11:59:30.000Z')).toBe('now')
    expect(ago('2026-03-10T12:00:30.000Z')).toBe('now')
    expect(ago('2026-03-10T11:55:00.000Z')).toBe('5 minutes ago')
    expect(ago('2026-03-10T10:59:00.000Z')).toBe('1 hour ago')
    expect(ago('2026-03-09T11:00:00.000Z')).toBe('yesterday')
    expect(ago('2026-02-01T12:00:00.000Z')).toBe('Feb 1, 2026')
  })

  it('announces a move', () => {
    const page = (id: string, title: string) =>
      ({ id, title }) as Parameters<typeof announcementOf>[0][number]
    const pages = [page('a', 'Plans'), page('b', 'Ideas')]
    const said = (to: Parameters<typeof announcementOf>[2]) => announcementOf(pages, 'a', to)
    expect(said({ parentDocumentId: null, beforeId: 'b' })).toBe('Plans moved before Ideas.')
    expect(said({ parentDocumentId: null, afterId: 'b' })).toBe('Plans moved after Ideas.')
    expect(said({ parentDocumentId: 'b' })).toBe('Plans moved into Ideas.')
    expect(said({ parentDocumentId: null })).toBe('Plans moved to the top level.')
  })

  it('knows which page an address opens', () => {
    expect(openPageId('/k3v9')).toBe('k3v9')
    expect(openPageId('/project-brief-0123456789abcdefghjk')).toBe('0123456789abcdefghjk')
    for (const path of ['/', '/settings', '/preview/k3v9', '/a/b']) expect(openPageId(path)).toBeNull()
  })

  it('shows what a page was called here a moment ago, until the server has caught up', () => {
    const page = { id: 'p', title: 'old' }
    expect(withKnownTitle(page)).toBe(page)
    noteTitle('p', 'new', 1_000)
    expect(withKnownTitle(page, 2_000)).toEqual({ id: 'p', title: 'new' })
    const same = { id: 'p', title: 'new' }
    expect(withKnownTitle(same, 2_000)).toBe(same)
    expect(withKnownTitle(page, 100_000)).toBe(page)
    noteTitle('p', 'new', 1_000)
    forgetTitle('p')
    expect(withKnownTitle(page, 2_000)).toBe(page)
  })

  it('says when a list may be read anew that had another title for a page meanwhile', async () => {
    const before = endedTitles.get()
    const told = new Promise<void>((resolve) => endedTitles.subscribe(resolve))
    noteTitle('q', 'seen here', 1_000)
    const held = 60_990
    expect(withKnownTitle({ id: 'q', title: 'seen here' }, held).title).toBe('seen here')
    expect(withKnownTitle({ id: 'q', title: 'renamed elsewhere' }, held).title).toBe('seen here')
    await told
    expect(endedTitles.get()).toBe(before + 1)
    expect(withKnownTitle({ id: 'q', title: 'renamed elsewhere' }, 61_001).title).toBe('renamed elsewhere')
  })

  it('4.4 reads the expanded pages, whatever the storage holds', () => {
    const stored = (value: string | null) => [...readExpanded({ getItem: () => value }, 'key')]
    expect(stored('["a","b"]')).toEqual(['a', 'b'])
    for (const value of [null, '', '{', '7', '{"a":1}', '[1,null]']) expect(stored(value)).toEqual([])
    const forbidden = {
      getItem() {
        throw new DOMException('denied')
      },
    }
    expect(readExpanded(forbidden, 'key').size).toBe(0)
  })
})
