import { fromBase64UrlEncoded, toBase64UrlEncoded } from 'lib0/buffer'
import { signedPart, TICKET_PREFIX, type Ticket } from '@/shared/peer-ticket'

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' }
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' }

type Bytes = Uint8Array<ArrayBuffer>
const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

/** Can this browser sign? Only where the page came by HTTPS or from this machine. */
export const canSign = (): boolean => globalThis.crypto?.subtle !== undefined

/** A pair of keys of which the private one never leaves this browser, nor this page. */
export interface OwnKey {
  /** The public one, as a ticket names it. */
  name: string
  sign(bytes: Bytes): Promise<Uint8Array>
}

export async function makeOwnKey(): Promise<OwnKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(CURVE, false, ['sign', 'verify'])
  const name = toBase64UrlEncoded(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))
  return {
    name,
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign(SIGNING, privateKey, bytes)),
  }
}

const imported = new Map<string, Promise<CryptoKey>>()

function keyOf(name: string): Promise<CryptoKey> {
  const known = imported.get(name)
  if (known) return known
  // The people of a room and the server: more are nobody's.
  if (imported.size > 100) imported.clear()
  const key = crypto.subtle.importKey('raw', fromBase64UrlEncoded(name) as Bytes, CURVE, false, ['verify'])
  imported.set(name, key)
  key.catch(() => imported.delete(name))
  return key
}

/** Is this signed with the key of that name? */
export async function isSigned(signed: Uint8Array, signature: Uint8Array, name: string): Promise<boolean> {
  try {
    return await crypto.subtle.verify(SIGNING, await keyOf(name), signature as Bytes, signed as Bytes)
  } catch {
    // The name is no key's.
    return false
  }
}

/** What a ticket says that the server with this key signed, whether or not it has ended; null for any other. */
export async function readTicket(text: string, serverKey: string): Promise<Ticket | null> {
  const [body = '', signature = ''] = text.split('.')
  try {
    if (!(await isSigned(utf8(TICKET_PREFIX + body), fromBase64UrlEncoded(signature), serverKey))) return null
    return JSON.parse(new TextDecoder().decode(fromBase64UrlEncoded(body))) as Ticket
  } catch {
    // Not in the form of a ticket.
    return null
  }
}

/** What a newcomer signs, so that nobody comes with a ticket that they were only shown: the other one's number, and both names. */
export const proofOf = (nonce: string, own: string, other: string): Bytes =>
  utf8(`sheaf-peer\n${nonce}\n${own}\n${other}`)

/** The bytes of a signed edit. */
export async function makeParcel(key: OwnKey, parcel: Parameters<typeof signedPart>[0]): Promise<Bytes> {
  const signed = signedPart(parcel)
  const signature = await key.sign(signed)
  const bytes = new Uint8Array(signed.length + signature.length)
  bytes.set(signed)
  bytes.set(signature, signed.length)
  return bytes
}
