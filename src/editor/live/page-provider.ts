import { HocuspocusProvider } from '@hocuspocus/provider'

/** A page that the server ended on a socket that stays open. */
const NORMAL = 1000
const SYNC = 0
const SYNC_STEP_1 = 0

/** What is read of a message before the library reads it. */
interface IncomingMessage {
  readVarString(): string
  readVarUint(): number
  readVarUint8Array(): Uint8Array
}

/** What the server says of one page on the tab's socket. */
export interface PageListener {
  admitted(isReadOnly: boolean): void
  /** It lets this person not have the page, or has ended it on a socket that stays open. */
  refused(reason: string, isEnded: boolean): void
  /** It asks for what it lacks beyond this state vector, and is answered in the same turn. */
  asked(stateVector: Uint8Array): void
  synced(): void
  told(payload: string): void
  /** The socket was closed, with this code. */
  closed(code: number | undefined): void
}

/**
 * To the library everybody else is gone whenever an attempt to reach the server fails. Once is enough: who is met without it
 * afterwards stays.
 */
export class PageProvider extends HocuspocusProvider {
  private isLost = false

  override onOpen(event: Event): Promise<void> {
    this.isLost = false
    return super.onOpen(event)
  }

  override onClose(): void {
    if (this.isLost) return
    this.isLost = true
    super.onClose()
  }

  /** It speaks for nobody else: the server would take another's caret, which came from a peer, for one of this person's. */
  override awarenessUpdateHandler(
    changed: Record<'added' | 'updated' | 'removed', number[]>,
    origin: unknown,
  ): void {
    const own = (clients: number[]) => clients.filter((client) => client === this.awareness?.clientID)
    const mine = { added: own(changed.added), updated: own(changed.updated), removed: own(changed.removed) }
    if (Object.values(mine).some((clients) => clients.length > 0)) super.awarenessUpdateHandler(mine, origin)
  }

  listen(listener: PageListener): void {
    this.on('authenticated', ({ scope }: { scope: string }) => listener.admitted(scope === 'readonly'))
    this.on('authenticationFailed', ({ reason }: { reason: string }) => listener.refused(reason, false))
    this.on('message', ({ message }: { message: IncomingMessage }) => {
      message.readVarString()
      if (message.readVarUint() !== SYNC || message.readVarUint() !== SYNC_STEP_1) return
      // Of its own: the library reads on in the message.
      listener.asked(message.readVarUint8Array().slice())
    })
    this.on('synced', () => listener.synced())
    this.on('stateless', ({ payload }: { payload: string }) => listener.told(payload))
    this.on('close', ({ event: { code, reason } }: { event: { code?: number; reason?: string } }) => {
      // A closed page on an open socket carries only the server's reason; a closed socket has a code of its own.
      const isOpen = this.configuration.websocketProvider.status === 'connected'
      if (isOpen && code === NORMAL) listener.refused(reason ?? '', true)
      else listener.closed(code)
    })
  }
}
