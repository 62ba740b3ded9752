import { readFile } from 'node:fs/promises'
import { recordedFilm } from '@test/film'
import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { tone, wavFile, wavHead } from '@test/wav'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MediaFacts, PEAKS, peaksIn } from '@/blocks/media/media-facts'
import type { StoredFile } from '../model'
import { READER } from './media-facts'

const sound = (name: string) => readFile(new URL(`../../../../test/sounds/${name}`, import.meta.url))

/** A box of an MP4 file. */
function box(type: string, ...inside: Buffer[]): Buffer {
  const body = Buffer.concat(inside)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(type, 4)
  return Buffer.concat([head, body])
}

/** A sound as MP4 with other numbers in some boxes: what is written, and how far behind their name. */
async function soundWith(numbers: Record<string, readonly [place: number, value: number]>): Promise<Buffer> {
  const lie = Buffer.from(await sound('plan.m4a'))
  for (const [name, [place, value]] of Object.entries(numbers)) {
    const at = lie.indexOf(name)
    expect(at, name).toBeGreaterThan(0)
    lie.writeUInt32BE(value, at + place)
  }
  return lie
}

/** The boxes of an MP4 file, or of a box that holds some. */
function boxesIn(bytes: Buffer): { type: string; bytes: Buffer }[] {
  const boxes: { type: string; bytes: Buffer }[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), bytes: bytes.subarray(at, at + size) })
    at += Math.max(size, 8)
  }
  return boxes
}

