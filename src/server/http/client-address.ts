import { isIP, isIPv6 } from 'node:net'
import { isLoopbackHost } from '@/server/http/origin'

/**
 * The address of whoever sent a request. A stated `X-Forwarded-For` counts only for its last entry, and only when the
 * connection comes from the private network while the server has a public address: then a proxy of ours has written
 * it. Everywhere else the header is what the client likes it to be (R22).
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  publicUrl: string,
): string {
  const address = plainAddress(peer ?? '')
  if (!forwardedFor || !isPrivate(address) || isLoopbackHost(new URL(publicUrl).host)) return address
  const last = plainAddress(forwardedFor.split(',').at(-1)?.trim() ?? '')
  return isIP(last) ? last : address
}

/** What one client is for counting: an IPv4 address, or the /64 that an IPv6 subscriber has to himself. */
export function clientGroup(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const gap =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  const groups = [...front, ...gap, ...back]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}

/** Is the client the machine itself? */
export const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.')

function isPrivate(address: string): boolean {
  return (
    isLoopback(address) ||
    /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)/.test(address) ||
    /^(f[cd]|fe80:)/i.test(address)
  )
}

/** Without the IPv6 spelling of IPv4 and without a zone. */
function plainAddress(address: string): string {
  const bare = address
    .replace(/%.*$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase()
  return bare.startsWith('::ffff:') && bare.includes('.') ? bare.slice('::ffff:'.length) : bare
}
