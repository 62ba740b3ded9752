import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RealtimeRequest {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A voice service on loopback with OpenAI's realtime calls. It refuses what that would refuse. */
export interface RealtimeProvider {
  /** The base URL. */
  url: string
  requests: RealtimeRequest[]
  /** The sessions whose secrets are out, by secret. */
  sessions: Map<string, Record<string, unknown>>
  /** Refuses from now on what begins with this path. */
  refuses(path: string | null, status?: number): void
  close(): Promise<void>
}

/** `answer`: what a session description is answered with; it is where the WebRTC of the service stands. */
export async function startRealtimeProvider(
  key: string,
  answer: (sdp: string) => Promise<string>,
): Promise<RealtimeProvider> {
  const requests: RealtimeRequest[] = []
  const sessions: RealtimeProvider['sessions'] = new Map()
  let refused: { path: string; status: number } | null = null
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const path = req.url ?? ''
    const body = Buffer.concat(chunks).toString()
    requests.push({ path, headers: req.headers, body })
    const reply = (status: number, type: string, text: string) => {
      res.writeHead(status, { 'content-type': type })
      res.end(text)
    }
    const no = (status: number, message: string) =>
      reply(status, 'application/json', JSON.stringify({ error: { message: `${message} (${key})` } }))
    if (refused && path.startsWith(refused.path)) return no(refused.status, 'Refused')
    const bearer = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1] ?? ''
    if (path === '/v1/realtime/client_secrets') {
      if (bearer !== key) return no(401, 'Wrong key')
      const { session } = JSON.parse(body) as { session?: Record<string, unknown> }
      if (session?.type !== 'realtime' || typeof session.model !== 'string') return no(400, 'No session')
      const value = `ek_${sessions.size}_${Math.random().toString(36).slice(2)}`
      sessions.set(value, session)
      return reply(200, 'application/json', JSON.stringify({ value, expires_at: 4_000_000_000, session }))
    }
    if (path.startsWith('/v1/realtime/calls')) {
      if (!sessions.has(bearer)) return no(401, 'Wrong secret')
      if (!req.headers['content-type']?.startsWith('application/sdp'))
        return no(400, 'No session description')
      return reply(201, 'application/sdp', await answer(body))
    }
    no(404, 'Nothing here')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    sessions,
    refuses(path, status = 500) {
      refused = path === null ? null : { path: `/v1${path}`, status }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
