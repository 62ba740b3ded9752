import type { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { layoutIsKnown } from '@/document'
import type { PageFacts } from '@/shared/permissions'
import type { OwnStore } from '@/shared/store'
import { type acquireSocket, TOO_LARGE } from './live-socket'
import { PageProvider } from './page-provider'
import { type PageEvent, SEND_MS, SIGNED_OUT } from './situation'

/** What the server tells beside the document (`server/collab/protocol.ts`). */
interface Told {
  checkpoint?: number
  accepted?: boolean
  changed?: boolean
  review?: 'review-changed'
  foreign?: number[]
  access?: PageFacts
  relayed?: string
  ticket?: string
}

interface ConnectionDeps {
  documentId: string
  userId: string
  doc: Y.Doc
  awareness: Awareness
  socket: ReturnType<typeof acquireSocket>['socket']
  facts: OwnStore<PageFacts | null>
  changes: OwnStore<number>
  reviews: OwnStore<number>
  now(): number
  /** Gets everything that the server means for the situation of the page. */
  take(event: PageEvent): void
  /** Gets what the server says of the browsers of others, or passes on from them. */
  relay(told: Told): void
  /** Settles once the browser's copy has been read. */
  copyRead: Promise<unknown>
}

/** A page on the socket of its tab. */
export interface PageConnection {
  /** Asks the server for the page. `last` is called before: its listeners come behind those of the library. */
  open(last: () => void): void
  /** Asks again for a page that the server had ended, on the socket that stayed open. */
  openAgain(): void
  isOrigin(origin: unknown): boolean
  /** Sends what is held back to go together. */
  flush(): void
  say(message: object): void
  /** Exchanges what either side lacks. */
  exchange(): void
  detach(): void
  /** What the server had when the page was opened there: how much of each client. */
  served(): Map<number, number>
  /** An update of all that the server lacked then. */
  lacked(): Uint8Array
  close(): void
}

/** Hears what the server says of a page, and makes events of it (`situation.ts`). */
export function createPageConnection(deps: ConnectionDeps): PageConnection {
  const { documentId, doc, awareness, socket, facts, changes, reviews, take } = deps
  let provider: PageProvider | null = null
  let served = new Map<number, number>()
  let servedVector: Uint8Array = new Uint8Array()
  /** The server has ended the page on this socket, and was not asked for it again. */
  let isEnded = false

  const told = (payload: string) => {
    const answer = JSON.parse(payload) as Told
    if (answer.foreign) take({ kind: 'foreign', clients: answer.foreign })
    if (answer.access) facts.set(answer.access)
    if (answer.changed === true) changes.set(changes.get() + 1)
    if (answer.relayed !== undefined || answer.ticket !== undefined) deps.relay(answer)
    if (answer.review === 'review-changed') reviews.set(reviews.get() + 1)
    if (typeof answer.checkpoint !== 'number') return
    const { checkpoint, accepted } = answer
    take({ kind: 'answered', checkpoint, isAccepted: accepted === true, now: deps.now() })
  }
  const disconnected = () => take({ kind: 'disconnected' })
  const tooLarge = (id: string) => {
    if (id === documentId) take({ kind: 'too-large' })
  }
  socket.on('disconnect', disconnected)
  socket.on(TOO_LARGE, tooLarge)

  return {
    open(last) {
      provider = new PageProvider({
        name: documentId,
        document: doc,
        awareness,
        websocketProvider: socket,
        // Whose words these are: the browser may be signed in with another account by the time that they are sent.
        token: deps.userId,
        flushDelay: SEND_MS,
      })
      provider.listen({
        admitted(isReadOnly) {
          isEnded = false
          take({ kind: 'admitted', access: isReadOnly || !layoutIsKnown(doc) ? 'read' : 'write' })
        },
        refused(reason, isNow) {
          isEnded ||= isNow
          take({ kind: 'refused', reason })
        },
        asked(stateVector) {
          servedVector = stateVector
          served = Y.decodeStateVector(stateVector)
          take({ kind: 'exchanging' })
        },
        synced: () => take({ kind: 'synced', isKnownLayout: layoutIsKnown(doc) }),
        told,
        closed(code) {
          take({ kind: 'closed', isSignedOut: code === SIGNED_OUT })
          void deps.copyRead.then(() => take({ kind: 'copy-read', isEnough: true }))
        },
      })
      last()
      provider.attach()
    },
    openAgain() {
      if (socket.status !== 'connected') return
      isEnded = false
      void provider?.onOpen(new Event('open'))
    },
    isOrigin: (origin) => provider !== null && origin === provider,
    flush: () => provider?.flushPendingUpdates(),
    say: (message) => provider?.sendStateless(JSON.stringify(message)),
    exchange: () => provider?.forceSync(),
    detach: () => provider?.detach(),
    served: () => served,
    lacked: () => Y.encodeStateAsUpdate(doc, servedVector),
    close() {
      socket.off('disconnect', disconnected)
      socket.off(TOO_LARGE, tooLarge)
      // A page that is not open is not closed: the server would close the one that comes next instead.
      if (provider && isEnded) socket.forget(provider)
      if (provider) provider.destroy()
      else awareness.destroy()
    },
  }
}
