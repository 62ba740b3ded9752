import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the service answers one request. */
export interface SpeechPlan {
  /** Refused with this status and these words. */
  status?: number
  error?: string
  /** Sent with a status of success instead of what was asked for. */
  raw?: string | Uint8Array
  /** Milliseconds of what is said. */
  duration?: number
  /** Nothing comes. */
  hangs?: boolean
  /** After the first half the connection breaks, or stays open and says nothing more. */
  half?: 'breaks' | 'stalls'
  /** Awaited before it answers. */
  before?(): Promise<void>
}

export interface SpeechRequest {
  path: string
  headers: IncomingHttpHeaders
  /** JSON, or the fields of a form. */
  body: Record<string, unknown>
  /** Resolves when the connection has closed; with whether that was before the answer had ended. */
  closed: Promise<{ early: boolean }>
}

/** A speech service on loopback, compatible with OpenAI's. It refuses what that would refuse. */
export interface SpeechProvider {
  /** The base URL. */
  url: string
  requests: SpeechRequest[]
  /** How requests are answered from now on. */
  answers(plan: SpeechPlan | ((request: SpeechRequest) => SpeechPlan)): void
  close(): Promise<void>
}

const VOICES = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer']

export async function startSpeechProvider(): Promise<SpeechProvider> {
  const requests: SpeechRequest[] = []
  let plan: SpeechPlan | ((request: SpeechRequest) => SpeechPlan) = {}
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const request: SpeechRequest = {
      path: req.url ?? '',
      headers: req.headers,
      body: JSON.parse(Buffer.concat(chunks).toString()),
      closed: new Promise((resolve) => res.on('close', () => resolve({ early: !res.writableFinished }))),
    }
    requests.push(request)
    const now = typeof plan === 'function' ? plan(request) : plan
    await now.before?.()
    if (now.hangs) return
    const wrong = whyNotSpeech(request)
    const status = now.status ?? (wrong === null ? 200 : 400)
    if (status !== 200) {
      res.writeHead(status, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ error: { message: now.error ?? wrong ?? 'No', type: 'error', code: null } }))
      return
    }
    const audio = now.raw === undefined ? silence(now.duration ?? 200) : Buffer.from(now.raw)
    res.writeHead(200, { 'content-type': 'audio/mpeg' })
    if (now.half === undefined) return void res.end(audio)
    res.write(audio.subarray(0, audio.length / 2), () => {
      if (now.half === 'breaks') setImmediate(() => res.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answers: (next) => {
      plan = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** What OpenAI would say against a request to speak; null: nothing. */
function whyNotSpeech({ path, headers, body }: SpeechRequest): string | null {
  const { model, input, voice, response_format: format } = body
  if (path !== '/v1/audio/speech') return `Unknown request URL: ${path}`
  if (headers['content-type'] !== 'application/json') return 'Not JSON'
  if (typeof model !== 'string' || model === '') return 'You must provide a model'
  if (typeof input !== 'string' || input.trim() === '' || input.length > 4_096) return 'Invalid input'
  if (!VOICES.includes(String(voice))) return 'Invalid voice'
  return format === 'mp3' ? null : 'This service makes mp3 alone'
}

/** One frame of silence: MPEG 1, layer 3, 32 kbit/s, 44.1 kHz, mono; 26 milliseconds. */
const FRAME = Buffer.concat([Buffer.from([0xff, 0xfb, 0x10, 0xc4]), Buffer.alloc(100)])
const FRAME_MS = 1152 / 44.1

const silence = (milliseconds: number): Buffer =>
  Buffer.concat(Array.from({ length: Math.ceil(milliseconds / FRAME_MS) }, () => FRAME))
