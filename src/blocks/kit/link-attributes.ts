import { safeUrl } from '@/shared/safe-url'

/** What an `<a>` says that leads there: in a new tab unless the address is one of ours (product.md 2.12); `null` when nothing may (R30). */
export function linkAttributes(url: unknown): { href: string; target?: string; rel?: string } | null {
  const href = safeUrl(url)
  if (href === null) return null
  const isInside = /^(\/(?![/\\])|#)/.test(href)
  return isInside ? { href } : { href, target: '_blank', rel: 'noopener noreferrer nofollow' }
}
