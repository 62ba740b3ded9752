import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordedFilm } from '@test/film'
import { onEachDatabase, refusal, startTestServer, type TestPerson, type TestServer } from '@test/server'
import type { Transaction } from 'kysely'
import { BufferSource, Input, WEBM } from 'mediabunny'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { clearUnfinishedFiles, sweepFiles } from '@/features/files/server/files.service'
import { sweepUploads } from '@/features/files/server/uploads.service'
import type { Services, SignedInContext } from '@/server/context'
import type { Tables } from '@/server/db/schema'
import type { FileStore } from '@/server/files/store'
import { holdLease } from '@/server/server-lease'
import { newId } from '@/shared/ids'
import { RECORDING_WORDS, RECORDINGS, type Recording, SILENCE } from '../model'
import { finishRecording, listUnfinished, saveSilentRecordings } from './live-recordings.service'

const HOUR = 3_600_000
const THUMBNAIL = `data:image/jpeg;base64,${'A'.repeat(40)}`

onEachDatabase('recordings that are sent while they are made', (database) => {
  let server: TestServer
  let ada: TestPerson
  let film: Uint8Array<ArrayBuffer>[]

  beforeAll(async () => {
    server = await startTestServer({ env: { ...database.env, QUOTA_PERSON: '60MB' } })
    film = await recordedFilm(8)
  })
  beforeEach(async () => {
    ada = await server.signUp()
  })
  afterAll(() => server?.close())

  const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
  const calls = (person = ada) => server.rpc(person.cookie).recording
  const begin = async (person = ada, fields: object = {}) => {
    const id = newId()
    const { upload } = await calls(person).begin.mutate({
      id,
      title: 'Standup',
      type: 'camera',
      mimeType: 'video/webm;codecs=vp9,opus',
      resolution: '1280x720',
      ...fields,
    })
    return { id, upload: upload! }
  }
  const patch = (upload: string, offset: number, body: Uint8Array<ArrayBuffer>, person = ada) =>
    fetch(`${server.url}/api/uploads/${upload}`, {
      method: 'PATCH',
      headers: {
        origin: server.url,
        cookie: person.cookie,
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        'upload-checksum': `sha256 ${createHash('sha256').update(body).digest('base64')}`,
      },
      body,
    })
  /** Sends pieces one by one; answers how many bytes that makes. */
  async function send(upload: string, pieces: readonly Uint8Array<ArrayBuffer>[], person = ada) {
    let offset = 0
    for (const piece of pieces) {
      const answer = await patch(upload, offset, piece, person)
      expect(answer.status, await answer.clone().text()).toBe(204)
      offset += piece.byteLength
    }
    return offset
  }
  const bytesOf = async ({ url }: Pick<Recording, 'url'>, person = ada) =>
    Buffer.from(
      await (await fetch(`${server.url}${url}`, { headers: { cookie: person.cookie } })).arrayBuffer(),
    )
  /** How long a file says that it is, without being read through. */
  const statedLength = async (bytes: Buffer) => {
    using input = new Input({ source: new BufferSource(bytes), formats: [WEBM] })
    return await input.getDurationFromMetadata()
  }
  const rows = async () => ({
    live: await server.services.db
      .selectFrom('live_recording')
      .selectAll()
      .where('user_id', '=', ada.user.id)
      .execute(),
    uploads: await server.services.db
      .selectFrom('upload')
      .selectAll()
      .where('user_id', '=', ada.user.id)
      .execute(),
  })

  it('no more recordings of a person are on their way than may be, however many begin at once, and each is told of only so often', async () => {
    const begun = await Promise.allSettled(Array.from({ length: RECORDINGS.live + 5 }, () => begin()))
    const refused = begun.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []))
    expect(refused).toEqual(Array(5).fill(RECORDING_WORDS.manyLive()))
    expect(await calls().unfinished.query()).toHaveLength(RECORDINGS.live)
    const bea = await server.signUp()
    const { id } = await begin(bea)
    const note = () => calls(bea).note.mutate({ id, duration: 1, thumbnail: null, hasEnded: false })
    await note()
    await server.services.db
      .updateTable('rate_limit')
      .set({ count: 120 })
      .where('key', '=', `recording-note:${bea.user.id}`)
      .execute()
    expect(await codeOf(note())).toBe('rate-limited')
  })

  it('4.7 every second is sent as it comes; at the end it is in the library, with a length and a place for every moment', async () => {
    const { id, upload } = await begin()
    expect(await begin(ada, { id })).toEqual({ id: expect.any(String), upload })
    const size = await send(upload, film)
    await calls().note.mutate({ id, duration: 7.9, thumbnail: THUMBNAIL, hasEnded: true })
    expect(await calls().unfinished.query()).toEqual([
      expect.objectContaining({ id, title: 'Standup', size, duration: 7.9, hasEnded: true, isLive: true }),
    ])
    expect(await codeOf(calls().finish.mutate({ id, size: size + 1 }))).toBe('conflict')
    const made = await calls().finish.mutate({ id, size })
    expect(made).toMatchObject({
      id,
      title: 'Standup',
      type: 'camera',
      thumbnail: THUMBNAIL,
      metadata: { resolution: '640x480' },
      url: expect.stringMatching(/\/Standup\.webm$/),
    })
    expect(made.duration).toBeCloseTo(8, 0)
    expect(await calls().finish.mutate({ id, size })).toEqual(made)
    expect(await calls().recordings.query({})).toMatchObject({ recordings: [made], total: 1 })
    const bytes = await bytesOf(made)
    expect(bytes.byteLength).toBe(made.size)
    expect(await statedLength(Buffer.concat(film))).toBeNull()
    expect(await statedLength(bytes)).toBeCloseTo(8, 0)
    expect(await rows()).toEqual({ live: [], uploads: [] })
    // What was sent is not kept beside what was made of it.
    expect(await server.services.files.sizeOf(upload)).toBeNull()
    expect((await server.rpc(ada.cookie).file.usage.query()).bytes).toBe(made.size)
  })

  it('4.7 what no browser ends is a “Recovered recording”, also for another browser, up to the last second that came', async () => {
    const { id, upload } = await begin()
    await send(upload, film.slice(0, 6))
    // The seventh second breaks off on its way.
    const broken = await patch(upload, 0, film[6]!)
    expect(broken.status).toBe(409)
    const services = {
      ...server.services,
      caller: { user: ada.user, sessionId: '', ip: '' },
    }
    const later = await listUnfinished(services, new Date(Date.now() + SILENCE))
    expect(later).toEqual([expect.objectContaining({ id, title: 'Recovered recording', isLive: false })])
    const made = await calls().finish.mutate({ id, size: null })
    expect(made).toMatchObject({ id, title: 'Recovered recording', thumbnail: null })
    expect(made.duration).toBeGreaterThan(5)
    expect(await statedLength(await bytesOf(made))).toBeCloseTo(made.duration, 1)
    // The browser that was cut off from the server begins another one, and nothing of it is lost.
    expect(
      await calls().begin.mutate({ id, title: 'x', type: 'camera', mimeType: '', resolution: null }),
    ).toEqual({ upload: null, sent: film.slice(0, 6).reduce((sum, piece) => sum + piece.byteLength, 0) })
    expect((await patch(upload, 0, film[0]!)).status).toBe(404)
  })

  it('4.7 one that nobody asks for is saved before its upload is forgotten, and none that is being made or has nothing in it', async () => {
    const left = await begin()
    await send(left.upload, film.slice(0, 3))
    const empty = await begin()
    const other = await begin()
    await send(other.upload, [new TextEncoder().encode('no film at all, but a text')])
    await saveSilentRecordings(server.services, new Date(Date.now() + 20 * HOUR))
    expect((await rows()).live).toHaveLength(3)
    // Two days in which the server did not run.
    const then = new Date(Date.now() + 48 * HOUR)
    await saveSilentRecordings(server.services, then)
    await sweepUploads(server.services, then)
    await sweepFiles(server.services, then)
    await sweepFiles(server.services, new Date(then.getTime() + HOUR))
    expect(await rows()).toEqual({ live: [], uploads: [] })
    const { recordings } = await calls().recordings.query({})
    expect(recordings.map(({ id, title }) => [id, title])).toEqual([[left.id, 'Recovered recording']])
    expect(await statedLength(await bytesOf(recordings[0]!))).toBeCloseTo(3, 0)
    expect(
      await codeOf(calls().note.mutate({ id: empty.id, duration: 1, thumbnail: null, hasEnded: false })),
    ).toBe('not-found')
  })

  const asAda = (fields: Partial<Services>): SignedInContext => ({
    ...server.services,
    ...fields,
    caller: { user: { id: ada.user.id, email: '', name: '' }, sessionId: '', ip: '' },
  })

  it('R48 a recording whose making was stored keeps its bytes, also where the answer of the database was lost', async () => {
    const { services } = server
    const { id, upload } = await begin()
    const size = await send(upload, film)
    const isMade = async () =>
      (await services.db.selectFrom('recording').select('id').where('id', '=', id).execute()).length > 0
    /** As a database does that goes away once it has stored the recording. */
    const transaction = () => {
      const begun = services.db.transaction()
      return {
        execute: async (act: (trx: Transaction<Tables>) => Promise<unknown>) => {
          const wasMade = await isMade()
          const result = await begun.execute(act)
          if (!wasMade && (await isMade())) throw new Error('Connection terminated unexpectedly')
          return result
        },
      }
    }
    const db = new Proxy(services.db, {
      get: (target, name) => {
        if (name === 'transaction') return transaction
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    await expect(finishRecording(asAda({ db }), { id, size })).rejects.toThrow('Connection terminated')
    const made = await calls().finish.mutate({ id, size })
    const bytes = await bytesOf(made)
    expect(bytes.byteLength).toBe(made.size)
    expect(await statedLength(bytes)).toBeCloseTo(8, 0)
    await expect.poll(() => services.files.sizeOf(upload)).toBeNull()
    expect(await rows()).toEqual({ live: [], uploads: [] })
  })

  it('R48 what a server that was killed has written of a recording is found and removed; the recording is made of what was sent', async () => {
    const { services } = server
    const folder = mkdtempSync(join(tmpdir(), 'sheaf-lease-'))
    const killed = await holdLease(services.db, services.log, folder)
    const { id, upload } = await begin()
    const size = await send(upload, film)
    const written = Promise.withResolvers<string>()
    const end = Promise.withResolvers<never>()
    const files: FileStore = {
      ...services.files,
      derive: async (from, to, write) => {
        await services.files.derive(from, to, write)
        written.resolve(to)
        return end.promise
      },
    }
    const finishing = finishRecording(asAda({ files, lease: killed }), { id, size })
    const file = await written.promise
    await clearUnfinishedFiles(services)
    expect(await services.files.sizeOf(file)).toBeGreaterThan(0)
    await killed.end()
    await clearUnfinishedFiles(services)
    expect(await services.files.sizeOf(file)).toBeNull()
    end.reject(new Error('killed'))
    const made = await finishing
    expect((await bytesOf(made)).equals(Buffer.concat(film))).toBe(true)
    expect(await rows()).toEqual({ live: [], uploads: [] })
    rmSync(folder, { recursive: true })
  })

  it('4.7 hours of it are few rows, and what cannot be read to its end is kept as it was sent', async () => {
    const { id, upload } = await begin()
    // The start of a film, and then nothing that is one.
    const start = film[0]!.slice(0, 300)
    const pieces = [start, ...Array.from({ length: 150 }, (_, at) => new Uint8Array(40).fill(at))]
    const size = await send(upload, pieces)
    const parts = await server.services.db
      .selectFrom('upload_part')
      .selectAll()
      .where('upload_id', '=', upload)
      .execute()
    expect(parts.map((part) => Number(part.size))).toEqual([size])
    const made = await calls().finish.mutate({ id, size })
    expect(made.size).toBe(size)
    expect((await bytesOf(made)).equals(Buffer.concat(pieces))).toBe(true)
    expect(await rows()).toEqual({ live: [], uploads: [] })
  })

  it('4.7 R32 nobody else touches it, a picture is no recording, nothing is none, and what has no room is refused in words', async () => {
    const eve = await server.signUp()
    const { id, upload } = await begin()
    await send(upload, film.slice(0, 1))
    const note = { id, duration: 1, thumbnail: null, hasEnded: true }
    for (const attack of [
      () => calls(eve).note.mutate(note),
      () => calls(eve).finish.mutate({ id, size: null }),
      () => calls(eve).discard.mutate({ id }),
    ])
      expect(await codeOf(attack())).toBe('not-found')
    expect(await calls(eve).unfinished.query()).toEqual([])
    expect(await begin(eve, { id })).toMatchObject({ upload: null })
    expect((await patch(upload, film[0]!.byteLength, film[1]!, eve)).status).toBe(404)
    expect(
      (await fetch(`${server.url}/api/files/${upload}/x`, { headers: { cookie: eve.cookie } })).status,
    ).toBe(404)
    expect(await codeOf(calls().note.mutate({ ...note, thumbnail: 'data:text/html,x' }))).toBe('bad-input')

    const none = await begin(eve)
    expect(await codeOf(calls(eve).finish.mutate({ id: none.id, size: null }))).toBe('bad-input')
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const picture = await begin(eve)
    await send(picture.upload, [new Uint8Array(png)], eve)
    expect(await codeOf(calls(eve).finish.mutate({ id: picture.id, size: null }))).toBe('bad-input')

    const large = await begin(eve)
    const piece = new Uint8Array(8 * 1024 ** 2)
    let full = await patch(large.upload, 0, piece, eve)
    for (let count = 1; full.status === 204 && count < 8; count++)
      full = await patch(large.upload, count * piece.byteLength, piece, eve)
    expect(full.status).toBe(413)
    expect(await full.text()).toContain('There is no room for this file')

    await calls().discard.mutate({ id })
    expect(await server.services.files.partsSize(upload)).toBe(0)
    expect(await codeOf(calls().finish.mutate({ id, size: null }))).toBe('not-found')
    expect(RECORDING_WORDS.notThere()).toBeTruthy()
  })
})
