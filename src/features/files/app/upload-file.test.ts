import { describe, expect, it } from 'vitest'
import { LIMITS } from '@/shared/limits'
import { FILE_EMPTY, FILE_TOO_LARGE, UPLOAD_FAILED } from '../model'
import { refusalOf } from './upload-file'
import { wordsOf } from './upload-words'

describe('what an upload says', () => {
  it.each([
    [413, { error: 'This file is larger.' }, 'This file is larger.'],
    [503, { error: 'The server has no space left.' }, 'The server has no space left.'],
    [
      429,
      { error: 'Rate limit exceeded. Please try again in 5 minutes.' },
      'Rate limit exceeded. Please try again in 5 minutes.',
    ],
    [500, { error: 'Something went wrong on the server. Please try again.' }, UPLOAD_FAILED()],
    [502, null, UPLOAD_FAILED()],
    [400, 'Bad Request', UPLOAD_FAILED()],
    [400, { error: 17 }, UPLOAD_FAILED()],
  ])('8.14 %i with %j says %s', (status, answer, words) => {
    expect(wordsOf(status, answer)).toBe(words)
  })

  it('8.14 only where nothing better is known it says to try later', () => {
    expect(UPLOAD_FAILED()).toBe('Something went wrong, please try again later.')
  })

  it('9.5 what is empty or above 1 GB is not even sent', () => {
    expect(refusalOf({ size: 0 })).toBe(FILE_EMPTY())
    expect(refusalOf({ size: 1 })).toBeNull()
    expect(refusalOf({ size: LIMITS.uploadFile })).toBeNull()
    expect(refusalOf({ size: LIMITS.uploadFile + 1 })).toBe(FILE_TOO_LARGE())
    expect(FILE_TOO_LARGE()).toContain('1 GB')
  })
})
