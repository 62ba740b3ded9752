import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Hocuspocus } from '@hocuspocus/server'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Caller, SignedInCaller } from '@/server/context'
import type { UpgradeRefusal } from '@/server/http/upgrade'
import { limitPings } from '@/server/limit-pings'
import type { Log } from '@/server/log'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { Budget } from './budget'
import { Demand } from './demand'
import type { Context } from './edit-authorizer'
import { CLOSE } from './protocol'
import { Socket } from './socket'
import { timeWork } from './thread-time'
import { tooMuchUnsent } from './unsent'

const SOCKETS_PER_PERSON = 50
/** What is sent meanwhile is looked at together. */
const BOUND_AFTER_MS = 50
/** Time for a close code to arrive before the connection is gone. */
const FAREWELL_MS = 500
const KEPT_BUDGETS = 1000
/** A call waits no longer for its person's share of the time. */
const LONGEST_WAIT_MS = 10_000

/** Makes sockets of upgrade requests and hands what they say to Hocuspocus. */
export class SocketServer {
  readonly sockets = new Set<Socket>()
  private readonly budgets = new Map<string, Budget>()
  private readonly demand = new Demand()
  private isClosing = false
  private bounding: ReturnType<typeof setTimeout> | undefined
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
    if (this.isClosing) return { status: 503, message: t('The server is restarting. Please try again.') }
    const isKnown = isSignedIn(caller)
    const farewell = isKnown ? this.budgetOf(caller.user.id).isSpent && CLOSE.tooMany : CLOSE.signedOut
    if (!isKnown || farewell) {
      this.nobody.handleUpgrade(request, raw, head, (ws) => turnAway(ws, raw, farewell || CLOSE.signedOut))
      return null
    }
    this.server.handleUpgrade(request, raw, head, (ws) => this.open(ws, raw, caller))
    return null
  }

  private budgetOf(userId: string): Budget {
    if (this.budgets.size > KEPT_BUDGETS) {
      for (const [id, budget] of this.budgets) if (budget.isFull) this.budgets.delete(id)
    }
    const budget = this.budgets.get(userId) ?? new Budget(() => this.demand.lastOfOthers(userId))
    this.budgets.set(userId, budget)
    return budget
  }

  /** The sockets of this person. */
  of(userId: string): Socket[] {
    return [...this.sockets].filter((socket) => socket.caller.user.id === userId)
  }

  /** Looks in a moment at what waits to be sent on all sockets, once for all that is sent until then. */
  private boundUnsent(): void {
    this.bounding ??= setTimeout(() => {
      this.bounding = undefined
      for (const socket of tooMuchUnsent(this.sockets)) socket.fellBehind()
    }, BOUND_AFTER_MS)
  }

  /** Does what these people are the cause of, at once, and counts the processor time that it takes as theirs, in equal parts. */
  charge<T>(people: readonly (string | null)[], act: () => T): T {
    const worked = timeWork()
    try {
      return act()
    } finally {
      const { busyMs, tookMs } = worked()
      const each = { busyMs: busyMs / people.length, tookMs }
      for (const userId of people) if (userId !== null) this.worked(userId, each)
    }
  }

  /** They wait until others have had their share. */
  private worked(userId: string, time: { busyMs: number; tookMs: number }): void {
    const ms = this.budgetOf(userId).restAfter(time)
    if (ms > 0) for (const socket of this.of(userId)) socket.restFor(ms)
  }

  /** {@link Collab.heard} */
  heard(who: string): void {
    this.demand.heard(who)
  }

  /** {@link Collab.isWanted} */
  isWanted(): boolean {
    return this.demand.isWanted()
  }

  /** {@link Collab.restOf} */
  restOf(userId: string): number {
    return this.budgets.get(userId)?.restMs ?? 0
  }

  /** Resolves when this person's share of the time is not used up; a call is not put off for ever. */
  async rested(userId: string | null): Promise<void> {
    if (userId === null) return
    this.heard(userId)
    await this.budgetOf(userId).rested(LONGEST_WAIT_MS)
  }

  /** Lets nobody in any more and asks everybody to come back later. */
  close(): void {
    this.isClosing = true
    for (const socket of this.sockets) socket.close(CLOSE.restart.code, CLOSE.restart.reason)
    this.server.close()
  }

  private open(ws: WebSocket, raw: Duplex, caller: SignedInCaller): void {
    const budget = this.budgetOf(caller.user.id)
    limitPings(ws)
    const socket = new Socket(ws, caller, budget, () => this.boundUnsent())
    if (this.of(caller.user.id).length >= SOCKETS_PER_PERSON) {
      socket.close(CLOSE.tooManySockets.code, CLOSE.tooManySockets.reason)
      return
    }
    this.sockets.add(socket)
    // Coming back begins nothing anew.
    socket.restFor(budget.restMs)
    const connection = this.hocuspocus.handleConnection(socket, new Request('http://localhost/collab'), {
      socket,
    })
    ws.on('message', (data: Buffer, isBinary: boolean) => {
      const frame = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      if (socket.readyState !== ws.OPEN) return
      this.heard(caller.user.id)
      if (isBinary) {
        if (socket.accepts(frame)) connection.handleMessage(frame)
      } else socket.close(CLOSE.malformed.code, CLOSE.malformed.reason)
    })
    // Who says no more and takes nothing is not waited for.
    raw.on('end', () => setTimeout(() => ws.terminate(), FAREWELL_MS).unref())
    // The library answers a frame that is too large or broken with the fitting close code by itself.
    ws.on('error', (error) => {
      this.log.warn({ err: error, ip: caller.ip }, 'a socket was closed')
      budget.punish()
      // It would read on to the end of a frame of any size, only to throw it away.
      setImmediate(() => raw.pause())
      setTimeout(() => ws.terminate(), FAREWELL_MS).unref()
    })
    ws.on('close', (code, reason) => {
      this.sockets.delete(socket)
      connection.handleClose({ code, reason: reason.toString() })
    })
  }
}

/** A browser does not show its page why a handshake was refused; a close code it does. */
function turnAway(ws: WebSocket, raw: Duplex, { code, reason }: { code: number; reason: string }): void {
  ws.on('error', () => ws.terminate())
  limitPings(ws)
  // A client that goes on talking is not listened to.
  ws.on('message', () => raw.pause())
  ws.close(code, reason)
  setTimeout(() => ws.terminate(), FAREWELL_MS).unref()
}

export const isSignedIn = (caller: Caller): caller is SignedInCaller =>
  caller.user !== null && caller.sessionId !== null
