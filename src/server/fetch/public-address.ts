import ipaddr from 'ipaddr.js'

/**
 * Does this IP address belong to the public internet? Private, loopback, link-local (cloud metadata among them), carrier
 * NAT, multicast, reserved and documentation ranges do not, nor do the IPv6 forms that carry an IPv4 address to somewhere
 * else (6to4, Teredo, NAT64, `::127.0.0.1`). A mapped IPv4 address counts as what it maps. Text that is no address: no.
 */
export function isPublicAddress(text: string): boolean {
  // A zone (`fe80::1%eth0`) is of this machine's own networks.
  if (text.includes('%') || !ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || GLOBAL_UNICAST.some((range) => address.match(range))
}

/** All of IPv6 that has been given out to the public; whatever is outside has a meaning of its own. */
const GLOBAL_UNICAST = [ipaddr.parseCIDR('2000::/3')]
