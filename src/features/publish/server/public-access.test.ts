import { expect, test } from 'vitest'
import type { PublicPage } from '@/server/access/public-pages'
import { isUnlocked, keyCookie } from './public-access'

const page = { shower: { id: 'p1', access_key: 'key', password_hash: 'hash' } } as PublicPage
const now = new Date('2026-05-20T12:00:00Z')

test('2.3 the key of a page with a password is kept by a browser, also where the page stands in one of another site', () => {
  const attributes = (isSecure: boolean, isFramed: boolean) =>
    keyCookie(page, now, { isSecure, isFramed }).split('; ').slice(3).join('; ')
  expect(attributes(true, false)).toBe('HttpOnly; SameSite=Lax; Secure')
  expect(attributes(true, true)).toBe('HttpOnly; SameSite=None; Partitioned; Secure')
  // Without TLS no browser keeps one for a frame.
  expect(attributes(false, true)).toBe('HttpOnly; SameSite=Lax')
  const [pair] = keyCookie(page, now, { isSecure: true, isFramed: true }).split(';')
  expect(isUnlocked(page, `a=b; ${pair}`, now)).toBe(true)
  expect(isUnlocked(page, 'a=b', now)).toBe(false)
})
