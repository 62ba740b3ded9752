import { safeUrl } from '@/shared/safe-url'

const REDIRECT = /^https?:\/\/(?:www\.)?google\.com\/url\?/i

/**
 * Where an address really leads: Google Docs writes every link as one to `www.google.com/url`, with the target in `q`. An address that is no
 * such redirect, or one to what no link may lead to, stays.
 */
export function withoutRedirect(address: string): string {
  if (!REDIRECT.test(address)) return address
  const target = safeUrl(
    new URLSearchParams(address.slice(address.indexOf('?') + 1).replace(/#.*$/s, '')).get('q'),
  )
  return target !== null && /^(?:https?:\/\/|mailto:)/i.test(target) ? target : address
}
