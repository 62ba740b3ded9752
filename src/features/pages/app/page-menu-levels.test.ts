import { describe, expect, it } from 'vitest'
import type { ActionEntry } from '@/blocks/kit/action'
import { heldEntries, pageMenuLevels } from './page-menu-levels'

const entry = (id: string): ActionEntry =>
  ({ id, label: id, keywords: [], run: () => undefined }) as unknown as ActionEntry

describe('the levels of a page’s menu', () => {
  it('actions that belong together are a level; the others stand for themselves', () => {
    const { plain, levels } = pageMenuLevels(
      ['page.publish', 'ai.review', 'mode.editing', 'chat.show', 'mode.viewing', 'print'].map(entry),
    )
    expect(plain.map(({ id }) => id)).toEqual(['page.publish', 'print'])
    expect(levels.map(({ name, entries }) => [name, ...entries.map(({ id }) => id)])).toEqual([
      ['Mode', 'mode.editing', 'mode.viewing'],
      ['AI', 'ai.review', 'chat.show'],
    ])
  })

  it('while a level is open, nothing comes that would move it, and what cannot be done any more goes', () => {
    const shown = new Set(['page.publish', 'template.save', 'print'])
    const now = ['page.publish', 'search.related', 'print', 'template.save'].map(entry)
    expect(heldEntries(now, shown).map(({ id }) => id)).toEqual(['page.publish', 'print', 'template.save'])
    expect(heldEntries(now.slice(1), shown).map(({ id }) => id)).toEqual(['print', 'template.save'])
  })

  it('one action alone makes no level', () => {
    const one = entry('template.save')
    expect(pageMenuLevels([one])).toEqual({ plain: [one], levels: [] })
  })
})
