import { expect, test } from 'vitest'
import { paletteGroups } from './palette-items'
import { NO_FILTERS, searchFilter } from './search-filters'

const page = (title: string) => ({ id: title, title, icon: null })
const action = (label: string, group: string) => ({
  id: label,
  label,
  group,
  keywords: [],
  danger: false,
  run: () => undefined,
})
const given = {
  pages: Array.from({ length: 20 }, (_, at) => page(`Harvest ${at}`)),
  recents: [page('Yesterday')],
  actions: [action('New page', 'Pages'), action('Export harvest', 'Files')],
}
const said = (typed: string) => paletteGroups(typed, given).map(({ heading }) => heading)

test('with nothing typed the palette shows what was opened last, then every action', () => {
  expect(said(' ')).toEqual(['Recent', 'Pages', 'Files'])
})

test('what fits better comes first, and of many pages the best eight', () => {
  expect(said('harvest')).toEqual(['Pages', 'Files'])
  expect(said('export')).toEqual(['Files'])
  expect(paletteGroups('harvest', given)[0]).toHaveProperty('pages.length', 8)
  expect(said('zebra')).toEqual([])
})

test('where nothing fits as it was typed, slips are forgiven in titles, actions and settings', () => {
  const offered = {
    pages: ['Launch plan', 'Q4 plan', 'Garden'].map(page),
    recents: [],
    actions: [action('Settings', 'Account'), action('Export harvest', 'Files')],
    settings: [action('Settings: Notifications', 'Settings'), action('Settings: Security', 'Settings')],
  }
  const found = (typed: string) =>
    paletteGroups(typed, offered).flatMap((group) =>
      group.kind === 'pages'
        ? group.pages.map(({ title }) => title)
        : group.actions.map(({ label }) => label),
    )
  expect(found('lanch pln')).toEqual(['Launch plan'])
  expect(found('pln')).toEqual(['Launch plan', 'Q4 plan'])
  expect(found('setings')[0]).toBe('Settings')
  expect(found('notifcatons')).toEqual(['Settings: Notifications'])
  expect(found('securty')).toEqual(['Settings: Security'])
  expect(found('exprot')).toEqual(['Export harvest'])
  expect(found('gardn')).toEqual(['Garden'])
  expect(found('zebra')).toEqual([])
  // Fitting words are enough.
  expect(found('plan')).toEqual(['Launch plan', 'Q4 plan'])
})

test('a filter by days begins where the day of the person began', () => {
  const now = new Date(2026, 4, 20, 15, 30)
  expect(searchFilter({ ...NO_FILTERS, edited: 'week', status: 'blocked' }, now, null)).toEqual({
    status: 'blocked',
    from: new Date(2026, 4, 14).toISOString(),
  })
  expect(searchFilter(NO_FILTERS, now, null)).toEqual({})
  const evening = new Date('2026-05-20T22:30:00Z')
  expect(searchFilter({ ...NO_FILTERS, edited: 'today' }, evening, 'Asia/Tokyo')).toEqual({
    from: '2026-05-20T15:00:00.000Z',
  })
})
