import { expect, test } from 'vitest'
import { readConfig } from '@/server/config'
import { clientAddress, clientGroup, isOwnMachine, readTrustedProxies } from './client-address'
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

const trusting = (list: string) => {
  const trusted = readTrustedProxies(list)
  if (!trusted) throw new Error(`Not a list: ${list}`)
  return trusted
}

test('S8 R22 a stated address counts only behind proxies that are named, read from the end', () => {
  const one = trusting('127.0.0.1, 10.0.0.0/8 2001:db8:ff::/48')
  expect(clientAddress('203.0.113.9', '1.2.3.4', one)).toBe('203.0.113.9')
  expect(clientAddress('127.0.0.1', '6.6.6.6, 1.2.3.4', one)).toBe('1.2.3.4')
  expect(clientAddress('::ffff:127.0.0.1', '6.6.6.6, 1.2.3.4, 10.1.2.3', one)).toBe('1.2.3.4')
  expect(clientAddress('2001:db8:ff::7', '2001:DB8::0001', one)).toBe('2001:db8::1')
  expect(clientAddress('10.9.9.9', '[2001:db8::1]:443', one)).toBe('2001:db8::1')
  expect(clientAddress('10.9.9.9', '1.2.3.4:5678', one)).toBe('1.2.3.4')
  expect(clientAddress('192.168.0.1', '1.2.3.4', one)).toBe('192.168.0.1')
  expect(clientAddress('127.0.0.1', undefined, one)).toBe('127.0.0.1')
})

test('S8 what is no address is not used, and ends the reading', () => {
  const one = trusting('10.0.0.0/8')
  for (const garbage of [
    'nonsense',
    '',
    '1.2.3',
    '0x7f.1',
    '2130706433',
    '1.2.3.4.5',
    '::g',
    '-',
    'unknown',
  ]) {
    expect(clientAddress('10.0.0.1', garbage, one), garbage).toBe('10.0.0.1')
    expect(clientAddress('10.0.0.1', `1.2.3.4, ${garbage}, 10.0.0.2`, one), garbage).toBe('10.0.0.2')
  }
  expect(clientAddress(undefined, '1.2.3.4', one)).toBe('0.0.0.0')
})

test('S8 nobody who came through a proxy is the machine itself', () => {
  const [none, one] = [trusting(''), trusting('127.0.0.1, ::1')]
  const own = 'http://localhost:3000'
  for (const stated of [
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '0:0::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '[::1]:80',
  ]) {
    for (const [peer, trusted] of [
      ['127.0.0.1', one],
      ['::1', none],
      ['127.0.0.1', none],
    ] as const) {
      const address = clientAddress(peer, stated, trusted)
      expect(isOwnMachine(address, own), stated).toBe(false)
    }
  }
  expect(isOwnMachine(clientAddress('127.0.0.1', '', none), own)).toBe(false)
  expect(isOwnMachine(clientAddress('::ffff:127.0.0.1', undefined, none), own)).toBe(true)
  // Behind a proxy that says nothing everybody comes from loopback.
  expect(isOwnMachine(clientAddress('127.0.0.1', undefined, none), PUBLIC)).toBe(false)
})

test('S8 a list of proxies holds addresses and networks, and nothing else', () => {
  for (const wrong of ['proxy', '10.0.0.0/33', '1.2.3', '10.0.0.0/8, x', '::/129', '1']) {
    expect(readTrustedProxies(wrong), wrong).toBeNull()
  }
  expect(trusting('::ffff:10.0.0.0/104')('10.7.7.7')).toBe(true)
  expect(trusting('fd00::/8')('fd12::1')).toBe(true)
  expect(trusting('10.0.0.0/8')('11.0.0.1')).toBe(false)
  expect(trusting('0.0.0.0/0')('::1')).toBe(false)
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

test('6.2 R31 other origins show our pages in a frame when the settings name them, and nothing else can be named', () => {
  expect(securityHeaders(PUBLIC)['x-frame-options']).toBe('SAMEORIGIN')
  const { embedOrigins } = readConfig({
    EMBED_ORIGINS: 'https://Intranet.example.org/, http://localhost:8080',
  })
  const headers = securityHeaders(PUBLIC, embedOrigins)
  expect(headers['content-security-policy']).toMatch(
    /; frame-ancestors 'self' https:\/\/intranet\.example\.org http:\/\/localhost:8080$/,
  )
  expect(headers['x-frame-options']).toBeUndefined()
  const wrong = [
    '*',
    'https://*',
    'example.org',
    'https://a.example/path',
    "https://a.example; script-src 'unsafe-inline'",
  ]
  for (const EMBED_ORIGINS of [...wrong, 'javascript:alert(1)', 'https://me@a.example', 'null'])
    expect(() => readConfig({ EMBED_ORIGINS }), EMBED_ORIGINS).toThrow(/EMBED_ORIGINS/)
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
