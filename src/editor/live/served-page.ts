import { HocuspocusProvider } from '@hocuspocus/provider'
import type * as Y from 'yjs'
import { createPageDoc } from '@/document'
import { acquireSocket } from './live-socket'
import { SIGNED_OUT } from './situation'

/** The page as the server has it, without anything that this browser holds; it follows until it is closed. */
export interface ServedPage {
  /** Resolves when the page has come: true, or false when the server does not let this person write in it. */
  come: Promise<boolean>
  doc: Y.Doc
  close(): void
}

/**
 * Opens the page once more, in a doc of its own and on a socket of its own: a socket has each page open once. Waits for the network
 * as long as it takes. `url` is that of the collaboration socket.
 */
export function openServedPage(documentId: string, url: string, WebSocket?: unknown): ServedPage {
  const doc = createPageDoc(documentId)
  const { socket, release } = acquireSocket(`${url}${url.includes('?') ? '&' : '?'}served`, WebSocket)
  const provider = new HocuspocusProvider({
    name: documentId,
    document: doc,
    awareness: null,
    websocketProvider: socket,
    token: '',
  })
  const come = new Promise<boolean>((resolve) => {
    provider.on('synced', () => resolve(true))
    provider.on('authenticated', ({ scope }: { scope: string }) => {
      if (scope === 'readonly') resolve(false)
    })
    provider.on('authenticationFailed', () => resolve(false))
    // A page that is ended on an open socket is refused; with a socket that is lost it comes again by itself.
    provider.on('close', ({ event }: { event: { code?: number } }) => {
      if (socket.status === 'connected' || event.code === SIGNED_OUT) resolve(false)
    })
    provider.on('destroy', () => resolve(false))
  })
  provider.attach()
  return {
    come,
    doc,
    close() {
      provider.destroy()
      doc.destroy()
      release()
    },
  }
}
