import { nanoid } from 'nanoid'
import type { Link, Mesh, MeshOptions } from '@/editor/peers/mesh'

/** Connections between the pages of this process, in place of those between browsers: in order, and each message a copy. */
export class TestRoom {
  private readonly inside = new Map<string, Map<string, Guest>>()
  /** Tickets with which rooms were entered. */
  readonly shown: string[] = []

  readonly openMesh = (options: MeshOptions): Mesh => {
    const guest = new Guest(options)
    const others = this.inside.get(options.room) ?? new Map<string, Guest>()
    this.inside.set(options.room, others)
    this.shown.push(options.ticket?.() ?? '')
    setImmediate(() => {
      options.onMeeting('met')
      for (const other of others.values()) connect(guest, other)
      others.set(guest.own, guest)
    })
    return {
      own: guest.own,
      links: () => [...guest.ends].filter(({ isOpen }) => isOpen),
      close: () => {
        others.delete(guest.own)
        for (const end of [...guest.ends]) end.close()
      },
    }
  }
}

class Guest {
  readonly own = nanoid()
  readonly ends = new Set<End>()

  constructor(readonly options: MeshOptions) {}
}

class End implements Link {
  isOpen = true
  other: End | null = null

  constructor(
    readonly peer: string,
    private readonly guest: Guest,
  ) {
    guest.ends.add(this)
  }

  send(message: Uint8Array): void {
    const copy = message.slice()
    setImmediate(() => this.other?.hear(copy))
  }

  close(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.guest.ends.delete(this)
    this.guest.options.onClose(this)
    const { other } = this
    setImmediate(() => other?.close())
  }

  opened(): void {
    this.guest.options.onOpen(this)
  }

  private hear(message: Uint8Array): void {
    if (!this.isOpen) return
    try {
      this.guest.options.onMessage(this, message)
    } catch {
      // As on a real connection: nothing more is taken from who sends that.
      this.close()
    }
  }
}

function connect(a: Guest, b: Guest): void {
  const one = new End(b.own, a)
  const two = new End(a.own, b)
  one.other = two
  two.other = one
  one.opened()
  two.opened()
}
