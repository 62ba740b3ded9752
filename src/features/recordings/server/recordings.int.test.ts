import {
  onEachDatabase,
  refusal,
  refusalWords,
  startTestServer,
  type TestPerson,
  type TestServer,
} from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FILE_NOT_THERE, type StoredFile } from '@/features/files/model'
import { sweepFiles } from '@/features/files/server/files.service'
import { newId } from '@/shared/ids'
import { RECORDING_WORDS, RECORDINGS, type Recording, type RecordingType } from '../model'

/** The start of a film as browsers record it, which is all that is looked at. */
const WEBM = Buffer.concat([
  Buffer.from('1a45dfa3a34286810142f7810142f2810442f381084282847765626d4287810442858102', 'hex'),
  Buffer.alloc(500, 7),
])
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const THUMBNAIL = `data:image/png;base64,${PNG.toString('base64')}`
const HOUR = 3_600_000

onEachDatabase('recordings', (database) => {
  let server: TestServer
  let ada: TestPerson
  let eve: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: { ...database.env, QUOTA_PERSON: '1MB' } })
    ada = await server.signUp()
    eve = await server.signUp()
  })
  afterAll(() => server?.close())

  const calls = (person = ada) => server.rpc(person.cookie).recording
  const sendTo = (query: Record<string, string>, body: Uint8Array<ArrayBuffer>, person = ada) =>
    fetch(`${server.url}/api/files?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { origin: server.url, cookie: person.cookie },
      body,
    })
  const send = async (name: string, body = new Uint8Array(WEBM), person = ada): Promise<StoredFile> => {
    const answer = await sendTo({ library: 'true', name }, body, person)
    expect(answer.status, await answer.clone().text()).toBe(201)
    return (await answer.json()) as StoredFile
  }
  const newRecording = (fileId: string, fields: object = {}) => ({
    id: newId(),
    fileId,
    title: 'Standup',
    type: 'screen' as RecordingType,
    duration: 12.5,
    metadata: { resolution: '1280x720' },
    thumbnail: THUMBNAIL,
    ...fields,
  })
  const record = async (fields: object = {}, { person = ada, body = new Uint8Array(WEBM) } = {}) => {
    const { id } = await send('recording.webm', body, person)
    return calls(person).create.mutate(newRecording(id, fields))
  }
  const get = (url: string, person: TestPerson | null = ada) =>
    fetch(`${server.url}${url}`, { headers: person ? { cookie: person.cookie } : {} })
  const isThere = async (recording: Pick<Recording, 'url'>, person = ada) =>
    (await get(recording.url, person)).status === 200
  const later = (hours: number) => sweepFiles(server.services, new Date(Date.now() + hours * HOUR))
  const film = (recording: Recording) => ({
    id: 'film',
    kind: 'video',
    attributes: { url: recording.url, name: 'Standup' },
  })

  it('3.17 a recording is made of a file that was sent, has every field, and asked again there is no second one', async () => {
    const file = await send('recording.webm')
    expect(file).toMatchObject({ documentId: null, type: 'video/webm' })
    const input = newRecording(file.id, { title: '  Stand­up\n' })
    const made = await calls().create.mutate(input)
    expect(made).toEqual({
      id: input.id,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      duration: 12.5,
      size: WEBM.byteLength,
      thumbnail: THUMBNAIL,
      title: 'Stand up',
      type: 'screen',
      url: `/api/files/${file.id}/Stand%20up.webm`,
      metadata: { resolution: '1280x720' },
    })
    expect(await calls().create.mutate(input)).toEqual(made)
    expect(await calls().recordings.query({})).toEqual({ recordings: [made], nextCursor: null, total: 1 })
    const bytes = Buffer.from(await (await get(made.url)).arrayBuffer())
    expect(bytes.equals(WEBM)).toBe(true)
    const shot = await calls().create.mutate(
      newRecording((await send('shot.png', new Uint8Array(PNG))).id, { type: 'screenshot' }),
    )
    expect(shot).toMatchObject({ type: 'screenshot', duration: 0, metadata: { resolution: '1280x720' } })
    const sound = await record({ type: 'audio' })
    expect(sound).toMatchObject({ thumbnail: null, metadata: { resolution: null } })
    for (const { id } of [made, shot, sound]) await calls().delete.mutate({ id })
  })

  it('2.39 8.15 recordings are searched, narrowed to a kind, ordered by date, title, duration and size, and come in parts', async () => {
    const person = await server.signUp()
    const of = (title: string, type: RecordingType, duration: number, bytes: number) =>
      record(
        { title, type, duration },
        { person, body: new Uint8Array(Buffer.concat([WEBM, Buffer.alloc(bytes)])) },
      )
    await of('Ärger 100%', 'screen', 5, 30)
    await of('zebra', 'camera', 50, 10)
    await of('Apple', 'audio', 20, 20)
    const titles = async (asked: object) =>
      (await calls(person).recordings.query(asked)).recordings.map(({ title }) => title)
    expect(await titles({})).toEqual(['Apple', 'zebra', 'Ärger 100%'])
    expect(await titles({ sort: 'title' })).toEqual(['Apple', 'zebra', 'Ärger 100%'])
    expect(await titles({ sort: 'duration' })).toEqual(['zebra', 'Apple', 'Ärger 100%'])
    expect(await titles({ sort: 'size' })).toEqual(['Ärger 100%', 'Apple', 'zebra'])
    expect(await titles({ filter: 'camera' })).toEqual(['zebra'])
    expect(await titles({ filter: 'screenshot' })).toEqual([])
    expect(await titles({ search: ' äRGER 100% ' })).toEqual(['Ärger 100%'])
    expect(await titles({ search: '1_0' })).toEqual([])
    const first = await calls(person).recordings.query({ limit: 2, sort: 'title' })
    expect(first).toMatchObject({ nextCursor: 2, total: 3 })
    expect(await titles({ limit: 2, sort: 'title', cursor: first.nextCursor })).toEqual(['Ärger 100%'])
  })

  it('5.8 a recording gets another title, which is not empty; its file is called so too, and is still found under its old address', async () => {
    const made = await record()
    const renamed = await calls().rename.mutate({ id: made.id, title: ' Retro: May/June ' })
    expect(renamed).toEqual({
      ...made,
      title: 'Retro: May/June',
      url: expect.stringMatching(/\/June\.webm$|May_June|Retro/),
    })
    expect(await calls().rename.mutate({ id: made.id, title: 'Retro: May/June' })).toEqual(renamed)
    expect(await isThere(made)).toBe(true)
    for (const title of ['', ' \n ', '\u200b'])
      expect(await refusal(calls().rename.mutate({ id: made.id, title }))).toMatchObject({
        code: 'bad-input',
        words: expect.stringContaining(RECORDING_WORDS.titleEmpty()),
      })
    await calls().delete.mutate({ id: made.id })
  })

  it('R20 what is somebody else’s is not there: recording, file, and what they only sent', async () => {
    const made = await record()
    const loose = await send('loose.webm')
    expect(await refusalWords(calls(eve).rename.mutate({ id: made.id, title: 'Mine' }))).toBe(
      RECORDING_WORDS.notThere(),
    )
    expect(await refusalWords(calls(eve).delete.mutate({ id: made.id }))).toBe(RECORDING_WORDS.notThere())
    expect(await refusalWords(calls(eve).create.mutate(newRecording(loose.id)))).toBe(
      RECORDING_WORDS.noFile(),
    )
    const own = await send('own.webm', new Uint8Array(WEBM), eve)
    expect(await refusalWords(calls(eve).create.mutate(newRecording(own.id, { id: made.id })))).toBe(
      RECORDING_WORDS.noFile(),
    )
    expect((await calls(eve).recordings.query({})).total).toBe(0)
    const answer = await get(made.url, eve)
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      404,
      FILE_NOT_THERE(),
    ])
    expect((await get(made.url, null)).status).toBe(401)
    // Naming it in a page of one's own gives it to nobody (R68).
    const page = await server.rpc(eve.cookie).document.create.mutate({ contentRich: [film(made)] })
    expect(await isThere(made, eve)).toBe(false)
    expect(page.id).toBeTruthy()
    await calls().delete.mutate({ id: made.id })
  })

  it('2.39 who sees a page that a recording stands on sees it, also when it was deleted from the library', async () => {
    const made = await record()
    const page = await server.rpc(ada.cookie).document.create.mutate({ contentRich: [film(made)] })
    expect(await isThere(made, eve)).toBe(false)
    await server.rpc(ada.cookie).document.publish.mutate({ id: page.id, isPublished: true })
    expect(await isThere(made, eve)).toBe(true)
    await server.rpc(ada.cookie).document.publish.mutate({ id: page.id, isPublished: false })
    await calls().delete.mutate({ id: made.id })
    expect(await isThere(made)).toBe(true)
    await later(2)
    await later(4)
    expect(await isThere(made)).toBe(true)
    expect(await isThere(made, eve)).toBe(false)
  })

  it('R20 a file that a page still shows is nobody’s to make a recording of, also when the page it was sent to is gone', async () => {
    const first = await server.rpc(ada.cookie).document.create.mutate({ title: 'First' })
    const sent = await sendTo({ page: first.id, name: 'talk.webm' }, new Uint8Array(WEBM))
    const file = (await sent.json()) as StoredFile
    const block = { id: 'film', kind: 'video', attributes: { url: file.url, name: 'Talk' } }
    const second = await server.rpc(ada.cookie).document.create.mutate({ contentRich: [block] })
    await server.rpc(ada.cookie).document.archive.mutate({ id: first.id })
    await server.rpc(ada.cookie).document.delete.mutate({ id: first.id })
    const row = () =>
      server.services.db.selectFrom('file').select('document_id').where('id', '=', file.id).execute()
    expect(await row()).toEqual([{ document_id: null }])
    expect(await refusalWords(calls().create.mutate(newRecording(file.id)))).toBe(RECORDING_WORDS.noFile())
    await later(2)
    await later(4)
    expect(await row()).toEqual([{ document_id: second.id }])
  })

  it('2.39 a recording outlives every sweep without a page; deleted, its bytes are gone, and what nothing was made of goes too', async () => {
    const kept = await record()
    const loose = await send('loose.webm')
    await later(2)
    await later(4)
    expect(await isThere(kept)).toBe(true)
    expect(await server.services.files.sizeOf(loose.id)).toBeNull()
    expect(await refusalWords(calls().create.mutate(newRecording(loose.id)))).toBe(RECORDING_WORDS.noFile())
    const id = kept.url.split('/')[3]!
    expect(await server.services.files.sizeOf(id)).toBe(WEBM.byteLength)
    await calls().delete.mutate({ id: kept.id })
    expect(await server.services.files.sizeOf(id)).toBeNull()
    expect(await isThere(kept)).toBe(false)
    expect(await refusalWords(calls().delete.mutate({ id: kept.id }))).toBe(RECORDING_WORDS.notThere())
  })

  it('R48 with the account its recordings go, and their bytes', async () => {
    const person = await server.signUp()
    const mine = await record({}, { person })
    const id = mine.url.split('/')[3]!
    await server.rpc(person.cookie).user.deleteAccount.mutate({ email: person.user.email })
    expect(await server.services.files.sizeOf(id)).toBeNull()
    const rows = await server.services.db
      .selectFrom('recording')
      .select('id')
      .where('id', '=', mine.id)
      .execute()
    expect(rows).toEqual([])
  })

  it('R32 a file of another kind, a page’s own file, bad fields and a full library or quota are refused in words', async () => {
    const person = await server.signUp()
    const text = await send('notes.webm', new Uint8Array(Buffer.from('just words')), person)
    for (const type of ['screen', 'screenshot'] as const)
      expect(await refusalWords(calls(person).create.mutate(newRecording(text.id, { type })))).toBe(
        RECORDING_WORDS.otherType(),
      )
    const page = await server.rpc(person.cookie).document.create.mutate({ title: 'Album' })
    const onPage = (await (
      await sendTo({ page: page.id, name: 'a.webm' }, new Uint8Array(WEBM), person)
    ).json()) as StoredFile
    expect(await refusalWords(calls(person).create.mutate(newRecording(onPage.id)))).toBe(
      RECORDING_WORDS.noFile(),
    )
    for (const fields of [
      { thumbnail: 'https://example.org/x.png' },
      { thumbnail: `data:image/svg+xml;base64,${'A'.repeat(9)}` },
      { duration: -1 },
      { metadata: { resolution: '<b>' } },
      { title: ' ' },
      { type: 'film' },
    ])
      expect(
        await refusal(calls(person).create.mutate(newRecording(text.id, fields) as never)),
      ).toMatchObject({ code: 'bad-input' })
    const full = await sendTo({ library: 'true', name: 'x.webm' }, new Uint8Array(2 * 1024 ** 2), person)
    expect([full.status, await full.text()]).toEqual([413, expect.stringContaining('There is no room')])
    expect(RECORDINGS.most).toBeGreaterThan(200)
  })
})
