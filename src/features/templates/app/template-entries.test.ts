import { describe, expect, it } from 'vitest'
import { templates } from '../model'
import type { OwnTemplate } from '../own-template'
import { chosenTemplates } from '../ready/ready-templates'
import { type GalleryCategory, templateGroups } from './template-entries'

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

describe('the gallery of templates', () => {
  it('every built-in template is in it once, one’s own before them', () => {
    const builtIn = [...chosenTemplates, ...templates].map(({ title }) => title)
    expect(titles('')[0]).toBe('Weekly minutes')
    expect(titles('').slice(1).sort()).toEqual(builtIn.sort())
    expect(templateGroups([mine], '')[0]?.label).toBe('Your templates')
  })
  it('twelve ready templates stand before the sample pages, which stand under “Learn”', () => {
    expect(chosenTemplates).toHaveLength(12)
    const labels = templateGroups([], '').map(({ label }) => label)
    expect(labels.slice(0, 4)).toEqual(['Meetings', 'Planning and decisions', 'Team', 'Personal'])
    expect(labels.slice(4).every((label) => label.startsWith('Learn: '))).toBe(true)
  })
  it('it is narrowed to one category', () => {
    const only = (category: GalleryCategory) =>
      templateGroups([mine], '', category).flatMap(({ entries }) => entries.map(({ title }) => title))
    expect(only('own')).toEqual(['Weekly minutes'])
    expect(only('meetings')).toEqual(['Meeting notes', 'Retrospective'])
    expect(only('learn')).toHaveLength(templates.length)
  })
  it('it is searched by title and summary, whatever the case; groups without a match go', () => {
    expect(titles('MINUTES who')).toEqual(['Weekly minutes'])
    expect(titles('nothing says this')).toEqual([])
  })
  it('without any of one’s own there is no such group', () => {
    expect(templateGroups([], '').map(({ label }) => label)).not.toContain('Your templates')
  })
})
