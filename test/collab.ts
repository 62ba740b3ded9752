import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket as NetSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { build } from 'vite'
import WebSocket from 'ws'
import * as Y from 'yjs'
import { colorOf, settledText, titleText } from '@/document'
import { type LivePage, type LivePageOptions, openLivePage } from '@/editor/live/live-page'
import { loadPage } from '@/server/collab/load-page'
import type { Db } from '@/server/db/db'
import { createLog } from '@/server/log'
import { serverBuild } from '../scripts/build.ts'
import { authFrame, statelessFrame } from './collab-frames'
import type { HostPerson } from './collab-host'

/** Waits until `condition` holds; fails with `what` when it does not in time. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 10_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** What lives in this process once everything that nobody needs has been cleared away, in bytes. */
export function livingMemory(): number {
  // Node gives the collector away only when asked in this way.
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

export const temporaryFolder = (): { path: string; remove(): void } => {
  const path = mkdtempSync(join(tmpdir(), 'sheaf-collab-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Minutes that randomised tests may take; 0 in `npm test`, where they run in their short form. */
export const LONG_MINUTES = Number(process.env.SHEAF_LONG_MINUTES ?? 0)

let tabs = 0

/** Somebody's browser tab on a page: the client code of the product over a real socket, in this process. */
export class Tab {
  page: LivePage
  /** Every token that this tab has written, and those that it was told are saved. */
  readonly written: string[] = []
  readonly acked = new Set<string>()
  /** Where its sockets were opened to, in order. */
  readonly addresses: string[] = []
  private readonly name = `t${++tabs}`
  private readonly sockets = new Set<WebSocket>()

  constructor(url: string, person: HostPerson, documentId: string, openMesh?: LivePageOptions['openMesh']) {
    const { cookie } = person
    const { sockets, addresses } = this
    const origin = new URL(url).origin.replace(/^ws/, 'http')
    class TabSocket extends WebSocket {
      constructor(address: string) {
        super(address, { headers: { cookie, origin } })
        addresses.push(address)
        sockets.add(this)
        this.once('close', () => sockets.delete(this))
        // In a browser nobody has to listen; here an error that nobody listens to ends the process.
        this.on('error', () => undefined)
      }
    }
    this.page = openLivePage({
      documentId,
      // Every tab has a socket of its own, which the client code keeps one of for each address.
      url: `${url}?${this.name}`,
      user: { id: person.id, name: person.name, color: colorOf(person.id) },
      WebSocket: TabSocket,
      ...(openMesh && { openMesh }),
    })
    this.follow()
  }

  private follow(): void {
    const { saveState, successor } = this.page
    saveState.subscribe(() => {
      if (this.state === 'saved') for (const token of this.written) this.acked.add(token)
    })
    successor.subscribe(() => {
      this.page = successor.get() ?? this.page
      this.follow()
    })
  }

  get state() {
    return this.page.saveState.get().kind
  }

  get text(): string {
    return titleText(this.page.doc).toString()
  }

  /** Writes a token that occurs nowhere else. */
  write(): string {
    const token = `‹${this.name}.${this.written.length}›`
    this.written.push(token)
    const text = titleText(this.page.doc)
    text.insert(text.length, token)
    return token
  }

  async saved(timeoutMs?: number): Promise<void> {
    await until(`${this.name} to be saved`, () => this.state === 'saved', timeoutMs).catch((error: Error) => {
      const state = JSON.stringify(this.page.saveState.get())
      const unsaved = this.written.length - this.acked.size
      throw new Error(
        `${error.message}: ${state}, ${unsaved} tokens, ${this.addresses.length} sockets so far`,
      )
    })
  }

  close(): void {
    this.page.destroy()
  }

  /** Ends as a browser does that is killed: nothing is said to the server any more. */
  die(): void {
    for (const socket of this.sockets) socket.terminate()
    this.page.destroy()
  }
}

/** The tokens of a text, in order: what tabs write into titles, and the single characters of writers. */
export const tokensIn = (text: string): string[] => text.match(/‹[^‹›]*›|[\u4e00-\ud7a3]/g) ?? []

/** How often each of these tokens is in the text, if not exactly once. */
export function lostOrDoubled(tokens: Iterable<string>, text: string): { lost: string[]; doubled: string[] } {
  const counts = new Map<string, number>()
  for (const token of tokensIn(text)) counts.set(token, (counts.get(token) ?? 0) + 1)
  const wanted = [...tokens]
  return {
    lost: wanted.filter((token) => !counts.has(token)),
    doubled: wanted.filter((token) => (counts.get(token) ?? 0) > 1),
  }
}

/** The page as the database alone holds it. */
export async function storedDoc(db: Db, documentId: string): Promise<Y.Doc> {
  const doc = new Y.Doc()
  await loadPage(db, documentId, doc, createLog('silent'))
  return doc
}

/** What the database alone holds of a page's title. */
export const storedText = async (db: Db, documentId: string): Promise<string> =>
  titleText(await storedDoc(db, documentId)).toString()

/** Title and words of a page. */
export const wordsOf = (doc: Y.Doc): string => `${titleText(doc)}\n${settledText(doc)}`

/** What the database alone holds of a page's title and words. */
export const storedWords = async (db: Db, documentId: string): Promise<string> =>
  wordsOf(await storedDoc(db, documentId))

/** The collaboration server as a child process on a port that stays the same. */
export class CollabChild {
  url = ''
  private child: ChildProcess | null = null
  private port = 0
  /** What the server has printed since it was last started: its log. */
  log = ''

  get pid(): number {
    return this.child?.pid ?? 0
  }

  private constructor(
    private readonly program: string,
    private readonly env: Record<string, string>,
  ) {}

  /** The same program with other settings, started. */
  async another(env: Record<string, string>): Promise<CollabChild> {
    const child = new CollabChild(this.program, env)
    await child.start()
    return child
  }

  /** Kills the server and removes the program. */
  async close(): Promise<void> {
    await this.kill()
    rmSync(dirname(this.program), { recursive: true, force: true })
  }

  /** Builds the program and starts it. */
  static async start(env: Record<string, string>): Promise<CollabChild> {
    // Of this process alone: test files run beside each other.
    const outDir = join('node_modules', '.cache', `collab-child-${process.pid}`)
    const { build: options, ...config } = serverBuild({
      outDir,
      sourcemap: false,
      rolldownOptions: {
        input: { child: 'test/collab-child.ts', 'page-worker': 'src/server/collab/page-worker.ts' },
        output: { entryFileNames: '[name].mjs' },
      },
    })
    await build({ ...config, build: options })
    const child = new CollabChild(join(outDir, 'child.mjs'), env)
    await child.start()
    return child
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [this.program], {
      env: { PATH: process.env.PATH ?? '', PORT: String(this.port), ...this.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.child = child
    this.log = ''
    const heard = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk) => {
        this.log = (this.log + String(chunk)).slice(-1_000_000)
        const url = /listening (\S+)/.exec(this.log)?.[1]
        if (!url) return
        this.url = url
        this.port = Number(new URL(url).port)
        resolve()
      })
    })
    const ended = once(child, 'exit').then(() => 'ended' as const)
    if ((await Promise.race([heard, ended])) !== 'ended') return
    throw new Error(`The server ended before it listened:\n${this.log}`)
  }

  /** `kill -9`, or a signal that lets it drain. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
}

/** A checkpoint that no test asks for by itself. */
const OPENED = 999_999

/** A client that says whatever a test wants, byte by byte. */
export class RawSocket {
  readonly frames: Uint8Array[] = []
  closed: { code: number; reason: string } | null = null
  private constructor(readonly ws: WebSocket) {
    ws.on('message', (data: Buffer) => this.frames.push(new Uint8Array(data)))
    ws.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() }
    })
    ws.on('error', () => undefined)
  }

  static async open(url: string, cookie: string): Promise<RawSocket> {
    const socket = new RawSocket(new WebSocket(url, { headers: { cookie } }))
    await once(socket.ws, 'open')
    return socket
  }

  send(frame: Uint8Array): void {
    if (this.ws.readyState === WebSocket.OPEN) this.ws.send(frame)
  }

  /** Opens a page; resolves when it is open. Being let in comes before that, and what is said in between is kept. */
  async openPage(documentId: string, timeoutMs?: number): Promise<void> {
    this.send(authFrame(documentId))
    this.send(statelessFrame(documentId, JSON.stringify({ checkpoint: OPENED })))
    const isOpen = () => this.frames.some((frame) => Buffer.from(frame).includes(`"checkpoint":${OPENED}`))
    await until('the page to be open', isOpen, timeoutMs)
  }

  async closedWith(timeoutMs?: number): Promise<{ code: number; reason: string }> {
    await until('the socket to be closed', () => this.closed !== null, timeoutMs)
    return this.closed as { code: number; reason: string }
  }

  /** Ends what it says, as TCP has it; what the server says may still come. */
  endWriting(): void {
    this.wire.end()
  }

  /** Bytes that have come, also of what is not read yet. */
  get taken(): number {
    return this.wire.bytesRead
  }

  private get wire(): NetSocket {
    // The library has no other way to its TCP socket.
    return (this.ws as unknown as { _socket: NetSocket })._socket
  }

  close(): void {
    this.ws.terminate()
  }
}
