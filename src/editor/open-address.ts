import { safeUrl } from '@/shared/safe-url'
import { isInside } from './core/link'
import type { EditorHost } from './source'

/** Follows a link: one of ours in this tab, any other in a new one that knows nothing of this (product.md 2.12). */
export function openAddress(address: string, host: EditorHost): void {
  const url = safeUrl(address)
  if (url === null) return
  if (!isInside(url)) window.open(url, '_blank', 'noopener,noreferrer')
  else if (host.openPath) host.openPath(url)
  else window.location.assign(url)
}
