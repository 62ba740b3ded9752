import { readFile } from 'node:fs/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import { fileURLToPath } from 'node:url'
import { startTestServer, type TestPerson, type TestServer } from '@test/server'
import { slowRequest } from '@test/slow-request'
import { quietWav, type SpeechProvider, startSpeechProvider } from '@test/speech-provider'
import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Output, WebMOutputFormat } from 'mediabunny'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MOST_SOUND, type Transcription } from '../model'
import { writeDown } from './speech.service'
import { soundOf, transcribe } from './transcribe'

let provider: SpeechProvider
beforeAll(async () => {
  provider = await startSpeechProvider()
})
afterAll(() => provider.close())
beforeEach(() => {
  provider.requests.length = 0
  provider.answers({})
})

const KEY = 'sk-operator-PLANTED'
/** A recording of two packets, the given number of seconds apart. */
async function lonelyPackets(seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1 }
  for (const at of [0, seconds])
    await source.add(new EncodedPacket(new Uint8Array([8, 0, 0]), 'key', at, 0.02), { decoderConfig })
  await output.finalize()
  return new Uint8Array(target.buffer!)
}

const manyFields = (many: number) =>
  Object.fromEntries(Array.from({ length: many }, (_, at) => [`field ${at}`, 'x']))

const said = async (answer: Response) => (await answer.json()) as { error: string; details?: string }

function formWith(bytes: BlobPart | null, fields: Record<string, string> = {}, name = 'recording.wav') {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  if (bytes !== null) form.set('file', new Blob([bytes]), name)
  return form
}

const sendTo = (server: TestServer, body: FormData | string, cookie?: string) =>
  fetch(`${server.url}/api/transcribe`, {
    method: 'POST',
    headers: { origin: server.url, ...(cookie && { cookie }) },
    body,
  })

describe('without a service', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  it('7.37 says which setting brings one', async () => {
    const ada = await server.signUp()
    const answer = await sendTo(server, formWith(quietWav(100)), ada.cookie)
    expect(answer.status).toBe(503)
    expect(await said(answer)).toEqual({
      error: expect.stringMatching(/OPENAI_BASE_URL.*OPENAI_TRANSCRIBE_MODEL/),
      details: 'no-service',
    })
    const about = await server.rpc(ada.cookie).speech.about.query()
    expect(about).toMatchObject({ canTranscribe: false, whyNotTranscribe: expect.stringContaining('OPENAI') })
  })
})

describe('without a service, with the engine that is built in', () => {
  let server: TestServer
  let ada: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ env: { BUILT_IN_TRANSCRIPTION: 'yes' } })
    ada = await server.signUp()
  })
  afterAll(() => server.close())
  const plan = () => readFile(fileURLToPath(new URL('../../../../test/sounds/plan.mp3', import.meta.url)))

  it('4.8 7.37 what is said is written down with the time of each word, and takes none of the tokens', async () => {
    const sent = formWith(await plan(), { startTime: '60' }, 'recording.mp3')
    const answer = await sendTo(server, sent, ada.cookie)
    expect(answer.status).toBe(200)
    const { text, language, words } = (await answer.json()) as Transcription
    expect(text).toMatch(/three parts.*every team writes down what it needs/)
    expect(language).toBe('en')
    expect(words?.find((word) => word.text === 'three')?.start).toBeGreaterThan(60.5)
    expect(words?.at(-1)?.end).toBeLessThan(69)
    await expect
      .poll(() => server.services.db.selectFrom('ai_usage').selectAll().execute())
      .toMatchObject([{ user_id: ada.user.id, requests: 1, output_tokens: 0 }])
    expect(await server.rpc(ada.cookie).speech.about.query()).toMatchObject({
      canTranscribe: true,
      whyNotTranscribe: null,
      transcribesWith: 'built-in',
    })
  }, 300_000)

  it('4.8 another language than English is refused in words, and so are people who are not signed in', async () => {
    const german = await sendTo(server, formWith(quietWav(200), { language: 'de' }), ada.cookie)
    expect(german.status).toBe(400)
    expect((await said(german)).error).toMatch(/English only/)
    expect((await sendTo(server, formWith(quietWav(200)))).status).toBe(401)
    expect(await server.rpc().speech.about.query()).toMatchObject({ canTranscribe: false })
  })
})

