import { expect, it } from 'vitest'
import { mentionedFile, mentionText } from './mention'

const FILE = 'f'.repeat(20)

it.each([
  [{ key: FILE, value: 'Plan A.pdf', trigger: '#' }, `/api/files/${FILE}/Plan%20A.pdf`, 'Plan A.pdf'],
  [{ key: FILE, value: '', trigger: '#' }, `/api/files/${FILE}/file`, 'file'],
  [
    { key: FILE, value: '../../x?y#z', trigger: '#' },
    `/api/files/${FILE}/..%2F..%2Fx%3Fy%23z`,
    '../../x?y#z',
  ],
  [{ key: FILE, value: '\ud800', trigger: '#' }, `/api/files/${FILE}/%EF%BF%BD`, '\ud800'],
  [{ key: FILE, value: 'Ada', trigger: '@' }, null, '@Ada'],
  [{ key: '/page', value: 'Roadmap', trigger: '#' }, null, 'Roadmap'],
  [{ key: '../../evil', value: 'x', trigger: '#' }, null, '@x'],
])('3.19 what a mention of %j leads to and says', (attributes, href, text) => {
  expect(mentionedFile(attributes)).toBe(href)
  expect(mentionText(attributes)).toBe(text)
})
