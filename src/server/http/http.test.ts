import { expect, test } from 'vitest'
import { clientAddress, clientGroup } from './client-address'
import { checkJsonText } from './json-guard'
import { isForgery, isOwnOrigin } from './origin'
import { securityHeaders } from './security-headers'

const PUBLIC = 'https://sheaf.example.org'
const sender = (origin?: string, host = 'sheaf.example.org', secFetchSite?: string) => ({
  origin,
  host,
  secFetchSite,
})

test('R27 only our own origin, or the loopback address we were reached at, may change anything', () => {
  expect(isOwnOrigin(sender(PUBLIC), PUBLIC)).toBe(true)
  expect(isOwnOrigin(sender('http://localhost:3000', 'localhost:3000'), PUBLIC)).toBe(true)
  expect(isOwnOrigin(sender('http://127.0.0.1:3000', '127.0.0.1:3000'), PUBLIC)).toBe(true)
  for (const origin of [
    'null',
    '',
    'http://sheaf.example.org',
    'https://sheaf.example.org:444',
    'https://evil.sheaf.example.org',
    'https://sheaf.example.org.evil.test',
    'https://evil.test',
  ]) {
    expect(isOwnOrigin(sender(origin), PUBLIC), origin).toBe(false)
  }
  expect(isOwnOrigin(sender('http://localhost:4000', 'localhost:3000'), PUBLIC)).toBe(false)
  expect(isOwnOrigin(sender('http://rebound.test:3000', 'rebound.test:3000'), PUBLIC)).toBe(false)
})

test('R27 a browser that leaves the origin out is believed only when it says that it is on our site', () => {
  expect(isOwnOrigin(sender(undefined, undefined, 'cross-site'), PUBLIC)).toBe(false)
  expect(isOwnOrigin(sender(undefined, undefined, 'same-site'), PUBLIC)).toBe(false)
  expect(isOwnOrigin(sender(undefined, undefined, 'same-origin'), PUBLIC)).toBe(true)
  expect(isForgery({ method: 'GET', ...sender('https://evil.test') }, PUBLIC)).toBe(false)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
    expect(isForgery({ method, ...sender('https://evil.test') }, PUBLIC), method).toBe(true)
  }
})

test('R22 a stated address counts only for its last entry, and only from a proxy of ours', () => {
  expect(clientAddress('203.0.113.9', '1.2.3.4', PUBLIC)).toBe('203.0.113.9')
  expect(clientAddress('127.0.0.1', '6.6.6.6, 1.2.3.4', PUBLIC)).toBe('1.2.3.4')
  expect(clientAddress('::ffff:127.0.0.1', 'nonsense', PUBLIC)).toBe('127.0.0.1')
  expect(clientAddress('127.0.0.1', '1.2.3.4', 'http://localhost:3000')).toBe('127.0.0.1')
})

test('R22 an IPv6 client is its /64', () => {
  expect(clientGroup('2001:db8:1:2:aaaa::1')).toBe(clientGroup('2001:db8:1:2:bbbb:cccc:dddd:eeee'))
  expect(clientGroup('2001:db8:1:2::1')).not.toBe(clientGroup('2001:db8:1:3::1'))
  expect(clientGroup('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(clientGroup('::1')).toBe('0:0:0:0::/64')
  expect(clientGroup('203.0.113.9')).toBe('203.0.113.9')
})

test('R41 deep JSON and keys that reach a prototype are refused, text about them is not', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  expect(() => checkJsonText(deep)).toThrow(/levels deep/)
  expect(() => checkJsonText('{"a":{"__proto__":{"x":1}}}')).toThrow(/not allowed/)
  expect(() => checkJsonText('{"\\u005f_proto__":{"x":1}}')).toThrow(/not allowed/)
  expect(() => checkJsonText('{"__\\u0070roto__":{"x":1}}')).toThrow(/not allowed/)
  expect(() => checkJsonText('{"text":"the \\"__proto__\\": key [[[[ {{{{"}')).not.toThrow()
})

test('R31 scripts come from our own origin only and never inline', () => {
  const policy = securityHeaders(PUBLIC)['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toContain('wss://sheaf.example.org')
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  expect(policy).toContain("frame-src 'self' https://www.youtube-nocookie.com/embed/ https://player.vim")
  expect(policy).not.toMatch(/frame-src[^;]*(\*|https:[ ;]|http:)/)
  expect(securityHeaders(PUBLIC)['strict-transport-security']).toBeDefined()
  expect(securityHeaders('http://localhost:3000')['strict-transport-security']).toBeUndefined()
})
