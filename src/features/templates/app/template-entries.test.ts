import { describe, expect, it } from 'vitest'
import { templates } from '../model'
import type { OwnTemplate } from '../own-template'
import { templateGroups } from './template-entries'

const mine: OwnTemplate = {
  id: 'mine',
  podId: 'pod',
  title: 'Weekly minutes',
  icon: null,
  excerpt: 'Who was there?',
  hasChildren: false,
  updatedAt: '',
  savedBy: null,
}
const titles = (query: string) =>
  templateGroups([mine], query).flatMap(({ entries }) => entries.map(({ title }) => title))

describe('2.24 the gallery of templates', () => {
  it('2.24 every built-in template is in it once, one’s own before them', () => {
    expect(titles('')).toHaveLength(templates.length + 1)
    expect(new Set(titles(''))).toEqual(new Set(['Weekly minutes', ...templates.map(({ title }) => title)]))
    expect(templateGroups([mine], '')[0]?.label).toBe('Your templates')
  })
  it('2.24 it is searched by title and summary, whatever the case; groups without a match go', () => {
    expect(titles('WHO minutes')).toEqual(['Weekly minutes'])
    expect(titles('nothing says this')).toEqual([])
  })
  it('2.24 without any of one’s own there is no such group', () => {
    expect(templateGroups([], '').map(({ label }) => label)).not.toContain('Your templates')
  })
})