describe('with a service', () => {
  let server: TestServer
  let ada: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: provider.url } })
    ada = await server.signUp()
  })
  afterAll(() => server.close())

  const send = (form: FormData | string) => sendTo(server, form, ada.cookie)

  it('7.37 a recording is answered with its words and when they are said, with their punctuation', async () => {
    provider.answers({ heard: 'Hello, quick world.' })
    const answer = await send(formWith(quietWav(300)))
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      text: 'Hello, quick world.',
      language: 'english',
      duration: 1.5,
      words: [
        { text: 'Hello,', start: 0, end: 0.4 },
        { text: 'quick', start: 0.5, end: 0.9 },
        { text: 'world.', start: 1, end: 1.4 },
      ],
    })
    const [request] = provider.requests
    expect(request).toMatchObject({
      path: '/v1/audio/transcriptions',
      headers: { authorization: `Bearer ${KEY}` },
      body: { model: 'whisper-1', response_format: 'verbose_json' },
    })
    expect((request!.body.file as File).name).toBe('sound.wav')
    const used = await server.services.db.selectFrom('ai_usage').selectAll().execute()
    expect(used).toMatchObject([{ user_id: ada.user.id, requests: 1 }])
  })

  it('R67 a sound in which nothing is said counts as long as it is', async () => {
    const quiet = await server.signUp()
    provider.answers({ heard: '' })
    expect((await sendTo(server, formWith(quietWav(300)), quiet.cookie)).status).toBe(200)
    const used = () =>
      server.services.db.selectFrom('ai_usage').selectAll().where('user_id', '=', quiet.user.id).execute()
    await expect.poll(async () => (await used())[0]?.output_tokens ?? 0).toBeGreaterThan(0)
  })

  describe('R67 what a service has listened to counts as long as it is', () => {
    const SILENCE = { raw: '{"text":""}' }
    const IN_PARTS = { processInChunks: 'true', chunkDuration: '300' }
    /** The tokens of all that somebody has sent, once they are counted. */
    const countedOf = async ({ user }: TestPerson) => {
      const row = await server.services.db
        .selectFrom('ai_usage')
        .select('output_tokens')
        .where('user_id', '=', user.id)
        .executeTakeFirst()
      return Number(row?.output_tokens ?? 0)
    }

    it('where its file tells it alone', async () => {
      const bea = await server.signUp()
      provider.answers(SILENCE)
      // 16,000 bytes a second, half of what would be guessed.
      expect((await sendTo(server, formWith(quietWav(60_000)), bea.cookie)).status).toBe(200)
      await expect.poll(() => countedOf(bea)).toBe(600)
    })

    it('also the parts before one that fails', async () => {
      const bea = await server.signUp()
      provider.answers(() => (provider.requests.length > 1 ? { status: 500 } : SILENCE))
      const answer = await sendTo(server, formWith(quietWav(700_000), IN_PARTS), bea.cookie)
      expect(answer.status).toBe(503)
      await expect.poll(() => countedOf(bea)).toBeGreaterThan(2_900)
      expect(await countedOf(bea)).toBeLessThan(3_100)
    })

    it('of who goes away, up to the part that had been sent', async () => {
      const bea = await server.signUp()
      const gone = new AbortController()
      const ctx = { ...server.services, caller: { user: bea.user, sessionId: null, ip: '203.0.113.1' } }
      const send = () =>
        writeDown(
          ctx,
          new Uint8Array(quietWav(700_000)),
          { processInChunks: 'true', chunkDuration: 300 },
          gone.signal,
        )
      provider.answers(() => {
        if (provider.requests.length < 2) return SILENCE
        gone.abort(new Error('Went away'))
        return { hangs: true }
      })
      await expect(send()).rejects.toThrow('Went away')
      const counted = await countedOf(bea)
      expect(counted).toBeGreaterThan(5_900)
      expect(counted).toBeLessThan(6_100)
      await expect(send()).rejects.toThrow('Went away')
      expect(await countedOf(bea)).toBe(counted)
    })
  })

  it('7.37 a part of a video begins at its startTime, in the language that is named', async () => {
    const answer = await send(
      formWith(quietWav(300), { startTime: '300', language: 'de' }, 'video_chunk_1.mp4'),
    )
    expect(await answer.json()).toMatchObject({
      language: 'german',
      words: [
        { text: 'Hello,', start: 300 },
        { text: 'world.', start: 300.5 },
      ],
    })
    expect(provider.requests[0]?.body.language).toBe('de')
  })

  it('7.37 a large recording is cut without being decoded, a part that fails is tried again alone, and words keep their times', async () => {
    let asked = 0
    provider.answers(() => {
      asked += 1
      return asked === 2 ? { status: 503 } : { heard: `Part ${asked}.` }
    })
    const fields = { processInChunks: 'true', chunkDuration: '300' }
    const answer = await send(formWith(quietWav(700_000), fields, 'large_video.mp4'))
    expect(await answer.json()).toMatchObject({
      text: 'Part 1. Part 3. Part 4.',
      duration: expect.closeTo(601, 0),
      words: [
        { text: 'Part', start: 0 },
        { text: '1.', start: 0.5 },
        { text: 'Part', start: expect.closeTo(300, 0) },
        { text: '3.' },
        { text: 'Part', start: expect.closeTo(600, 0) },
        { text: '4.' },
      ],
    })
    const sizes = provider.requests.map(({ body }) => (body.file as File).size)
    // 16,000 bytes a second; the second and the third request are about the same part.
    expect(sizes.map((size) => Math.round(size / 16_000 / 10))).toEqual([30, 30, 30, 10])
    provider.answers({ status: 500 })
    const failed = await send(formWith(quietWav(1_000), fields, 'large_video.mp4'))
    expect(failed.status).toBe(503)
    expect(await said(await send(formWith('ID3 and nothing', fields)))).toMatchObject({
      details: 'bad-input',
    })
  })

  it('each part of a recording is counted, and a few bytes that say a year are not cut', async () => {
    const { db } = server.services
    const fields = { processInChunks: 'true', chunkDuration: '30' }
    const key = `transcribe:${ada.user.id}`
    const year = await sendTo(server, formWith(await lonelyPackets(31_536_000), fields, 'a.webm'), ada.cookie)
    expect(year.status).toBe(413)
    // Twenty of these an hour are few; twenty parts of it are not when ten are left.
    const left = 10
    await db
      .updateTable('rate_limit')
      .set({ count: 600 - left })
      .where('key', '=', key)
      .execute()
    const tooMany = await send(formWith(await lonelyPackets(600), fields, 'a.webm'))
    expect(tooMany.status).toBe(429)
    expect(provider.requests).toHaveLength(0)
    const few = await send(formWith(await lonelyPackets(200), fields, 'a.webm'))
    expect(few.status).toBe(200)
    expect(provider.requests.length).toBeGreaterThan(5)
    const { count } = await db
      .selectFrom('rate_limit')
      .select('count')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    // Of the refused one its own request is counted, and no part.
    expect(count).toBe(600 - left + 1 + provider.requests.length)
    await server.services.limits.clear(key)
  }, 60_000)

  it('a service that tells the time of sentences alone: their words share it', async () => {
    provider.answers({ heard: 'One two', times: 'sentences' })
    expect(await (await send(formWith(quietWav(300)))).json()).toMatchObject({
      words: [
        { text: 'One', start: 0, end: 0.5 },
        { text: 'two', start: 0.5, end: 1 },
      ],
    })
  })

  it('7.37 what holds no sound is refused, whatever it is called, and nothing is sent', async () => {
    const refused: [FormData | string, number][] = [
      [formWith('not audio'), 400],
      [formWith('<html></html>', {}, 'recording.mp3'), 400],
      [formWith(''), 400],
      [formWith(null), 400],
      [formWith(null, { file: 'text' }), 400],
      [formWith(quietWav(100), manyFields(30)), 400],
      ['{}', 400],
      [formWith(quietWav(100), { startTime: 'soon' }), 400],
      [formWith(quietWav(100), { language: 'en; x' }), 400],
      [formWith(quietWav((MOST_SOUND + 100_000) / 16)), 413],
    ]
    for (const [form, status] of refused) {
      const answer = await send(form)
      expect(answer.status).toBe(status)
      expect(await said(answer)).toEqual({ error: expect.any(String), details: expect.any(String) })
    }
    expect((await sendTo(server, formWith(quietWav(100)))).status).toBe(401)
    expect(provider.requests).toHaveLength(0)
  })

  it('R67 a form is counted before it is received, also one that holds no sound', async () => {
    const bea = await server.signUp()
    const counted = async () => {
      const row = await server.services.db
        .selectFrom('rate_limit')
        .select('count')
        .where('key', '=', `transcribe:${bea.user.id}`)
        .executeTakeFirst()
      return row?.count ?? 0
    }
    expect((await sendTo(server, formWith('not audio'), bea.cookie)).status).toBe(400)
    expect((await sendTo(server, '{}', bea.cookie)).status).toBe(400)
    expect(await counted()).toBe(2)
    expect((await sendTo(server, formWith(quietWav(100)), bea.cookie)).status).toBe(200)
    expect(await counted()).toBe(3)
    const slow = slowForm({ cookie: bea.cookie, 'content-length': 5000 })
    await expect.poll(counted).toBe(4)
    slow.request.destroy()
    await server.services.db
      .updateTable('rate_limit')
      .set({ count: 600 })
      .where('key', '=', `transcribe:${bea.user.id}`)
      .execute()
    const refused = slowForm({ cookie: bea.cookie, 'content-length': 5000 })
    expect(await refused.status).toBe(429)
    refused.request.destroy()
  })

  it('R67 long recordings are held for a few at once, until their service has answered; short ones still come through', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    provider.answers({ before: () => held })
    const people = [await server.signUp(), await server.signUp(), await server.signUp()] as const
    const long = () => formWith(quietWav(700_000))
    const running: Promise<Response>[] = []
    for (const { cookie } of people)
      for (let at = 0; at < 2; at++) {
        running.push(sendTo(server, long(), cookie))
        await expect.poll(() => provider.requests.length).toBe(running.length)
      }
    const other = await server.signUp()
    expect((await sendTo(server, long(), other.cookie)).status).toBe(429)
    running.push(sendTo(server, formWith(quietWav(100)), other.cookie))
    await expect.poll(() => provider.requests.length).toBe(7)
    release()
    for (const answer of await Promise.all(running)) expect(answer.status).toBe(200)
    expect((await sendTo(server, long(), other.cookie)).status).toBe(200)
  })

  const slowForm = (headers: OutgoingHttpHeaders) =>
    slowRequest(`${server.url}/api/transcribe`, {
      origin: server.url,
      'content-type': 'multipart/form-data; boundary=------------------------form',
      ...headers,
    })

  it('a visitor, and a form that does not say how long it is, are refused before anything is received', async () => {
    const visitor = slowForm({})
    expect(await visitor.status).toBe(401)
    const endless = slowForm({ cookie: ada.cookie })
    expect(await endless.status).toBe(411)
    for (const { request } of [visitor, endless]) request.destroy()
  })

  it('one person who sends slowly keeps themselves waiting, and nobody else', async () => {
    const bea = await server.signUp()
    const headers = { cookie: bea.cookie, 'content-length': 5000 }
    const slow = Array.from({ length: 9 }, () => slowForm(headers))
    const refused: number[] = []
    for (const { status } of slow) void status.then((one) => refused.push(one))
    await expect.poll(() => refused).toEqual(Array(6).fill(429))
    expect((await send(formWith(quietWav(100)))).status).toBe(200)
    for (const { request } of slow) request.destroy()
  })

  it.each([
    ['a wrong key', { status: 401, error: `Incorrect API key provided: ${KEY}` }, 503, /OPENAI_API_KEY/],
    ['a model that is not there', { status: 404 }, 503, /whisper-1.*OPENAI_TRANSCRIBE_MODEL/],
    ['too many requests', { status: 429 }, 429, /busy or its limit/],
    ['a fault of its own', { status: 500 }, 503, /fault of its own \(500\)/],
    ['nonsense', { raw: '<html>' }, 503, /whisper-1 sent an answer that cannot be read/],
    ['JSON without words', { raw: '{"words":[]}' }, 503, /whisper-1 sent an answer that cannot be read/],
  ])('7.37 %s is said in words', async (_name, plan, status, words) => {
    provider.answers(plan)
    const answer = await send(formWith(quietWav(100)))
    expect(answer.status).toBe(status)
    expect((await said(answer)).error).toMatch(words)
    expect(server.logLines.join('')).not.toContain('PLANTED')
  })

  const service = (model: string) => ({
    url: provider.url,
    key: null,
    model,
    setting: 'OPENAI_TRANSCRIBE_MODEL' as const,
  })

  it('a model that tells no times is asked for the words alone', async () => {
    const { signal } = new AbortController()
    const sound = await soundOf(new Uint8Array(quietWav(100)))
    expect(await transcribe(service('tiny-plain'), sound, { signal })).toEqual({ text: 'Hello, world.' })
    expect(provider.requests.map(({ body }) => body.response_format)).toEqual(['verbose_json', 'json'])
  })

  it.each([
    ['a model that tells it in its own way', 'tiny-diarize', ['diarized_json']],
    ['a service that tells it unasked', 'tiny', ['verbose_json']],
  ])('4.8 who speaks is told of each word by %s', async (_, model, formats) => {
    const { signal } = new AbortController()
    provider.answers({ heard: 'Will it rain? No, not today.', speakers: ['A', 'B'] })
    const sound = await soundOf(new Uint8Array(quietWav(100)))
    const { words } = await transcribe(service(model), sound, { signal, startTime: 10 })
    expect(words!.map(({ text, speaker }) => [text, speaker])).toEqual([
      ['Will', 'A'],
      ['it', 'A'],
      ['rain?', 'A'],
      ['No,', 'B'],
      ['not', 'B'],
      ['today.', 'B'],
    ])
    expect(words![0]!.start).toBe(10)
    expect(provider.requests.map(({ body }) => body.response_format)).toEqual(formats)
  })

  it('a service that says nothing is not waited for without end', async () => {
    const { signal } = new AbortController()
    provider.answers({ hangs: true })
    const sound = await soundOf(new Uint8Array(quietWav(100)))
    const asked = transcribe(service('tiny'), sound, { signal, wait: 200 })
    await expect(asked).rejects.toThrow(/tiny has not answered/)
  })
})
