import { partOfUpdate } from '@/editor/live/rename-clients'
import { canSign } from './keys'
import { openMesh } from './mesh'
import { createPagePeers, type PagePeers, type PeersHost } from './page-peers'

/** Connects an open page to the browsers of others; null where this browser can neither sign nor call others. */
export async function connectPeers(
  host: Omit<PeersHost, 'openMesh' | 'sendOwn'> & {
    /** What the server lacks, without and with what others wrote. */
    lacked(): Uint8Array
    send(update: Uint8Array): void
  },
  meet?: typeof openMesh,
): Promise<PagePeers | null> {
  if (!canSign()) return null
  if (!meet && typeof RTCPeerConnection === 'undefined') return null
  return createPagePeers({
    ...host,
    openMesh: meet ?? openMesh,
    sendOwn: (part) => host.send(partOfUpdate(host.lacked(), part)),
  })
}
