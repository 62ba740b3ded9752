import { type FromRooms, type IceServer, ROOM_CLOSE, ROOMS_PATH, type ToRooms } from '@/shared/rooms'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000

/** `away`: the server is not there, or not yet. `full`: it lets nobody else into the room. */
export type Meeting = 'away' | 'met' | 'full'

export interface MeetingPointOptions {
  /** How this browser enters the room. */
  join(): ToRooms
  onMeeting(meeting: Meeting): void
  /** Who is in the room, whenever it is entered. */
  onPeers(peers: readonly string[], iceServers: readonly IceServer[]): void
  onCame(peer: string): void
  onLeft(peer: string): void
  /** They may not be met any more. */
  onGone(peer: string): void
  onSignal(from: string, data: unknown): void
}

/** The connection to the server that browsers of a room find each other by. It is made again for as long as it is wanted. */
export class MeetingPoint {
  private socket: WebSocket | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private waitMs = FIRST_WAIT_MS
  private isClosed = false

  constructor(private readonly options: MeetingPointOptions) {
    this.open()
  }

  send(message: ToRooms): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message))
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.timer)
    this.socket?.close()
  }

  private open(): void {
    const { join, onMeeting } = this.options
    const socket = new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}${ROOMS_PATH}`)
    this.socket = socket
    socket.addEventListener('open', () => this.send(join()))
    socket.addEventListener('message', ({ data }) => this.hear(JSON.parse(String(data)) as FromRooms))
    socket.addEventListener('close', ({ code }) => {
      if (this.isClosed) return
      onMeeting(code === ROOM_CLOSE.full.code ? 'full' : 'away')
      // Spread, so that a server that comes back is not met by everybody at once.
      this.timer = setTimeout(() => this.open(), this.waitMs * (0.5 + Math.random() / 2))
      this.waitMs = Math.min(LONGEST_WAIT_MS, this.waitMs * 2)
    })
  }

  private hear(message: FromRooms): void {
    const { onMeeting, onPeers, onCame, onLeft, onGone, onSignal } = this.options
    if (message.type === 'joined') {
      this.waitMs = FIRST_WAIT_MS
      onMeeting('met')
      onPeers(message.peers, message.iceServers)
    } else if (message.type === 'came') onCame(message.peer)
    else if (message.type === 'left') onLeft(message.peer)
    else if (message.type === 'gone') onGone(message.peer)
    else onSignal(message.from, message.data)
  }
}
