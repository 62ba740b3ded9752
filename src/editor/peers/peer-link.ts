import type { IceServer } from '@/shared/rooms'
import { Joiner, piecesOf } from './frames'

/** More than this is not handed to the channel before it has sent some of it. */
const UNSENT_BYTES = 256 * 1024
/** As many pieces (`PIECE_BYTES`) wait for one that takes none: 64 MB. */
const MOST_UNSENT = 4_096
/** A connection that was lost is given this long to find another way before it is closed. */
const LOST_MS = 15_000

export interface PeerLinkOptions {
  iceServers: readonly IceServer[]
  /** Gives way when both begin at once: true for exactly one of the two. */
  isPolite: boolean
  /** Hands something to the other one by way of the server. */
  signal(data: object): void
  onOpen(): void
  onMessage(message: Uint8Array): void
  /** The connection has ended, by either side. */
  onClose(): void
}

/** A connection to one other browser, by "perfect negotiation": either side may begin, at any time, and both end up connected. */
export class PeerLink {
  private readonly connection: RTCPeerConnection
  private readonly channel: RTCDataChannel
  private readonly joiner = new Joiner()
  private readonly unsent: Uint8Array<ArrayBuffer>[] = []
  private isMakingOffer = false
  private ignoresOffer = false
  private isClosed = false
  private lost: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly options: PeerLinkOptions) {
    this.connection = new RTCPeerConnection({ iceServers: [...options.iceServers] })
    this.channel = this.connection.createDataChannel('page', { negotiated: true, id: 0 })
    this.channel.binaryType = 'arraybuffer'
    this.channel.bufferedAmountLowThreshold = UNSENT_BYTES / 4
    this.channel.addEventListener('open', () => options.onOpen())
    this.channel.addEventListener('close', () => this.close())
    this.channel.addEventListener('message', ({ data }) => this.hear(data))
    this.channel.addEventListener('bufferedamountlow', () => this.flush())
    this.connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate) options.signal({ candidate: candidate.toJSON() })
    })
    this.connection.addEventListener('negotiationneeded', () => void this.offer())
    this.connection.addEventListener('connectionstatechange', () => this.follow())
  }

  get isOpen(): boolean {
    return this.channel.readyState === 'open'
  }

  /** Sends in order; what there is no room for yet waits here. */
  send(message: Uint8Array): void {
    if (this.isClosed) return
    this.unsent.push(...piecesOf(message))
    this.flush()
    // It takes nothing of what it has asked for.
    if (this.unsent.length > MOST_UNSENT) this.close()
  }

  /** What the other one handed to the server for this connection. */
  async take(data: unknown): Promise<void> {
    const { description, candidate } = data as {
      description?: RTCSessionDescriptionInit
      candidate?: RTCIceCandidateInit
    }
    try {
      if (description) await this.answer(description)
      else if (candidate) await this.connection.addIceCandidate(candidate)
    } catch {
      // Candidates of an offer that was ignored fit nothing. Anything else that does not fit ends the connection.
      if (!(candidate && this.ignoresOffer)) this.close()
    }
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    clearTimeout(this.lost)
    this.channel.close()
    this.connection.close()
    this.options.onClose()
  }

  private async offer(): Promise<void> {
    try {
      this.isMakingOffer = true
      await this.connection.setLocalDescription()
      // The other one's offer may have come in the meantime, and the answer to it is sent by itself.
      const { localDescription } = this.connection
      if (localDescription?.type === 'offer') this.options.signal({ description: localDescription.toJSON() })
    } catch {
      // There is no connection, and the number of people says so.
      this.close()
    } finally {
      this.isMakingOffer = false
    }
  }

  private async answer(description: RTCSessionDescriptionInit): Promise<void> {
    const { connection } = this
    const collides =
      description.type === 'offer' && (this.isMakingOffer || connection.signalingState !== 'stable')
    this.ignoresOffer = !this.options.isPolite && collides
    if (this.ignoresOffer) return
    await connection.setRemoteDescription(description)
    if (description.type !== 'offer') return
    await connection.setLocalDescription()
    this.options.signal({ description: connection.localDescription?.toJSON() })
  }

  private follow(): void {
    const { connectionState } = this.connection
    clearTimeout(this.lost)
    if (connectionState === 'failed' || connectionState === 'closed') this.close()
    else if (connectionState === 'disconnected') this.lost = setTimeout(() => this.close(), LOST_MS)
  }

  private hear(data: unknown): void {
    try {
      if (!(data instanceof ArrayBuffer)) throw new Error('Not a piece of a message')
      const message = this.joiner.add(new Uint8Array(data))
      if (message) this.options.onMessage(message)
    } catch {
      // No browser of ours sends that: nothing more is taken from it.
      this.close()
    }
  }

  private flush(): void {
    while (this.isOpen && this.channel.bufferedAmount < UNSENT_BYTES) {
      const piece = this.unsent.shift()
      if (!piece) return
      this.channel.send(piece)
    }
  }
}
