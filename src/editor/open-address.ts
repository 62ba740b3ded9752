import { safeUrl } from '@/shared/safe-url'
import { isInside } from './core/link'
import type { EditorHost } from './source'

/**
 * Follows a link: a page of ours in this tab, a file of ours and any other address in a new one that knows nothing of this
 * (product.md 2.12). `isNewTab`: that too in a new one, as with Control or Command held.
 */
export function openAddress(
  address: string,
  host: EditorHost,
  { isNewTab = false }: { isNewTab?: boolean } = {},
): void {
  const url = safeUrl(address)
  if (url === null) return
  if (!isInside(url) || url.startsWith('/api/') || isNewTab) window.open(url, '_blank', 'noopener,noreferrer')
  else if (host.openPath) host.openPath(url)
  else window.location.assign(url)
}
