import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { createTransport } from 'nodemailer'
import type { Config } from '@/server/config'
import type { Log } from '@/server/log'

/** One letter, as plain text and as HTML. */
export interface Letter {
  to: string
  subject: string
  text: string
  html: string
  /**
   * For a letter that may have to be sent again without anybody knowing whether it was: the same name gives the same Message-ID and the
   * same file of the outbox. `createdAt` is ISO 8601.
   */
  name?: { id: string; createdAt: string }
  headers?: Readonly<Record<string, string>>
}

export interface Mail {
  /**
   * Delivers a letter, or throws when it cannot be delivered now. One whose address the mail server refuses for good is noted and done with: another try
   * would say the same. Nothing of the letter is logged: its subject may name people and pages.
   */
  send(letter: Letter): Promise<void>
  /**
   * Delivers a letter without making anybody wait, so that the time of an answer does not tell whether there was one
   * to send (R23). Tried three times; failures are logged.
   */
  post(letter: Letter): void
  /** Did a letter fail in the last minute, and none get through since? A person who asks for one should be told. */
  isFailing(): boolean
  /** Waits for the letters that are on their way. */
  close(): Promise<void>
}

/** How often a job tries to send a letter: three days of a mail server that is down, seven times in the first ten minutes, then hourly. */
export const LETTER_ATTEMPTS = 80

/** One way of delivering letters. */
interface Carrier {
  send(letter: Letter): Promise<void>
  close(): void
}

/** The folder of `.eml` files when no mail server is set. */
export const outboxPath = (dataDir: string): string => join(dataDir, 'outbox')

/** Mail over `SMTP_URL`, or as `.eml` files in `DATA_DIR/outbox` (rulings 8). */
export function createMail(config: Pick<Config, 'mail' | 'dataDir'>, log: Log): Mail {
  const { smtpUrl, from } = config.mail
  const carrier = smtpUrl === null ? outbox(outboxPath(config.dataDir), from, log) : smtp(smtpUrl, from, log)
  return withPost(carrier, log)
}

/** Milliseconds before the second and the third try. */
const RETRY_AFTER = [1_000, 5_000]
const FAILING_MS = 60_000

/** An address that there is not (RFC 3463: 5.1.x), or words that say so where a server gives no such code. */
const UNKNOWN = /\b5\.1\.\d/
const UNKNOWN_WORDS =
  /(?:no such|unknown|invalid|nonexistent).{0,20}(?:user|address|mailbox|recipient|account)|(?:user|address|mailbox|recipient|account).{0,30}(?:unknown|not (?:found|exist)|does(?: not|n.t) exist)/i
const ENHANCED = /^\d{3}[ -]\d\.\d{1,3}\.\d/

/**
 * Does a mail server say that it does not know the address of a letter? One that lets nobody send, or blocks this server, answers with the same numbers:
 * then the letter waits for somebody to set that right.
 */
function isUnknownAddress(error: unknown): boolean {
  const { command, responseCode, response } = error as {
    command?: unknown
    responseCode?: unknown
    response?: unknown
  }
  const said = String(response)
  return (
    command === 'RCPT TO' &&
    [550, 551, 553, 556].includes(Number(responseCode)) &&
    (ENHANCED.test(said) ? UNKNOWN : UNKNOWN_WORDS).test(said)
  )
}

function withPost(carrier: Carrier, log: Log): Mail {
  const carry = (letter: Letter) =>
    carrier.send(letter).catch((error: unknown) => {
      if (!isUnknownAddress(error)) throw error
      log.warn(
        { code: (error as { responseCode?: unknown }).responseCode },
        'the mail server does not know the address of a letter; it is not sent again',
      )
    })
  const underway = new Set<Promise<void>>()
  const closing = new AbortController()
  let failedAt: number | null = null
  const deliver = async (letter: Letter) => {
    for (const wait of [...RETRY_AFTER, null]) {
      try {
        await carry(letter)
        failedAt = null
        return
      } catch (error) {
        failedAt = Date.now()
        log.error({ err: error }, 'a letter could not be delivered')
        if (wait === null || closing.signal.aborted) return
        // An abort ends the wait early: the letter gets its last try at once.
        await sleep(wait, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }
  return {
    send: carry,
    post(letter) {
      const delivery = new Promise<void>((resolve) => setImmediate(resolve)).then(() => deliver(letter))
      underway.add(delivery)
      delivery.finally(() => underway.delete(delivery))
    },
    isFailing: () => failedAt !== null && Date.now() - failedAt < FAILING_MS,
    async close() {
      closing.abort()
      await Promise.all(underway)
      carrier.close()
    },
  }
}

/** What makes letters is loaded for the first of them: a server that sends none does without. */
function atFirst<Transport extends { close(): void }>(
  make: (create: typeof createTransport) => Transport,
): { get(): Promise<Transport>; close(): void } {
  let made: Promise<Transport> | undefined
  return {
    get: () => {
      made ??= import('nodemailer').then((mailer) => make(mailer.createTransport))
      return made
    },
    close: () => void made?.then((transport) => transport.close()),
  }
}

/** A letter as the library takes it. */
function messageOf({ name, headers, ...letter }: Letter, from: string) {
  const host = /@([^\s<>@]+?)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    ...letter,
    ...(headers && { headers: { ...headers } }),
    ...(name && { messageId: `<${name.id}@${host}>`, date: new Date(name.createdAt) }),
  }
}

function smtp(url: string, from: string, log: Log): Carrier {
  const options = {
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // A letter never makes the server read files or addresses of its own.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const transport = atFirst((create) => create(options))
  return {
    async send(letter) {
      const sent = await (await transport.get()).sendMail(messageOf(letter, from))
      log.info({ messageId: sent.messageId }, 'mail sent')
    },
    close: () => transport.close(),
  }
}

function outbox(folder: string, from: string, log: Log): Carrier {
  const transport = atFirst((create) =>
    create({
      streamTransport: true,
      buffer: true,
      newline: 'windows',
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  )
  return {
    async send(letter) {
      const { message } = await (await transport.get()).sendMail(messageOf(letter, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { createdAt = new Date().toISOString(), id = randomBytes(4).toString('hex') } = letter.name ?? {}
      const name = `${createdAt.replaceAll(':', '-')}-${id}.eml`
      const file = join(folder, name)
      // Written aside and renamed, so that a program that watches the folder never reads half a letter.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      log.info({ file }, 'no SMTP_URL is set: the letter is in the outbox')
    },
    close: () => transport.close(),
  }
}
