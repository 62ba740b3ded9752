import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that arrived at the push service. */
interface Pushed {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A push service on loopback, and the browsers that it pushes to. */
export class PushService {
  readonly pushed: Pushed[] = []
  /** What the next requests are answered with; 201 when there is none. */
  readonly answers: number[] = []
  readonly #server: Server
  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<PushService> {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      service.pushed.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(service.answers.shift() ?? 201, { location: '/elsewhere' }).end()
    })
    const service = new PushService(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return service
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

/** A browser that has subscribed to pushes (RFC 8291). */
export class PushBrowser {
  readonly #keys = createECDH('prime256v1')
  readonly #auth = randomBytes(16)
  readonly path: string
  readonly #service: string
  constructor(service: string, path = `/push/${randomBytes(8).toString('hex')}`) {
    this.#keys.generateKeys()
    this.#service = service
    this.path = path
  }

  /** What it tells the server. */
  get subscription() {
    return {
      endpoint: this.#service + this.path,
      keys: {
        p256dh: this.#keys.getPublicKey().toString('base64url'),
        auth: this.#auth.toString('base64url'),
      },
    }
  }

  /** What the browser makes of a pushed body (RFC 8188, `aes128gcm`). */
  read({ body }: Pick<Pushed, 'body'>): unknown {
    const salt = body.subarray(0, 16)
    const length = body.readUInt8(20)
    const sender = body.subarray(21, 21 + length)
    const sealed = body.subarray(21 + length)
    const own = this.#keys.getPublicKey()
    const derive = (secret: Buffer, salted: Buffer, info: Buffer, size: number) =>
      Buffer.from(hkdfSync('sha256', secret, salted, info, size))
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
    const secret = derive(this.#keys.computeSecret(sender), this.#auth, info, 32)
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
  }
}

/** What the server says of itself to the push service (RFC 8292); null when it is not signed with this key. */
export function vapidClaims({ headers }: Pick<Pushed, 'headers'>, publicKey: string): unknown {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isSigned && key === publicKey ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : null
}
