import { expect, it } from 'vitest'
import { SAMPLE_SEARCH, searchSamples } from './sample-search'

const pages = [
  { slug: 'lists', title: 'Lists', icon: '☑️', text: 'Bullets and numbers. A toggle hides what is inside.' },
  {
    slug: 'toggle',
    title: 'Toggles',
    icon: '▶️',
    text: `${'Padding words come first. '.repeat(20)}Open a toggle.`,
  },
  { slug: 'date', title: 'Date', icon: '📅', text: 'Today and tomorrow.' },
]
const found = (typed: string) => searchSamples(pages, typed).map(({ slug }) => slug)

it('2.51 a page is found by the beginning of its words, whatever the case, those with it in the title first', () => {
  expect(found('TOGG')).toEqual(['toggle', 'lists'])
  expect(found('bull numb')).toEqual(['lists'])
  expect(found('bull today')).toEqual([])
  expect(found('  ')).toEqual([])
})

it('2.51 a slip of a letter is forgiven in a longer word', () => {
  expect(found('togle')).toEqual(['toggle', 'lists'])
  expect(found('toggel')).toEqual(['toggle', 'lists'])
  expect(found('tomorow')).toEqual(['date'])
  expect(found('dat')).toEqual(['date'])
  expect(found('dta')).toEqual([])
})

it('9.1 the snippet has at most 200 characters around what was found, which is marked in it', () => {
  const [hit] = searchSamples(pages, 'toggle')
  expect(hit?.snippet.length).toBeLessThanOrEqual(SAMPLE_SEARCH.snippet)
  expect(hit?.marks.map(([start, end]) => hit.snippet.slice(start, end))).toEqual(['toggle'])
  expect(hit?.snippet).toMatch(/^….*Open a toggle\.$/u)
  const many = Array.from({ length: 20 }, (_, n) => ({ slug: `${n}`, title: 'Same', icon: '', text: '' }))
  expect(searchSamples(many, 'same')).toHaveLength(SAMPLE_SEARCH.results)
})
