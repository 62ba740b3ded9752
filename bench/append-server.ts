import { mkdtempSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { type WebSocket, WebSocketServer } from 'ws'

/*
 * What a durable acknowledgement costs at least: each edit is appended to one file as it came, and acknowledged after an `fdatasync`. What
 * comes during one goes together into the next. Nothing is decoded, checked, merged or sent to others.
 */

const SYNC = 0
const SYNC_STATUS = 8
const SYNC_STEP_1 = 0
const SYNC_STEP_2 = 1

const file = await open(join(mkdtempSync(join(tmpdir(), 'sheaf-bench-append-')), 'log'), 'a')
let waiting: { edit: Uint8Array; ws: WebSocket; page: string }[] = []
let isWriting = false

async function write(): Promise<void> {
  if (isWriting) return
  isWriting = true
  while (waiting.length > 0) {
    const batch = waiting
    waiting = []
    await file.appendFile(Buffer.concat(batch.map(({ edit }) => edit)))
    await file.datasync()
    for (const { ws, page } of batch) say(ws, page, SYNC_STATUS, (out) => encoding.writeVarUint(out, 1))
  }
  isWriting = false
}

function say(ws: WebSocket, page: string, type: number, rest: (out: encoding.Encoder) => void): void {
  const out = encoding.createEncoder()
  encoding.writeVarString(out, page)
  encoding.writeVarUint(out, type)
  rest(out)
  ws.send(encoding.toUint8Array(out))
}

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('connection', (ws) => {
  ws.on('message', (data: Buffer) => {
    const message = decoding.createDecoder(new Uint8Array(data))
    const page = decoding.readVarString(message)
    const type = decoding.readVarUint(message)
    if (type !== SYNC) return
    if (decoding.readVarUint(message) !== SYNC_STEP_1) {
      waiting.push({ edit: decoding.readVarUint8Array(message), ws, page })
      void write()
      return
    }
    say(ws, page, SYNC, (out) => {
      encoding.writeVarUint(out, SYNC_STEP_2)
      // An update that brings nothing.
      encoding.writeVarUint8Array(out, new Uint8Array([0, 0]))
    })
  })
})
server.on('listening', () => {
  const { port } = server.address() as AddressInfo
  const pages = Array.from({ length: Number(process.env.PAGES ?? 1) }, (_, i) => `page-${i}`)
  process.stdout.write(`${JSON.stringify({ url: `ws://127.0.0.1:${port}/collab`, cookie: '', pages })}\n`)
})
