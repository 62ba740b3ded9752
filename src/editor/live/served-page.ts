import { HocuspocusProvider } from '@hocuspocus/provider'
import * as Y from 'yjs'
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
 * as long as it takes. `url` is that of the collaboration socket. `withdraw`: for somebody who is to write in the page. Before it has come, the
 * server knows that what it does not hold yet of these client ids, up to these clocks, is written anew, and takes it from nobody else any
 * more. Null: for reading alone.
 */
export function openServedPage(
  documentId: string,
  userId: string,
  url: string,
  withdraw: readonly (readonly [client: number, clock: number])[] | null,
  WebSocket?: unknown,
): ServedPage {
  const doc = createPageDoc(documentId)
  const { socket, release } = acquireSocket(`${url}${url.includes('?') ? '&' : '?'}served`, WebSocket)
  const provider = new HocuspocusProvider({
    name: documentId,
    document: doc,
    awareness: null,
    websocketProvider: socket,
    token: userId,
  })
  const come = new Promise<boolean>((resolve) => {
    let isSynced = false
    let withdrawn: [client: number, clock: number][] | null = withdraw ? null : []
    const look = () => {
      if (isSynced && withdrawn?.every(([client, clock]) => Y.getState(doc.store, client) >= clock))
        resolve(true)
    }
    doc.on('update', look)
    provider.on('synced', () => {
      isSynced = true
      look()
    })
    provider.on('stateless', ({ payload }: { payload: string }) => {
      withdrawn = (JSON.parse(payload) as { withdrawn?: typeof withdrawn }).withdrawn ?? withdrawn
      look()
    })
    provider.on('authenticated', ({ scope }: { scope: string }) => {
      if (!withdraw) return
      if (scope === 'readonly') resolve(false)
      else provider.sendStateless(JSON.stringify({ withdraw }))
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
