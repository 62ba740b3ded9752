import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import WebSocket from 'ws'
import * as Y from 'yjs'

const SYNC = 0
const AUTH = 2
const SYNC_STATUS = 8
const SYNC_STEP_1 = 0
const SYNC_STEP_2 = 1
const UPDATE = 2

/** A browser tab's socket with pages open on it. */
export interface PageSocket {
  /** Writes a letter into every page; resolves when the server has acknowledged them all. */
  edit(): Promise<void>
  close(): void
}

/** Opens these pages over one socket; resolves when the server's state of each has arrived. */
export async function openPages(port: number, cookie: string, pages: readonly string[]): Promise<PageSocket> {
  const ws = new WebSocket(`ws://localhost:${port}/collab`, {
    headers: { cookie, origin: `http://localhost:${port}` },
  })
  await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject))
  const synced = new Set<string>()
  let acknowledged = 0
  let check = () => {}
  ws.on('message', (data: Buffer) => {
    const message = decoding.createDecoder(new Uint8Array(data))
    const page = decoding.readVarString(message)
    const type = decoding.readVarUint(message)
    if (type === SYNC_STATUS) acknowledged++
    if (type === SYNC && decoding.readVarUint(message) === SYNC_STEP_2) synced.add(page)
    check()
  })
  const until = (condition: () => boolean) =>
    new Promise<void>((resolve) => {
      check = () => condition() && resolve()
      check()
    })
  const say = (page: string, type: number, write: (out: encoding.Encoder) => void) => {
    const out = encoding.createEncoder()
    encoding.writeVarString(out, page)
    encoding.writeVarUint(out, type)
    write(out)
    ws.send(encoding.toUint8Array(out))
  }
  const nothing = Y.encodeStateVector(new Y.Doc())
  // Some at a time, as tabs are opened; a tab that says too much at once is cut off.
  for (let at = 0; at < pages.length; at += 50) {
    const some = pages.slice(at, at + 50)
    for (const page of some) {
      say(page, AUTH, (out) => {
        encoding.writeVarUint(out, 0)
        encoding.writeVarString(out, '')
      })
      say(page, SYNC, (out) => {
        encoding.writeVarUint(out, SYNC_STEP_1)
        encoding.writeVarUint8Array(out, nothing)
      })
    }
    await until(() => some.every((page) => synced.has(page)))
  }
  return {
    async edit() {
      acknowledged = 0
      for (const page of pages) {
        const doc = new Y.Doc()
        doc.getText('title').insert(0, 'x')
        const update = Y.encodeStateAsUpdate(doc)
        say(page, SYNC, (out) => {
          encoding.writeVarUint(out, UPDATE)
          encoding.writeVarUint8Array(out, update)
        })
      }
      await until(() => acknowledged >= pages.length)
    },
    close: () => ws.terminate(),
  }
}
