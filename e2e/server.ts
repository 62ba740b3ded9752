import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CODE = /\b(\d{6})\b/

/** A Sheaf of its own: the built server as a child process with its own data folder, which can be killed and restarted. */
export class SheafServer {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'sheaf-e2e-'))
  url = ''
  /** Everything the server printed, for messages of failing tests. */
  output = ''
  private child: ChildProcess | null = null
  private port = 0
  private readonly env: Record<string, string>
  private readonly program: string

  /** `program`: what Node runs instead of the built server. */
  constructor(env: Record<string, string> = {}, program = 'dist/server/main.js') {
    this.env = env
    this.program = program
  }

  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null
  }

  /** Starts (or restarts) the server and resolves when `/healthz` answers 200. */
  async start(): Promise<void> {
    this.port ||= await freePort()
    this.url = `http://localhost:${this.port}`
    const child = spawn(process.execPath, ['--enable-source-maps', this.program], {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        NODE_ENV: 'production',
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        // The model takes 270 MB; the tests that are about it ask for it.
        MEANING_SEARCH: 'no',
        BUILT_IN_TRANSCRIPTION: 'no',
        ...this.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => this.keep(String(chunk)))
    const deadline = Date.now() + 30_000
    while (child.exitCode === null && Date.now() < deadline) {
      if (await answers(`${this.url}/healthz`)) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`The server did not start:\n${this.output.slice(-4000)}`)
  }

  /** Ends the server without warning (`kill -9`), or with a signal that lets it drain. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.child
    if (!child || !this.isRunning) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  /** Sends the server a signal and does not wait: `SIGSTOP` makes it deaf, `SIGCONT` wakes it. */
  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal)
  }

  /** The messages in the outbox, oldest first, with quoted-printable soft breaks undone. */
  outbox(): string[] {
    try {
      const folder = join(this.dataDir, 'outbox')
      return readdirSync(folder)
        .filter((name) => name.endsWith('.eml'))
        .sort()
        .map((name) => readFileSync(join(folder, name), 'utf8').replace(/=\r?\n/g, ''))
    } catch {
      return []
    }
  }

  /** How many letters this address has got, for `codeFor`. */
  sentTo = (email: string): number => this.lettersTo(email).length

  /** Letters about notifications and about sign-ins come in their own time, and have no code. */
  private lettersTo(email: string): string[] {
    const letters = this.outbox().filter((mail) => !mail.includes('List-Unsubscribe:'))
    return letters.filter((mail) => mail.toLowerCase().includes(email.toLowerCase()))
  }

  /** Waits for a mail to this address and gives the six digits of the newest. `after` skips mails already seen. */
  async codeFor(email: string, after = 0): Promise<string> {
    const deadline = Date.now() + 10_000
    while (Date.now() < deadline) {
      const last = this.lettersTo(email)
        .slice(after)
        .findLast((mail) => CODE.test(bodyOf(mail)))
      const code = last && CODE.exec(bodyOf(last))?.[1]
      if (code) return code
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`No code for ${email} reached the outbox`)
  }

  async close(): Promise<void> {
    await this.kill('SIGKILL')
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  private keep(text: string): void {
    this.output = (this.output + text).slice(-100_000)
  }
}

const bodyOf = (mail: string) => mail.slice(mail.search(/\r?\n\r?\n/)).replace(/#[0-9a-f]{6}\b/gi, '')

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
