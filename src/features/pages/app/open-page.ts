import { pageIdOf } from '@/shared/page-address'
import { isPossiblePageId } from '../model'

/** The id of the page that an address shows (`/k3v9…`, `/its-title-k3v9…`); null for the application's own screens. */
export function openPageId(pathname: string): string | null {
  const id = pageIdOf(/^\/([^/]+)\/?$/.exec(pathname)?.[1] ?? '')
  return isPossiblePageId(id) ? id : null
}
