import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import WebSocket from 'ws'
import * as Y from 'yjs'

const SYNC = 0
const AUTH = 2
const SYNC_STATUS = 8
const SYNC_STEP_1 = 0
const UPDATE = 2
const EVERY_MS = 100

/** Says something about a page in the live protocol. */
export function frameOf(page: string, type: number, write: (out: encoding.Encoder) => void): Uint8Array {
  const out = encoding.createEncoder()
  encoding.writeVarString(out, page)
  encoding.writeVarUint(out, type)
  write(out)
  return encoding.toUint8Array(out)
}

/** The edit `update` as a message. */
export const editFrame = (page: string, update: Uint8Array): Uint8Array =>
  frameOf(page, SYNC, (out) => {
    encoding.writeVarUint(out, UPDATE)
    encoding.writeVarUint8Array(out, update)
  })

/** Somebody who has a page open and types ten times a second; what they wait for each acknowledgement is noted. */
export class Typist {
  private readonly sentAt: number[] = []
  private waits: number[] = []
  private timer: ReturnType<typeof setInterval> | undefined

  readonly ws: WebSocket
  private readonly page: string

  private constructor(ws: WebSocket, page: string) {
    this.ws = ws
    this.page = page
  }

  /** Resolves when the page has arrived. */
  static async open(port: number, cookie: string, page: string): Promise<Typist> {
    const ws = new WebSocket(`ws://localhost:${port}/collab`, {
      headers: { cookie, origin: `http://localhost:${port}` },
    })
    await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject))
    const typist = new Typist(ws, page)
    const synced = new Promise<void>((resolve) => {
      ws.on('message', (data: Buffer) => {
        const now = performance.now()
        const message = decoding.createDecoder(new Uint8Array(data))
        decoding.readVarString(message)
        const type = decoding.readVarUint(message)
        if (type === SYNC) resolve()
        if (type !== SYNC_STATUS) return
        const sent = typist.sentAt.shift()
        if (sent !== undefined) typist.waits.push(now - sent)
      })
    })
    ws.send(
      frameOf(page, AUTH, (out) => {
        encoding.writeVarUint(out, 0)
        encoding.writeVarString(out, '')
      }),
    )
    ws.send(
      frameOf(page, SYNC, (out) => {
        encoding.writeVarUint(out, SYNC_STEP_1)
        encoding.writeVarUint8Array(out, Y.encodeStateVector(new Y.Doc()))
      }),
    )
    await synced
    return typist
  }

  /** Types from now on, the first time after so long. */
  async type(firstMs: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, firstMs))
    const doc = new Y.Doc()
    doc.on('update', (update: Uint8Array) => {
      this.sentAt.push(performance.now())
      this.ws.send(editFrame(this.page, update))
    })
    this.timer = setInterval(() => doc.getText('title').insert(0, 'x'), EVERY_MS)
  }

  /** What was waited since this was asked last, what still waits included. */
  take(): number[] {
    const now = performance.now()
    const waiting = this.sentAt.map((sent) => now - sent).filter((ms) => ms > EVERY_MS)
    const taken = [...this.waits, ...waiting]
    this.waits = []
    return taken
  }

  /** Do edits wait that were sent before the last one? */
  get isBehind(): boolean {
    return this.sentAt.length > 1
  }

  close(): void {
    clearInterval(this.timer)
    this.ws.terminate()
  }
}
