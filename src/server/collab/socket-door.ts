import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Hocuspocus } from '@hocuspocus/server'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Caller, SignedInCaller } from '@/server/context'
import type { UpgradeRefusal } from '@/server/http/upgrade'
import type { Log } from '@/server/log'
import { LIMITS } from '@/shared/limits'
import type { Context } from './gate'
import { Socket } from './socket'
import { CLOSE } from './words'

const SOCKETS_PER_PERSON = 50

/** Makes sockets of upgrade requests and hands what they say to Hocuspocus. */
export class SocketDoor {
  readonly sockets = new Set<Socket>()
  private isClosing = false
  private readonly server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: LIMITS.frame,
    perMessageDeflate: false,
  })

  /** Completes the handshake of somebody who is not signed in, only to say so, and reads next to nothing of theirs. */
  private readonly nobody = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: 1024,
    perMessageDeflate: false,
  })

  constructor(
    private readonly hocuspocus: Hocuspocus<Context>,
    private readonly log: Log,
  ) {}

  /** {@link Collab.handleUpgrade} */
  handleUpgrade(request: IncomingMessage, raw: Duplex, head: Buffer, caller: Caller): UpgradeRefusal | null {
    if (this.isClosing) return { status: 503, message: 'The server is restarting. Please try again.' }
    if (!isSignedIn(caller)) {
      this.nobody.handleUpgrade(request, raw, head, turnAway)
      return null
    }
    this.server.handleUpgrade(request, raw, head, (ws) => this.open(ws, caller))
    return null
  }

  /** The sockets of this person. */
  of(userId: string): Socket[] {
    return [...this.sockets].filter((socket) => socket.caller.user.id === userId)
  }

  /** Lets nobody in any more and asks everybody to come back later. */
  close(): void {
    this.isClosing = true
    for (const socket of this.sockets) socket.close(CLOSE.restart.code, CLOSE.restart.reason)
    this.server.close()
  }

  private open(ws: WebSocket, caller: SignedInCaller): void {
    const socket = new Socket(ws, caller)
    if (this.of(caller.user.id).length >= SOCKETS_PER_PERSON) {
      socket.close(CLOSE.tooManySockets.code, CLOSE.tooManySockets.reason)
      return
    }
    this.sockets.add(socket)
    const connection = this.hocuspocus.handleConnection(socket, new Request('http://localhost/collab'), {
      socket,
    })
    ws.on('message', (data: Buffer, isBinary: boolean) => {
      const frame = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      if (socket.readyState !== ws.OPEN) return
      if (isBinary) {
        if (socket.accepts(frame)) connection.handleMessage(frame)
      } else socket.close(CLOSE.malformed.code, CLOSE.malformed.reason)
    })
    // The library answers a frame that is too large or broken with the fitting close code by itself.
    ws.on('error', (error) => this.log.warn({ err: error, ip: caller.ip }, 'a socket was closed'))
    ws.on('close', (code, reason) => {
      this.sockets.delete(socket)
      connection.handleClose({ code, reason: reason.toString() })
    })
  }
}

/** A browser does not show its page why a handshake was refused; a close code it does. */
function turnAway(ws: WebSocket): void {
  ws.on('error', () => ws.terminate())
  ws.close(CLOSE.signedOut.code, CLOSE.signedOut.reason)
  setTimeout(() => ws.terminate(), 2000).unref()
}

const isSignedIn = (caller: Caller): caller is SignedInCaller =>
  caller.user !== null && caller.sessionId !== null
