import { TRPCClientError } from '@trpc/client'
import { describe, expect, test } from 'vitest'
import { appCodeOf, failureKind, failureWords, isMissingPart } from './failures'

const answered = (appCode: string, message = 'Words of the server.') =>
  TRPCClientError.from({ error: { code: -32000, message, data: { appCode } } } as never)
const noAnswer = TRPCClientError.from(new TypeError('Failed to fetch'))

describe('failureKind', () => {
  test('tells the four screens apart', () => {
    expect(failureKind(answered('not-found'), true)).toBe('not-found')
    expect(failureKind(answered('forbidden'), true)).toBe('no-access')
    expect(failureKind(noAnswer, true)).toBe('server-down')
    expect(failureKind(noAnswer, false)).toBe('offline')
    expect(failureKind(answered('unavailable'), true)).toBe('server-down')
    expect(failureKind(answered('conflict'), true)).toBe('other')
    expect(failureKind(new Error('ours'), true)).toBe('other')
  })

  test('a part of the application that cannot be downloaded means that the server is away', () => {
    for (const error of [
      new TypeError('Failed to fetch dynamically imported module: http://x/assets/page.js'),
      new TypeError('error loading dynamically imported module: http://x/assets/page.js'),
      new TypeError('Importing a module script failed.'),
      new Error('Unable to preload CSS for /assets/page.css'),
    ]) {
      expect(isMissingPart(error)).toBe(true)
      expect(failureKind(error, true)).toBe('server-down')
      expect(failureKind(error, false)).toBe('offline')
    }
  })
})

describe('failureWords', () => {
  test('8.3 errors that speak of a limit say that the rate limit is exceeded', () => {
    const words = 'Rate limit exceeded. Please try again later.'
    expect(failureWords(answered('bad-input', 'Too many pages: limit reached'), 'x', true)).toBe(words)
    expect(failureWords(answered('rate-limited', 'Slow down'), 'x', true)).toBe(words)
  })

  test("the server's words win over the fallback, except for its own mistakes", () => {
    expect(failureWords(answered('conflict'), 'Failed to move document', true)).toBe('Words of the server.')
    expect(failureWords(answered('internal'), 'Failed to move document', true)).toBe(
      'Failed to move document',
    )
    expect(failureWords(new Error('undefined is not a function'), 'Failed to move document', true)).toBe(
      'Failed to move document',
    )
  })

  test('says when nothing got through', () => {
    expect(failureWords(noAnswer, 'x', false)).toMatch(/offline/)
    expect(failureWords(noAnswer, 'x', true)).toMatch(/cannot be reached/)
  })
})

test('appCodeOf reads the stable code', () => {
  expect(appCodeOf(answered('locked'))).toBe('locked')
  expect(appCodeOf(noAnswer)).toBeNull()
})
