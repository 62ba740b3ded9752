import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeCallback } from './model'

test('R25 whatever is asked for, the browser stays on our origin', () => {
  const piece = fc.constantFrom(
    '/',
    '//',
    '\\',
    '@',
    ':',
    '.',
    '..',
    '%2f',
    '%5c',
    '%09',
    '%00',
    '\t',
    '\n',
    ' ',
    'evil.test',
    'javascript:',
    'http:',
    '?',
    '#',
    '%',
    'a',
    '\u2028',
    '\u3002',
    '\uff0f',
  )
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 12 }).map((all) => all.join('')),
    fc.webUrl(),
  )
  fc.assert(
    fc.property(anything, (callbackUrl) => {
      const path = safeCallback(callbackUrl)
      expect(path.startsWith('/')).toBe(true)
      for (const origin of ['https://sheaf.example.org', 'http://localhost:3000']) {
        expect(new URL(path, origin).origin).toBe(origin)
        // A second reading, as by a program that decodes once too often, changes nothing.
        expect(new URL(decodeURIComponent(new URL(path, origin).pathname), origin).origin).toBe(origin)
      }
      expect(safeCallback(path)).toBe(path)
    }),
    { numRuns: 3_000 },
  )
})
