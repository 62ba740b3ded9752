import { expect, test } from 'vitest'
import { MOST_FILES, whyNotFiles } from './check-files'

const picture = { name: 'a.png', type: 'image/png', size: 10 }

test('5.6 files that can be taken are', () => {
  expect(whyNotFiles([picture], 'image')).toBeNull()
  expect(whyNotFiles([{ name: 'a.mkv', type: '', size: 1 }], 'video')).toBeNull()
  expect(whyNotFiles([picture, { name: 'b.pdf', type: 'application/pdf', size: 1024 ** 3 }])).toBeNull()
})

test('5.6 the picker says what is wrong: nothing in it, type, too large, too few, too many', () => {
  expect(whyNotFiles([{ ...picture, size: 0 }])).toBe('“a.png” is empty.')
  expect(whyNotFiles([{ ...picture, type: 'application/pdf' }], 'image')).toBe('“a.png” is not an image.')
  expect(whyNotFiles([picture], 'audio')).toBe('“a.png” is not an audio file.')
  expect(whyNotFiles([{ ...picture, size: 1024 ** 3 + 1024 ** 2 * 500 }])).toBe(
    '“a.png” is too large (1.5 GB). A file can have 1.0 GB.',
  )
  expect(whyNotFiles([], 'image')).toBe('Choose at least 1 file: an image.')
  expect(whyNotFiles(Array.from({ length: MOST_FILES + 1 }, () => picture))).toBe(
    'Choose at most 30 files at once.',
  )
})
