import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** CBOR of a text or of bytes, shorter than 64 KB. */
function cbor(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value as Uint8Array)
  const major = typeof value === 'string' ? 0x60 : 0x40
  const head =
    bytes.length < 24
      ? [major | bytes.length]
      : bytes.length < 256
        ? [major | 24, bytes.length]
        : [major | 25, bytes.length >> 8, bytes.length & 0xff]
  return Buffer.concat([Buffer.from(head), bytes])
}

/** What a browser would say of the page that asked. */
interface Asker {
  origin: string
  challenge: string
  /** The host that the passkey is for; that of the origin unless it lies. */
  host?: string
  /** Was the person asked for their finger? */
  isVerified?: boolean
}

/** A passkey on a device (WebAuthn, ES256, without attestation), which signs whatever it is asked to. */
export class TestPasskey {
  readonly id = text(randomBytes(16))
  private readonly key: KeyObject
  private readonly coordinates: { x: Buffer; y: Buffer }
  private counter = 0

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.key = privateKey
    this.coordinates = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') }
  }

  /** The answer to a page that wants it to be added. */
  added(asker: Asker): RegistrationResponseJSON {
    const clientDataJSON = this.clientData('webauthn.create', asker)
    const authData = this.authData(asker, true)
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      cbor('fmt'),
      cbor('none'),
      cbor('attStmt'),
      Buffer.from([0xa0]),
      cbor('authData'),
      cbor(authData),
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) },
    }
  }

  /** The answer to a page that wants a sign-in; `as`: the passkey that it says it is. */
  signsIn(asker: Asker, as: string = this.id): AuthenticationResponseJSON {
    this.counter += 1
    const clientDataJSON = this.clientData('webauthn.get', asker)
    const authData = this.authData(asker, false)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientDataJSON)]), this.key)
    return {
      id: as,
      rawId: as,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: text(clientDataJSON),
        authenticatorData: text(authData),
        signature: text(signature),
      },
    }
  }

  private clientData(type: string, { origin, challenge }: Asker): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  private authData({ origin, host, isVerified = true }: Asker, isNew: boolean): Buffer {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (isNew ? 0x40 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const head = [sha256(host ?? new URL(origin).hostname), Buffer.from([flags]), counter]
    if (!isNew) return Buffer.concat(head)
    const id = Buffer.from(this.id, 'base64url')
    // COSE: an EC2 key for ES256 on P-256.
    const key = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      cbor(this.coordinates.x),
      Buffer.from([0x22]),
      cbor(this.coordinates.y),
    ])
    return Buffer.concat([...head, Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
  }
}
