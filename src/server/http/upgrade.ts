import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Caller } from '@/server/context'
import { INTERNAL_MESSAGE } from '@/server/errors'
import { clientAddress, type TrustedProxies } from '@/server/http/client-address'
import { hasSeveralHosts } from '@/server/http/listen'
import { isOwnOrigin } from '@/server/http/origin'
import { securityHeaders } from '@/server/http/security-headers'
import type { Log } from '@/server/log'
import { t } from '@/shared/i18n'
import { ROOMS_PATH } from '@/shared/rooms'

/** Why a handshake is not completed; {@link refuse} answers it. */
export interface UpgradeRefusal {
  status: number
  /** For the person whose browser asked. */
  message: string
}

interface UpgradeParts {
  publicUrl: string
  isTrustedProxy: TrustedProxies
  log: Log
  readCaller(headers: Headers, ip: string): Promise<{ caller: Caller }>
  collab: {
    handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      caller: Caller,
    ): UpgradeRefusal | null
  }
  rooms: {
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, ip: string): UpgradeRefusal | null
  }
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/**
 * Hands websocket handshakes on `/collab` to the live pages, and those on `/rooms` to where browsers meet; one from another site gets
 * 403 (R19).
 */
export function handleUpgrades(server: Server, parts: UpgradeParts): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A peer that goes away during the handshake is nobody's error.
    socket.on('error', () => socket.destroy())
    upgrade(request, socket, head, parts).catch((error) => {
      parts.log.error({ err: error }, 'websocket handshake failed')
      refuse(socket, { status: 500, message: INTERNAL_MESSAGE() }, parts.publicUrl)
    })
  })
}

async function upgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  { publicUrl, isTrustedProxy, readCaller, collab, rooms }: UpgradeParts,
): Promise<void> {
  if (hasSeveralHosts(request))
    return refuse(socket, { status: 400, message: t('A request names one host.') }, publicUrl)
  const path = (request.url ?? '/').split('?')[0] ?? '/'
  if (path !== '/collab' && !path.startsWith('/collab/') && path !== ROOMS_PATH) {
    return refuse(socket, { status: 404, message: t('There is nothing at this address.') }, publicUrl)
  }
  const sender = {
    origin: request.headers.origin,
    host: request.headers.host,
    secFetchSite: single(request.headers['sec-fetch-site']),
  }
  if (!isOwnOrigin(sender, publicUrl)) {
    return refuse(socket, { status: 403, message: t('This connection came from another site.') }, publicUrl)
  }
  const forwarded = single(request.headers['x-forwarded-for'])
  const ip = clientAddress(request.socket.remoteAddress, forwarded, isTrustedProxy)
  if (path === ROOMS_PATH) {
    const refusal = rooms.handleUpgrade(request, socket, head, ip)
    if (refusal) refuse(socket, refusal, publicUrl)
    return
  }
  const headers = new Headers()
  if (request.headers.cookie) headers.set('cookie', request.headers.cookie)
  const { caller } = await readCaller(headers, ip)
  const refusal = collab.handleUpgrade(request, socket, head, caller)
  if (refusal) refuse(socket, refusal, publicUrl)
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(',') : value

/** Ends a handshake with an answer in words that has every security header (R31). */
export function refuse(socket: Duplex, { status, message }: UpgradeRefusal, publicUrl: string): void {
  const body = JSON.stringify({ error: message })
  const headers = {
    ...securityHeaders(publicUrl),
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
