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
  /** What is heard, half a second a word. */
  heard?: string
  /** Of what is heard it tells when words, or sentences, are said, or nothing at all. */
  times?: 'words' | 'sentences' | 'none'
  /** Who says each half of what is heard, told with its sentences. */
  speakers?: readonly [string, string]
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
  /** Forgets what was asked and how to answer, for the next test. */
  forget(): void
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
      body: await fieldsOf(req.headers['content-type'] ?? '', Buffer.concat(chunks)),
      closed: new Promise((resolve) => res.on('close', () => resolve({ early: !res.writableFinished }))),
    }
    requests.push(request)
    const now = typeof plan === 'function' ? plan(request) : plan
    await now.before?.()
    if (now.hangs) return
    const hears = request.path === '/v1/audio/transcriptions'
    const wrong = hears ? await whyNotSound(request) : whyNotSpeech(request)
    const status = now.status ?? (wrong === null ? 200 : 400)
    if (status !== 200) {
      res.writeHead(status, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ error: { message: now.error ?? wrong ?? 'No', type: 'error', code: null } }))
      return
    }
    if (hears) {
      res.writeHead(200, { 'content-type': 'application/json' })
      res.end(now.raw ?? JSON.stringify(heard(request, now)))
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
    forget() {
      requests.length = 0
      plan = {}
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function fieldsOf(type: string, bytes: Buffer): Promise<Record<string, unknown>> {
  if (!type.startsWith('multipart/form-data')) return JSON.parse(bytes.toString())
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  const names = [...new Set(form.keys())]
  return Object.fromEntries(
    names.map((name) => [name, name.endsWith('[]') ? form.getAll(name) : form.get(name)]),
  )
}

/** How the kinds of files that are taken begin, in Latin 1, by their ending. */
const SIGNS: Record<string, RegExp> = {
  wav: /^RIFF....WAVE/s,
  mp3: /^(?:ID3|\xff[\xe0-\xff])/,
  mp4: /^....ftyp/s,
  m4a: /^....ftyp/s,
  webm: /^.E\xdf\xa3/s,
  ogg: /^OggS/,
  flac: /^fLaC/,
}
/** A model of this name tells no times, as `gpt-4o-transcribe` does not. */
const NO_TIMES = 'tiny-plain'

/** A model of this name tells who speaks, and is asked in its own way, as `gpt-4o-transcribe-diarize` is. */
const TELLS_SPEAKERS = 'tiny-diarize'

/** What OpenAI would say against a request to listen; null: nothing. */
async function whyNotSound({ body }: SpeechRequest): Promise<string | null> {
  const { file, model, response_format: format, language } = body
  if (!(file instanceof File) || file.size === 0) return 'No file'
  if (file.size > 25 * 1024 * 1024) return 'Maximum content size limit exceeded'
  const sign = SIGNS[file.name.split('.').at(-1) ?? '']
  if (!sign?.test(Buffer.from(await file.arrayBuffer()).toString('latin1'))) return 'Invalid file format'
  if (typeof model !== 'string' || model === '') return 'You must provide a model'
  if (language !== undefined && !/^[a-z]{2}$/.test(String(language))) return 'Invalid language'
  if (format === 'json') return null
  if (model === TELLS_SPEAKERS)
    return format === 'diarized_json' &&
      body.chunking_strategy === 'auto' &&
      !body['timestamp_granularities[]']
      ? null
      : `response_format '${String(format)}' is not compatible with model '${model}'`
  if (format !== 'verbose_json') return 'Invalid response_format'
  return model === NO_TIMES ? `response_format 'verbose_json' is not compatible with model '${model}'` : null
}

/** Half a second a word; words are told without their punctuation, as Whisper does. */
function heard(
  { body }: SpeechRequest,
  { heard: text = 'Hello, world.', times = 'words', speakers }: SpeechPlan,
) {
  const words = text.split(' ').map((word, at) => ({
    word: word.replace(/[.,!?]/g, ''),
    start: at / 2,
    end: at / 2 + 0.4,
  }))
  if (body.response_format === 'json') return { text }
  const half = words.length / 4
  const halves = speakers?.map((speaker, at) => ({
    speaker,
    text: ` ${text
      .split(' ')
      .slice(at * 2 * half, (at + 1) * 2 * half)
      .join(' ')}`,
    start: at * half,
    end: (at + 1) * half,
  }))
  if (body.response_format === 'diarized_json')
    return { task: 'transcribe', duration: words.length / 2, text, segments: halves }
  return {
    task: 'transcribe',
    language: body.language === 'de' ? 'german' : 'english',
    duration: words.length / 2,
    text,
    ...(times === 'words' && { words, ...(halves && { segments: halves }) }),
    ...(times === 'sentences' && {
      segments: [{ id: 0, text: ` ${text}`, start: 0, end: words.length / 2 }],
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

/** A recording of this length in which nothing is heard: 8 kHz, 16 bits, mono. */
export function quietWav(milliseconds: number): Buffer<ArrayBuffer> {
  const data = Math.ceil(milliseconds * 8) * 2
  const wav = Buffer.alloc(44 + data)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + data, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(8_000, 24)
  wav.writeUInt32LE(16_000, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(data, 40)
  return wav
}
