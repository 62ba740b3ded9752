import { expect, test } from 'vitest'
import { newId } from './ids'
import { pageIdOf, pageOfAddress, pageSegment, titleSlug } from './page-address'

const ID = '0123456789abcdefghjk'

test.each([
  ['Project brief', 'project-brief'],
  ['  Q4 / plan: "50 %"… ', 'q4-plan-50'],
  ['../../etc/passwd?x=1#y', 'etc-passwd-x-1-y'],
  ['Ada’s crème brûlée', 'adas-creme-brulee'],
  ['Überblick Straße', 'uberblick-strasse'],
  ['会議のメモ', ''],
  ['会議 Notes 2026', 'notes-2026'],
  ['Заметки к встрече', ''],
  ['🚀 / . # ?', ''],
  ['', ''],
  ['\ud800 half', 'half'],
  [`${ID}-`, ID],
])('a page called %j has the words %j in its address', (title, slug) => {
  expect(titleSlug(title)).toBe(slug)
})

test('an address stays short, however long the title, and its words whole', () => {
  expect(titleSlug('word '.repeat(2_000))).toBe('word-word-word-word-word-word-word-word-word-word-word-word')
  expect(titleSlug('x'.repeat(10_000))).toHaveLength(60)
})

test('the id alone decides, whatever stands before it', () => {
  for (const title of ['Plan', '', 'a/b/c', ID, `of ${newId()}`, `${ID}-`, 'x'.repeat(10_000), '会議']) {
    const id = newId()
    expect(pageIdOf(pageSegment(id, title))).toBe(id)
    expect(pageIdOf(encodeURIComponent(pageSegment(id, title)))).toBe(id)
    expect(pageOfAddress(`https://sheaf.example/${pageSegment(id, title)}?room=1#block`)).toBe(id)
    expect(pageOfAddress(`/preview/${pageSegment(id, title)}`)).toBe(id)
  }
  expect(pageIdOf(ID)).toBe(ID)
  expect(pageIdOf('playground')).toBe('playground')
  expect(pageIdOf(`x${ID}`)).toBe(`x${ID}`)
  expect(pageSegment('old-style_id', 'Plan')).toBe('old-style_id')
})

test.each([
  'https://sheaf.example/',
  `https://sheaf.example/api/files/${ID}/file`,
  `mailto:${ID}`,
  `javascript:/${ID}`,
  `//evil.example`,
  '/playground',
  '',
])('%j leads to no page', (url) => {
  expect(pageOfAddress(url)).toBeNull()
})
