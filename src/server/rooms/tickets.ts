import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { z } from 'zod'
import { readParcel, TICKET_MS, TICKET_PREFIX, type Ticket } from '@/shared/peer-ticket'
import { LONGEST_AWAY_MS } from './ticket-sessions'

const CURVE = 'prime256v1'
const LONGEST_TICKET = 4096

const Body: z.ZodType<Ticket> = z.object({
  page: z.string(),
  user: z
    .object({ id: z.string(), name: z.string(), color: z.string(), avatarUrl: z.string().nullable() })
    .loose(),
  may: z.enum(['read', 'suggest', 'write']),
  key: z.string(),
  client: z.number().int(),
  words: z.number().int().optional(),
  browser: z.string().optional(),
  session: z.string().optional(),
  since: z.number().optional(),
  until: z.number(),
})

/** Signs what the browsers of a page may know of each other, and reads it again. The key follows from the server's secret. */
export class Tickets {
  private readonly privateKey: KeyObject
  private readonly ownKey: KeyObject
  /** What browsers check tickets with: the uncompressed point in base64url. */
  readonly verifyKey: string

  constructor(secret: string) {
    const ecdh = createECDH(CURVE)
    for (let round = 0; ; round++) {
      try {
        ecdh.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', `sheaf-tickets-${round}`, 32)))
        break
      } catch (error) {
        // One in 2^32 numbers is no key of this curve: the next one is.
        if (round > 8) throw error
      }
    }
    const point = ecdh.getPublicKey()
    const jwk = { ...jwkOf(point), d: ecdh.getPrivateKey().toString('base64url') }
    this.privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
    this.ownKey = keyOf(point)
    this.verifyKey = point.toString('base64url')
  }

  issue(ticket: Omit<Ticket, 'until'>, nowMs: number): string {
    const body = Buffer.from(JSON.stringify({ ...ticket, until: nowMs + TICKET_MS })).toString('base64url')
    const signature = sign('sha256', Buffer.from(TICKET_PREFIX + body), {
      key: this.privateKey,
      dsaEncoding: 'ieee-p1363',
    })
    return `${body}.${signature.toString('base64url')}`
  }

  /** What a ticket of this server says, whether or not it has ended; null when it is none. */
  read(text: string): Ticket | null {
    const [body = '', signature = '', ...more] = text.split('.')
    if (text.length > LONGEST_TICKET || more.length > 0) return null
    if (!isSigned(TICKET_PREFIX + body, signature, this.ownKey)) return null
    return Body.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  }

  /** An edit that its author signed, with what their ticket says; null when it is forged, or too old. */
  readParcel(bytes: Uint8Array, nowMs: number): { ticket: Ticket; update: Uint8Array } | null {
    try {
      const { ticket: text, update, signed, signature } = readParcel(bytes)
      const ticket = this.read(text)
      if (!ticket || ticket.until + LONGEST_AWAY_MS < nowMs) return null
      const key = keyOf(Buffer.from(ticket.key, 'base64url'))
      const options = { key, dsaEncoding: 'ieee-p1363' } as const
      return verify('sha256', signed, options, signature) ? { ticket, update } : null
    } catch {
      // Cut off, or not what it says it is.
      return null
    }
  }
}

/** Is this a point of the curve that a signature can be checked with? */
export function isPublicKey(key: string): boolean {
  try {
    return keyOf(Buffer.from(key, 'base64url')).asymmetricKeyType === 'ec'
  } catch {
    return false
  }
}

function isSigned(text: string, signature: string, key: KeyObject): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes)
}

const jwkOf = (point: Buffer) => ({
  kty: 'EC',
  crv: 'P-256',
  x: point.subarray(1, 33).toString('base64url'),
  y: point.subarray(33, 65).toString('base64url'),
})

function keyOf(point: Buffer): KeyObject {
  if (point.length !== 65 || point[0] !== 4) throw new Error('Not an uncompressed point')
  return createPublicKey({ key: jwkOf(point), format: 'jwk' })
}
