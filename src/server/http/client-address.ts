import ipaddr from 'ipaddr.js'
import { isLoopbackHost } from '@/server/http/origin'

/** Is this address one of our own proxies (`TRUSTED_PROXIES`)? */
export type TrustedProxies = (address: string) => boolean

type Address = ReturnType<typeof ipaddr.process>

/** Reads a list of addresses and networks (`10.0.0.0/8`), parted by commas or spaces. Null when one of them is neither. */
export function readTrustedProxies(list: string): TrustedProxies | null {
  const parts = list.split(/[\s,]+/).filter(Boolean)
  const networks = parts.map(networkOf)
  if (!networks.every((network) => network !== null)) return null
  return (text) => {
    const address = addressOf(text)
    return (
      address !== null &&
      networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))
    )
  }
}

function networkOf(text: string): [Address, number] | null {
  const address = addressOf(text)
  if (address) return [address, address.kind() === 'ipv4' ? 32 : 128]
  if (!ipaddr.isValidCIDR(text)) return null
  const [base, bits] = ipaddr.parseCIDR(text)
  const isMapped = base.kind() === 'ipv6' && (base as ipaddr.IPv6).isIPv4MappedAddress() && bits >= 96
  return isMapped ? [(base as ipaddr.IPv6).toIPv4Address(), bits - 96] : [base, bits]
}

/** Stands for everybody who comes through a proxy that does not say for whom: they are counted together. */
const SOMEBODY = '0.0.0.0'

/**
 * The address of the client that sent a request. `X-Forwarded-For` is what anybody likes it to be, except for what a proxy of
 * ours has added at its end: from there it is read backwards for as long as the address before is a trusted proxy
 * (R22). Something that is no address ends the reading. Nobody who came through a proxy is the machine itself, whatever
 * is stated.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: TrustedProxies,
): string {
  const stated = forwardedFor?.split(',') ?? []
  let client = plainAddress(peer ?? '') ?? SOMEBODY
  while (stated.length > 0 && isTrusted(client)) {
    const before = plainAddress(stated.pop()?.trim() ?? '')
    if (before === null) break
    client = before
  }
  return forwardedFor !== undefined && isLoopback(client) ? SOMEBODY : client
}

/** What one client is for counting: an IPv4 address, or the /64 that an IPv6 subscriber has to himself. */
export function clientGroup(address: string): string {
  const known = addressOf(address)
  if (known?.kind() !== 'ipv6') return address
  const groups = (known as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}

/** The network that a client is in, as one provider or company has it: a /24 of IPv4, a /48 of IPv6. */
export function clientNetwork(address: string): string {
  const known = addressOf(address)
  if (known === null) return address
  if (known.kind() === 'ipv4') return `${known.toString().split('.').slice(0, 3).join('.')}.0/24`
  const groups = (known as ipaddr.IPv6).parts.slice(0, 3).map((part) => part.toString(16))
  return `${groups.join(':')}::/48`
}

/** As whom a caller is counted: a person, or all visitors of one client. */
export const countedAs = ({ user, ip }: { user: { id: string } | null; ip: string }): string =>
  user?.id ?? clientGroup(ip)

/** Is the client the machine itself, and does the server serve nobody else? Then it is a person's own installation. */
export const isOwnMachine = (address: string, publicUrl: string): boolean =>
  isLoopback(address) && isLoopbackHost(new URL(publicUrl).host)

const isLoopback = (address: string): boolean => addressOf(address)?.range() === 'loopback'

/** An address in its one spelling: without a port, a zone, or the IPv6 form of IPv4. Null for what is no address. */
export function plainAddress(text: string): string | null {
  const bare = text
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
  return addressOf(bare)?.toString() ?? null
}

/** Four numbers or an IPv6 address; not the other spellings of IPv4, such as `0x7f.1`. */
function addressOf(text: string): Address | null {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : null
}
