import { expect, it } from 'vitest'
import { mapNoteLinks } from './note-links'

const moved = (note: string) => mapNoteLinks(note, (url) => (url.startsWith('/old') ? '/new' : undefined))

it.each([
  [
    'see [the page](/old) and [it](/old#a "A *title* [x]")',
    'see [the page](/new) and [it](/new "A *title* [x]")',
  ],
  ['[**bold** `]` \\] x](</old>)', '[**bold** `]` \\] x](/new)'],
  ['[![a picture](/old/a.png)](/old)', '[![a picture](/new)](/new)'],
  ['[a (b)](/old_(c)) and [d](\n/old\\_e )', '[a (b)](/new) and [d](\n/new )'],
  ['one\n\n[two](/old)\n \n[three](/elsewhere)', 'one\n\n[two](/new)\n \n[three](/elsewhere)'],
  ['`a\\` [two](/old)', '`a\\` [two](/new)'],
])('9.5 links in the text of a footnote lead to the new pages: %j', (note, expected) => {
  expect(moved(note)).toBe(expected)
})

it.each([
  'words](/old)',
  '\\[words](/old)',
  '`[code](/old)` and ``a ` [code](/old)``',
  '[outer [inner](https://a.example) words](/old)',
  '[not over\n\na line](/old)',
  '[words] (/old)',
  '[words](/old',
  '[words](/old with more)',
  '<a title="[x](/old)">',
  'the path /old and [another](/page)',
])('9.5 words of a footnote that only look like a link stay as they are: %j', (note) => {
  expect(moved(note)).toBe(note)
})

it('9.5 an address with brackets or spaces is written so that the link stays one', () => {
  expect(mapNoteLinks('[a](/old)', () => '../A (b)/c d.md')).toBe('[a](../A%20%28b%29/c%20d.md)')
})

it('a footnote that would become longer than it can be stays as it is', () => {
  const note = `${'word '.repeat(1_990)}[a](/old)`
  expect(mapNoteLinks(note, () => `/${'new'.repeat(50)}`)).toBe(note)
})

it.each(['[', '](', '![', '`', '](<', '[](a "', '[](a(', '\\', '<a "', '[](\n'])(
  'R34 a footnote of nothing but %j is read in a moment',
  (piece) => {
    const short = piece.repeat(1_000)
    const long = piece.repeat(100_000)
    const timeOf = (note: string) => {
      const start = performance.now()
      mapNoteLinks(`${note}](`, () => undefined)
      return performance.now() - start
    }
    timeOf(short)
    // A hundred times as much text; what is quadratic takes ten thousand times as long.
    expect(timeOf(long)).toBeLessThan(1_000 * Math.max(timeOf(short), 0.2))
  },
)