onEachDatabase('what the server tells of films and sound', (database) => {
  let server: TestServer
  let ada: TestPerson
  let page: string
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    page = (await server.rpc(ada.cookie).document.create.mutate({ title: 'Films' })).id
  })
  afterAll(() => server?.close())

  const send = async (name: string, body: Buffer | Uint8Array): Promise<StoredFile> => {
    const answer = await fetch(`${server.url}/api/files?${new URLSearchParams({ page, name })}`, {
      method: 'POST',
      headers: { origin: server.url, cookie: ada.cookie },
      body: new Uint8Array(body),
    })
    expect(answer.status).toBe(201)
    return (await answer.json()) as StoredFile
  }
  const ask = (id: string, cookie = ada.cookie) =>
    fetch(`${server.url}/api/files/${id}/media/facts`, { headers: { cookie } })
  const factsOf = async ({ id }: StoredFile): Promise<MediaFacts | null> => {
    const answer = await ask(id)
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { facts: MediaFacts | null }).facts
  }

  it('3.18 how long a sound is and how it is encoded is told, in any container', async () => {
    const about = async (name: string) => factsOf(await send(name, await sound(name)))
    const mp3 = await about('plan.mp3')
    expect(mp3).toMatchObject({ video: null, audio: { name: 'MP3' }, width: null })
    expect(mp3!.duration).toBeGreaterThan(1)
    for (const [name, codec] of [
      ['plan.m4a', { name: 'AAC', parameter: 'mp4a.40.2' }],
      ['plan.webm', { name: 'Opus', parameter: 'opus' }],
    ] as const) {
      const facts = await about(name)
      expect(facts).toMatchObject({ video: null, audio: codec })
      expect(facts!.duration).toBeCloseTo(mp3!.duration!, 0)
    }
  })

  it('3.18 a film that a recorder made without saying how long it is has its length and its pixels told', async () => {
    const facts = await factsOf(await send('film.webm', Buffer.concat(await recordedFilm(3))))
    expect(facts).toMatchObject({ width: 640, height: 480, video: { name: 'VP8' }, audio: { name: 'Opus' } })
    // Nobody knows how long its last picture stays.
    expect(facts!.duration).toBeCloseTo(2.9, 1)
  })

  it.each([
    ['short', 1],
    ['long', 60],
  ])('how loud a %s sound is in each part is told, one byte for each', async (_, length) => {
    const file = await send('tone.wav', wavFile([...tone(2 * length, 0.25), ...tone(2 * length, 1)]))
    const facts = await factsOf(file)
    expect(facts).toMatchObject({ duration: 4 * length, audio: { name: 'PCM' } })
    const peaks = peaksIn(facts!.peaks!)
    expect(peaks).toHaveLength(PEAKS)
    expect(peaks[PEAKS / 4]).toBeCloseTo(0.25, 1)
    expect(peaks[(PEAKS * 3) / 4]).toBeCloseTo(1, 1)
  })

  it('4.8 how loud a sound is that only browsers decode, who uploaded it says, once', async () => {
    const file = await send('plan.m4a', await sound('plan.m4a'))
    const say = (id: string, peaks: Uint8Array<ArrayBuffer>, cookie = ada.cookie) =>
      fetch(`${server.url}/api/files/${id}/media/peaks`, {
        method: 'PUT',
        headers: { origin: server.url, cookie },
        body: peaks,
      })
    const loud = new Uint8Array(PEAKS).fill(255)
    for (const wrong of [loud.slice(1), new Uint8Array(), new Uint8Array(10_000)])
      expect((await say(file.id, wrong)).status).toBe(400)
    expect((await say(file.id, loud, (await server.signUp()).cookie)).status).toBe(404)
    expect((await factsOf(file))!.peaks).toBeNull()
    const peaks = Uint8Array.from({ length: PEAKS }, (_, part) => part)
    expect((await say(file.id, peaks)).status).toBe(204)
    expect((await say(file.id, loud)).status).toBe(204)
    const facts = await factsOf(file)
    expect(facts).toMatchObject({ audio: { name: 'AAC' } })
    expect([...Buffer.from(facts!.peaks!, 'base64')]).toEqual([...peaks])
    // What the server has heard itself stays, and what is no sound has none.
    const heard = await send('tone.wav', wavFile(tone(4, 0.25)))
    const before = await factsOf(heard)
    expect((await say(heard.id, loud)).status).toBe(204)
    expect(await factsOf(heard)).toEqual(before)
    expect((await say((await send('words.txt', Buffer.from('Words.'))).id, loud)).status).toBe(404)
  })

  it('a sound is read once: the second time the database tells of it', async () => {
    const file = await send('plan.mp3', await sound('plan.mp3'))
    const [first, other] = await Promise.all([factsOf(file), factsOf(file)])
    expect(other).toEqual(first)
    // Were it read again, nothing could be read.
    await server.services.files.remove(file.id)
    expect(await factsOf(file)).toEqual(first)
    const rows = () =>
      server.services.db.selectFrom('file_media').selectAll().where('file_id', '=', file.id).execute()
    expect(await rows()).toHaveLength(1)
    await server.services.db.deleteFrom('file').where('id', '=', file.id).execute()
    expect(await rows()).toEqual([])
  })

  it('what an older reader could not read is read once more, and nothing else is', async () => {
    const file = await send('plan.mp3', await sound('plan.mp3'))
    const set = (facts: string, reader: number) =>
      server.services.db
        .insertInto('file_media')
        .values({ file_id: file.id, facts, reader, tries: 0 })
        .onConflict((conflict) => conflict.column('file_id').doUpdateSet({ facts, reader }))
        .execute()
    await set('null', READER - 1)
    const facts = await factsOf(file)
    expect(facts).toMatchObject({ audio: { name: 'MP3' } })
    await set('null', READER)
    expect(await factsOf(file)).toBeNull()
    const older = { ...facts!, duration: 7 }
    await set(JSON.stringify(older), READER - 1)
    expect(await factsOf(file)).toEqual(older)
  })

  it('those who do not see a file are told nothing of it, and of other files there is nothing to tell', async () => {
    const file = await send('plan.mp3', await sound('plan.mp3'))
    const eve = await server.signUp()
    expect((await ask(file.id, eve.cookie)).status).toBe(404)
    expect((await ask(file.id, '')).status).toBe(401)
    expect(await factsOf(await send('words.txt', Buffer.from('These are words.')))).toBeNull()
  })

  describe('R32 R34 a file that lies', () => {
    it('is cut off: what is there is told, or nothing', async () => {
      const whole = await sound('plan.m4a')
      expect(await factsOf(await send('cut.m4a', whole.subarray(0, 200)))).toBeNull()
      const webm = await sound('plan.webm')
      const half = await factsOf(await send('cut.webm', webm.subarray(0, webm.length / 2)))
      expect(half?.audio).toMatchObject({ name: 'Opus' })
    })

    it('is no film, whatever its beginning says', async () => {
      const ftyp = box('ftyp', Buffer.from('isom\0\0\0\0isommp42', 'latin1'))
      expect(await factsOf(await send('lie.mp4', Buffer.concat([ftyp, Buffer.alloc(50_000, 7)])))).toBeNull()
    })

    it('says that it is as long as no number: how long it is, what is in it says', async () => {
      const film = Buffer.concat(await recordedFilm(2))
      // The element `Info` with a `Duration` of NaN before what the recorder says.
      const at = film.indexOf(Buffer.from([0x15, 0x49, 0xa9, 0x66]))
      expect(at).toBeGreaterThan(0)
      const nan = Buffer.from([0x44, 0x89, 0x88, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0])
      const size = film[at + 4]! & 0x7f
      const wide = Buffer.from([0x15, 0x49, 0xa9, 0x66, 0x80 | (size + nan.length)])
      const lie = Buffer.concat([film.subarray(0, at), wide, nan, film.subarray(at + 5)])
      expect((await factsOf(await send('nan.webm', lie)))!.duration).toBeCloseTo(1.9, 1)
    })

    it.each([
      [
        'wav',
        () => Promise.resolve(Buffer.concat([wavHead({ rate: 1, size: 800_000 }), Buffer.alloc(800_000)])),
      ],
      ['m4a', () => soundWith({ mdhd: [16, 0] })],
    ])(
      'says that it goes on for days, or without end: how long it is is not told (%s)',
      async (ending, make) => {
        const facts = await factsOf(await send(`long.${ending}`, await make()))
        expect(facts).toMatchObject({ duration: null, peaks: null })
        expect(facts!.audio).not.toBeNull()
      },
    )

    it.each([
      ['stsz', 12],
      ['stts', 8],
      ['stco', 8],
      ['stsc', 8],
    ] as const)('counts more than it holds (%s): nothing is told of it', async (table, place) => {
      const lie = await soundWith({ [table]: [place, 0xffff_fff0] })
      expect(await factsOf(await send('counts.m4a', lie))).toBeNull()
    })

    it('has 10,000 tracks: it is refused in bounded time, and others are answered meanwhile', async () => {
      const whole = await sound('plan.m4a')
      const parts = boxesIn(whole).map(({ type, bytes }) => {
        if (type !== 'moov') return bytes
        const inside = boxesIn(bytes.subarray(8))
        const track = inside.find((one) => one.type === 'trak')!.bytes
        return box('moov', ...inside.map((one) => one.bytes), ...Array.from({ length: 10_000 }, () => track))
      })
      const file = await send('many.m4a', Buffer.concat(parts))
      let isTold = false
      const asked = factsOf(file).finally(() => {
        isTold = true
      })
      await server.rpc(ada.cookie).document.documents.query({})
      expect(isTold).toBe(false)
      expect(await asked).toBeNull()
      // It is not tried again.
      expect(await factsOf(file)).toBeNull()
    })
  })
})
