import { randomBytes } from 'node:crypto'
import * as encoding from 'lib0/encoding'
import WebSocket from 'ws'
import * as Y from 'yjs'
import { authFrame, awarenessFrame, encode, statelessFrame, syncFrame } from './collab-frames.ts'
import { crowdedUpdate } from './crowded-update.ts'

/**
 * Attacks a collaboration server until it is ended: `node flood-child.ts <kind> <url> <cookie> <page>`. A program of its
 * own, so that what it costs is not taken for what the server costs others.
 */
const [kind = '', url = '', cookie = '', page = ''] = process.argv.slice(2)

const MB = 1024 * 1024

function nested(levels: number): Uint8Array {
  const doc = new Y.Doc()
  doc.transact(() => {
    let map = doc.getMap('meta')
    for (let i = 0; i < levels; i++) {
      const inner = new Y.Map<unknown>()
      map.set('deeper', inner)
      map = inner
    }
  })
  return Y.encodeStateAsUpdate(doc)
}

/** A page with a table of this many rows and columns. */
function table(lines: number): Uint8Array {
  const doc = new Y.Doc()
  doc.transact(() => {
    const add = (id: string, kind: string, parent: string) =>
      doc.getMap('blocks').set(id, new Y.Map<unknown>(Object.entries({ kind, at: [parent, 'a0'] })))
    add('t', 'table', '')
    for (let i = 0; i < lines; i++) {
      add(`r${i}`, 'tableRow', 't')
      add(`c${i}`, 'tableColumn', 't')
    }
  })
  return Y.encodeStateAsUpdate(doc)
}

/** Somebody's awareness state: `{"a":{"a":…}}`. */
function deepState(levels: number): Uint8Array {
  return encode((out) => {
    for (const number of [1, 1, 1]) encoding.writeVarUint(out, number)
    encoding.writeVarString(out, `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
  })
}

/** What is sent after the page was asked for, again and again. */
const FRAMES: Record<string, () => Uint8Array[]> = {
  'a 100 MB frame': () => [new Uint8Array(100 * MB)],
  '10,000 levels': () => [syncFrame(page, 2, nested(10_000)), awarenessFrame(page, deepState(10_000))],
  'pages that are too large': () => [
    syncFrame(page, 2, table(1000)),
    syncFrame(
      page,
      2,
      crowdedUpdate(
        10_000,
        () => null,
        (i) => i,
      ),
    ),
  ],
  'tiny frames': () => Array.from({ length: 10_000 }, () => statelessFrame(page, '{}')),
  noise: () =>
    Array.from({ length: 20 }, () => new Uint8Array(randomBytes(1 + Math.floor(Math.random() * 4000)))),
  'a flood before signing in': () =>
    Array.from({ length: 1000 }, () => statelessFrame(page, 'x'.repeat(1000))),
}

const headers = kind === 'a flood before signing in' ? {} : { cookie }
const frames = FRAMES[kind]?.() ?? []
let sent = 0
process.on('SIGTERM', () => process.stdout.write(`sent ${sent}\n`, () => process.exit(0)))

/** One attacker: comes, floods until it is thrown out, comes back. */
async function attack(): Promise<never> {
  for (;;) {
    await new Promise<void>((resolve) => {
      const ws = new WebSocket(url, { headers })
      ws.on('error', () => undefined)
      ws.on('close', () => resolve())
      ws.on('open', () => {
        ws.send(authFrame(page))
        const more = () => {
          if (ws.readyState !== WebSocket.OPEN) return
          for (const frame of frames) ws.send(frame)
          sent += frames.length
          // Only as fast as the network takes it, or this program would fill its own memory instead.
          const wait = () =>
            ws.bufferedAmount > MB && ws.readyState === WebSocket.OPEN ? setTimeout(wait, 1) : more()
          setTimeout(wait, 1)
        }
        more()
      })
    })
  }
}

void Promise.all([attack(), attack(), attack()])
process.stdout.write('attacking\n')
