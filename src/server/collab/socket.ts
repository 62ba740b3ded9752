import type { Connection, WebSocketLike } from '@hocuspocus/server'
import type { WebSocket } from 'ws'
import type { SignedInCaller } from '@/server/context'
import { LIMITS } from '@/shared/limits'
import type { PageFacts } from '@/shared/permissions'
import type { Access } from './access'
import type { Budget } from './budget'
import { WANTED_MS } from './demand'
import { readFrame } from './frame'
import { type Identity, presenceOf } from './presence'
import { CLOSE } from './protocol'
import { timeWork } from './thread-time'

/** Reading stops while this much of one socket waits to be stored, and goes on at half of it. */
const WAITING_BYTES = 2 * 1024 * 1024
const WAITING_FRAMES = 2000
/** A reader who is so far behind is cut off; it gets everything in one state when it comes back. */
export const UNSENT_BYTES = LIMITS.document + 16 * 1024 * 1024
/** Less than this is asked after no further. */
const MUCH_UNSENT_BYTES = 1024 * 1024

/**
 * One browser tab's socket: what may come in (sound frames, at a bearable rate, no more than can be stored) and what
 * may pile up going out. One socket carries all pages of the tab.
 */
export class Socket implements WebSocketLike {
  readonly presence: Identity
  /** Milliseconds since 1970. */
  readonly openedAt = Date.now()
  /**
   * Connections of this socket on which an edit was refused. Each is one opening of a page: what was still under way when the page was closed
   * says nothing about it as it was opened again, and its end takes nothing back that was said of that.
   */
  readonly refused = new WeakSet<Connection>()
  /** What this socket was told it may do with the pages that it has open. */
  readonly granted = new Map<string, Access>()
  /** What that follows from, as this socket was last told. */
  readonly told = new Map<string, PageFacts>()
  /** Pages that the server has ended: what is still on its way belongs to the page as it was, not as it is opened next. */
  private readonly ended = new Set<string>()
  private readonly waiting = new Map<string, { bytes: number; frames: number }>()
  private rest: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly ws: WebSocket,
    readonly caller: SignedInCaller,
    private readonly budget: Budget,
    /** Called when much of it waits to be sent. */
    private readonly muchUnsent: () => void = () => undefined,
  ) {
    this.presence = presenceOf(caller)
  }

  get readyState(): number {
    return this.ws.readyState
  }

  /** Bytes that its reader has not taken. */
  get unsent(): number {
    return this.ws.bufferedAmount
  }

  /** Lets go of all that waits to be sent: its reader takes too little of what there is, and comes back for all of it at once. */
  fellBehind(): void {
    this.ws.terminate()
  }

  send(data: Parameters<WebSocketLike['send']>[0]): void {
    if (this.readyState !== this.ws.OPEN) return
    if (this.ws.bufferedAmount > UNSENT_BYTES) {
      this.close(CLOSE.tooSlow.code, CLOSE.tooSlow.reason)
      return
    }
    this.ws.send(data as Uint8Array)
    if (this.ws.bufferedAmount > MUCH_UNSENT_BYTES) this.muchUnsent()
  }

  close(code?: number, reason?: string): void {
    this.ws.close(code, reason)
    // A peer that does not answer the closing handshake is not waited for.
    setTimeout(() => this.ws.terminate(), 2000).unref()
  }

  /** May this frame be handled? If not, it came too late, or the socket is being closed with the reason. */
  accepts(bytes: Uint8Array): boolean {
    if (!this.budget.takeFrame()) {
      this.budget.punish()
      this.close(CLOSE.tooMany.code, CLOSE.tooMany.reason)
      return false
    }
    const frame = this.charge(() => readFrame(bytes))
    if (frame === null) {
      this.misspoke()
      return false
    }
    const { documentId, waits } = frame
    if (!waits) this.ended.delete(documentId)
    else if (this.ended.has(documentId)) return false
    else this.took(documentId, bytes.byteLength)
    return true
  }

  /** Something came that cannot be read. */
  misspoke(): void {
    this.budget.punish()
    this.close(CLOSE.malformed.code, CLOSE.malformed.reason)
  }

  /** Something came that nobody sends by mistake: nothing more is taken from this person for a few seconds. */
  exhaust(): void {
    this.budget.exhaust()
  }

  private took(documentId: string, bytes: number): void {
    const entry = this.waiting.get(documentId) ?? { bytes: 0, frames: 0 }
    entry.bytes += bytes
    entry.frames++
    this.waiting.set(documentId, entry)
    if (this.isBehind(1) && !this.ws.isPaused) this.ws.pause()
  }

  /** A frame that waited for its turn on a page was handled. */
  handled(documentId: string, bytes: number): void {
    const entry = this.waiting.get(documentId)
    if (!entry) return
    entry.bytes -= bytes
    entry.frames--
    if (entry.frames <= 0) this.waiting.delete(documentId)
    this.readOn()
  }

  /** The page is opened, with this access. */
  opened(documentId: string, access: Access): void {
    this.granted.set(documentId, access)
    this.told.delete(documentId)
    // Of a page that was not opened after all, nothing is handled.
    this.waiting.delete(documentId)
    this.readOn()
  }

  /** The server ends the page. */
  ends(documentId: string): void {
    this.ended.add(documentId)
  }

  /** Nothing waits on this page any more: its connection is gone. */
  dropped(documentId: string): void {
    this.waiting.delete(documentId)
    this.readOn()
  }

  private readOn(): void {
    if (this.ws.isPaused && this.rest === undefined && !this.isBehind(0.5)) this.ws.resume()
  }

  /** Does what this socket is the cause of, at once, and counts the processor time that it takes as its person's. */
  charge<T>(act: () => T): T {
    const worked = timeWork()
    try {
      return act()
    } finally {
      this.worked(worked())
    }
  }

  /** What came in took so much processor time: nothing more is read until others have had their share. */
  worked(time: { busyMs: number; tookMs: number }): void {
    this.restFor(this.budget.restAfter(time))
  }

  /** Also what was read already waits until then. */
  get rested(): Promise<void> | undefined {
    return this.budget.restMs > 0 ? this.budget.rested() : undefined
  }

  /** Nothing more is read for so long. */
  restFor(ms: number): void {
    if (ms === 0) return
    this.ws.pause()
    clearTimeout(this.rest)
    this.rest = setTimeout(
      () => {
        this.rest = undefined
        // Until then, or until nobody else wants anything.
        if (this.budget.restMs > 0) this.restFor(this.budget.restMs)
        else this.readOn()
      },
      Math.min(ms, WANTED_MS),
    )
    this.rest.unref()
  }

  private isBehind(share: number): boolean {
    let bytes = 0
    let frames = 0
    for (const entry of this.waiting.values()) {
      bytes += entry.bytes
      frames += entry.frames
    }
    return bytes > WAITING_BYTES * share || frames > WAITING_FRAMES * share
  }
}
