import { expect, test } from 'vitest'
import { entryKey, PART_BOUNDS, readPart, sidIn, sidOf, suggestedRangeKey } from './part-keys'

test('every kind of part is read from its key and value', () => {
  const sid = sidOf('u1', 'n1')
  expect(readPart(sid, { at: 5 })).toEqual({ op: 'head', sid, key: sid, at: 5, via: null })
  expect(readPart(sid, { at: 5, via: 'model:x' })).toMatchObject({ via: 'model:x' })
  const range = { sid, client: 7, clock: 0 }
  expect(readPart(suggestedRangeKey(sid, '+', 7, 0), 3)).toMatchObject({ op: '+', ...range, length: 3 })
  expect(readPart(suggestedRangeKey(sid, '-', 7, 0), 1)).toMatchObject({ op: '-', ...range, length: 1 })
  expect(readPart(suggestedRangeKey(sid, '*', 7, 0), { n: 2, set: { bold: {}, link: null } })).toMatchObject({
    op: '*',
    ...range,
    length: 2,
    set: { bold: {}, link: null },
  })
  expect(readPart(entryKey(sid, 'b', 'at'), { to: ['', 'a0'], was: null })).toMatchObject({
    op: '/',
    block: 'b',
    field: 'at',
    to: ['', 'a0'],
    was: null,
  })
  expect(readPart('@ d1 7 4', 2)).toEqual({
    op: '@',
    key: '@ d1 7 4',
    discussion: 'd1',
    client: 7,
    clock: 4,
    length: 2,
  })
})

test('whatever a block and a field are called, their key is read as them, and no other key is', () => {
  const names = ['a b', 'cells.r1:my name', '%', '%20', '+', '\n', 'Ü 日本', ' ']
  for (const block of names) {
    for (const field of names) {
      expect(readPart(entryKey('u n', block, field), { to: 1, was: null })).toMatchObject({ block, field })
    }
  }
  for (const key of ['u n / a%2db c', 'u n / %41 c', 'u n / %2 c', 'u n / a\nb c', 'u n / a b c', 'u n /  c'])
    expect(readPart(key, { to: 1, was: null }), key).toBeNull()
})

test.each([
  ['no author', ' n + 1 1', 1],
  ['no name', 'u  + 1 1', 1],
  ['an author with other letters', 'u/v n + 1 1', 1],
  ['a long author', `${'u'.repeat(PART_BOUNDS.author + 1)} n + 1 1`, 1],
  ['a long name', `u ${'n'.repeat(PART_BOUNDS.nonce + 1)} + 1 1`, 1],
  ['another sign', 'u n ? 1 1', 1],
  ['no clock', 'u n + 1', 1],
  ['more words', 'u n + 1 1 1', 1],
  ['a number written otherwise', 'u n + 01 1', 1],
  ['a negative number', 'u n + -1 1', 1],
  ['an unsafe number', 'u n + 1 9007199254740992', 1],
  ['a range past all numbers', 'u n + 1 9007199254740991', 1],
  ['an empty range', 'u n + 1 1', 0],
  ['half a character', 'u n + 1 1', 1.5],
  ['a range of no number', 'u n + 1 1', '1'],
  ['formats without a length', 'u n * 1 1', { set: { bold: {} } }],
  ['no formats', 'u n * 1 1', { n: 1, set: {} }],
  ['formats that are a list', 'u n * 1 1', { n: 1, set: [1] }],
  ['formats and more', 'u n * 1 1', { n: 1, set: { bold: {} }, more: 1 }],
  ['a format of too much', 'u n * 1 1', { n: 1, set: { bold: 'x'.repeat(9000) } }],
  [
    'too many formats',
    'u n * 1 1',
    { n: 1, set: Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`f${i}`, 1])) },
  ],
  ['a prototype', 'u n / b __proto__', { to: 1, was: null }],
  ['a block without name', 'u n /  at', { to: 1, was: null }],
  ['a long block', `u n / ${'b'.repeat(201)} at`, { to: 1, was: null }],
  ['a value that is none', 'u n / b at', 'to'],
  ['bytes', 'u n / b at', { to: new Uint8Array(1), was: null }],
  ['a head without time', 'u n', {}],
  ['a head of bytes', 'u n', new Uint8Array(1)],
  ['a head with a long note', 'u n', { at: 1, via: 'x'.repeat(201) }],
  ['an anchor without discussion', '@  1 1', 1],
  ['an anchor with more', '@ d 1 1 1', 1],
])('%s is no part', (_, key, value) => {
  expect(readPart(key, value)).toBeNull()
})

test('a key names its suggestion, also where its value says nothing', () => {
  expect(sidIn('u n + 1 1')).toBe('u n')
  expect(sidIn('u n')).toBe('u n')
  expect(sidIn('@ d 1 1')).toBeNull()
  expect(sidIn('u')).toBeNull()
  expect(() => sidOf('a b', 'n')).toThrow()
})
