import { countingReads } from '@test/counted-reads'
import { joinPod, onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import { picturesOf } from '@/features/print/server/pictures'
import { FILE_NOT_THERE, type StoredFile } from '../model'
import { sweepFiles } from './files.service'
import { uploadFile } from './receive-file'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

import { filesShownBy } from './seen-file'

onEachDatabase('R68 a file is given by the pages that may show it', (database) => {
  let server: TestServer
  let ada: TestPerson
  let eve: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    eve = await server.signUp()
  })
  afterAll(() => server?.close())

  const rpc = (person: TestPerson) => server.rpc(person.cookie)
  const makePage = async (person: TestPerson, contentRich: Block[] = [], podId?: string) =>
    (await rpc(person).document.create.mutate({ title: 'Page', contentRich, ...(podId && { podId }) })).id
  const upload = async (page: string, person = ada) => {
    const answer = await fetch(`${server.url}/api/files?page=${page}&name=private.png`, {
      method: 'POST',
      headers: { origin: server.url, cookie: person.cookie },
      body: PNG,
    })
    expect(answer.status, await answer.clone().text()).toBe(201)
    return (await answer.json()) as StoredFile
  }
  const status = async (path: string, person: TestPerson | null) =>
    (await fetch(`${server.url}${path}`, { headers: person ? { cookie: person.cookie } : {} })).status
  const picture = ({ url }: StoredFile, id = 'pic1'): Block => ({ id, kind: 'image', attributes: { url } })
  const publish = (person: TestPerson, id: string) =>
    rpc(person).document.publish.mutate({ id, isPublished: true })
  const remove = async (person: TestPerson, id: string) => {
    await rpc(person).document.archive.mutate({ id })
    await rpc(person).document.delete.mutate({ id })
  }
  let minutes = 0
  const sweepLater = async () => {
    await sweepFiles(server.services)
    minutes += 20
    await sweepFiles(server.services, new Date(Date.now() + minutes * 60_000))
  }
  /** A pod of both of them. */
  const sharedPod = async (owner: TestPerson, other: TestPerson) => {
    const pod = await rpc(owner).pod.create.mutate({ name: 'Both' })
    await joinPod(server, pod.id, { owner, person: other })
    return pod.id
  }

  /** Every way in which a page can name a file. */
  const naming = (file: StoredFile): Block[] => [
    picture(file, 'a1'),
    { id: 'a2', kind: 'file', attributes: { url: file.url, name: 'private.png', isUpload: true } },
    { id: 'a3', kind: 'embed', attributes: { url: `${server.services.config.publicUrl}${file.url}` } },
    { id: 'a4', kind: 'hologram', attributes: { source: [file.url] } },
    { id: 'a5', kind: 'chart', attributes: { customCss: `a{content:"${file.url}"}` } },
    {
      id: 'a6',
      kind: 'paragraph',
      text: [
        { text: 'link', marks: [{ kind: 'link', attributes: { url: file.url } }] },
        { kind: 'mention', attributes: { key: file.id, value: 'private.png', trigger: '#' } },
        { text: 'shining', marks: [{ kind: 'glow', attributes: { from: file.url } }] },
      ],
    },
  ]

  it('a stranger who names a file gets nothing of it: not on a page, published, copied, exported, printed, stashed', async () => {
    const home = await makePage(ada)
    const file = await upload(home)
    const pod = await sharedPod(eve, ada)
    const page = await makePage(eve, naming(file), pod)
    await rpc(eve).stash.add.mutate({ blocks: naming(file), fromPath: `/${page}`, fromTitle: 'Page' })
    await expect(rpc(eve).document.update.mutate({ id: page, coverImage: file.url })).rejects.toThrow(
      FILE_NOT_THERE(),
    )
    await publish(eve, page)
    const copy = await rpc(eve).document.duplicate.mutate({ id: page, withSubpages: false })
    await publish(eve, copy.id)
    const template = await rpc(eve).template.save.mutate({ id: page })
    expect(JSON.stringify(copy.contentRich)).toContain(file.id)
    for (const address of [file.url, `/api/files/${file.id}`]) expect(await status(address, eve)).toBe(404)
    expect(await status(file.url, null)).toBe(401)
    const exported = await fetch(`${server.url}/api/export/markdown?documentId=${page}&subPages=true`, {
      headers: { cookie: ada.cookie },
    })
    // Ada sees both; what she passes on must not hold what only she may see.
    expect(exported.status).toBe(200)
    const packed = Buffer.from(await exported.arrayBuffer()).toString('latin1')
    expect(packed).not.toContain('files/private.png')
    expect((await picturesOf(server.services, page, [file.url])).paths).toEqual([])
    expect(await status(file.url, ada)).toBe(200)
    expect(template).toBeTruthy()
    await remove(ada, home)
    await sweepLater()
    const { db, files } = server.services
    expect(await db.selectFrom('file').select('id').where('id', '=', file.id).execute()).toEqual([])
    expect(await files.sizeOf(file.id)).toBeNull()
    expect(await status(file.url, eve)).toBe(404)
  })

  it('somebody who may see a file shows it by pasting it, to the people of that page and in public', async () => {
    const home = await makePage(ada)
    const file = await upload(home)
    const pod = await sharedPod(ada, eve)
    expect(await status(file.url, eve)).toBe(404)
    const page = await makePage(ada, [picture(file)], pod)
    expect(await status(file.url, eve)).toBe(200)
    const { documentId } = (await (
      await fetch(`${server.url}/api/files/${file.id}`, { headers: { cookie: eve.cookie } })
    ).json()) as StoredFile
    // Where else it is kept is nothing that she may know.
    expect(documentId).toBe(page)
    await publish(ada, page)
    expect(await status(file.url, null)).toBe(200)
    await remove(ada, home)
    await sweepLater()
    expect(await status(file.url, eve)).toBe(200)
    expect(await status(file.url, null)).toBe(200)
  })

  it('of two who write in a page only the one who may see a file gives it, no matter who copies or takes back what the other put there', async () => {
    const home = await makePage(ada)
    const [given, taken] = [await upload(home), await upload(home)]
    const pod = await sharedPod(ada, eve)
    const page = await makePage(ada, [], pod)
    const write = (person: TestPerson, contentRich: Block[]) =>
      rpc(person).document.update.mutate({ id: page, contentRich })
    await Promise.all([
      rpc(ada).document.appendBlocks.mutate({ id: page, blocks: [picture(given, 'g1')] }),
      rpc(eve).document.appendBlocks.mutate({ id: page, blocks: [picture(taken, 't1')] }),
    ])
    expect([await status(given.url, eve), await status(taken.url, eve)]).toEqual([200, 404])
    // Ada, who sees it, copies the block, takes it out, and brings it back.
    await write(ada, [picture(taken, 't1'), picture(taken, 't2')])
    await write(ada, [])
    await write(ada, [picture(taken, 't1')])
    expect(await status(taken.url, eve)).toBe(404)
    await rpc(ada).document.update.mutate({ id: page, coverImage: taken.url })
    expect(await status(taken.url, eve)).toBe(200)
  })

  it('R68 of all files that a page names, those that it shows are found, however many it names', async () => {
    const page = await makePage(ada)
    const shown = await upload(page)
    const elsewhere = await upload(await makePage(ada))
    const many = Array.from({ length: 1_200 }, (_, at) => `nothing-${at}`)
    const ids = [...many.slice(0, 700), shown.id, elsewhere.id, ...many.slice(700), shown.id]
    const found = await filesShownBy(server.services.db, page, ids)
    expect([...found]).toEqual([[shown.id, expect.objectContaining({ id: shown.id, name: 'private.png' })]])
  })

  it('R68 a picture that was refused to somebody is not given by a colleague who copies its block to another page', async () => {
    const home = await makePage(ada)
    const file = await upload(home)
    const pod = await sharedPod(ada, eve)
    const planted = await makePage(eve, [picture(file)], pod)
    const target = await makePage(ada, [], pod)
    // Ada sees the picture there, because it is hers; what stood on Eve's page stays refused when it is copied, stashed or duplicated.
    await rpc(ada).document.appendBlocks.mutate({ id: target, blocks: [picture(file, 'copied')] })
    await makePage(ada, [picture(file)], pod)
    await rpc(ada).stash.add.mutate({
      blocks: [picture(file)],
      fromPath: `/${planted}`,
      fromTitle: 'Page',
    })
    await rpc(ada).document.appendBlocks.mutate({ id: target, blocks: [picture(file, 'stashed')] })
    expect(await status(file.url, eve)).toBe(404)
    await publish(ada, target)
    expect(await status(file.url, null)).toBe(401)
    expect(await status(file.url, ada)).toBe(200)
    // She gives it by choosing it for a page, which no copy does.
    await rpc(ada).document.update.mutate({ id: target, coverImage: file.url })
    expect(await status(file.url, eve)).toBe(200)
  })

  it('a file that somebody chooses without seeing it is refused, and stays that of the one who may try again', async () => {
    const home = await makePage(ada)
    const file = await upload(home)
    const pod = await sharedPod(ada, eve)
    const page = await makePage(ada, [], pod)
    await rpc(eve).document.appendBlocks.mutate({ id: page, blocks: [picture(file, 'p1')] })
    const zoe = await server.signUp()
    await joinPod(server, pod, { owner: ada, person: zoe })
    await expect(rpc(zoe).document.update.mutate({ id: page, coverImage: file.url })).rejects.toThrow(
      FILE_NOT_THERE(),
    )
    // Eve comes to see the file elsewhere, and pastes it again.
    const given = await makePage(ada, [], await sharedPod(ada, eve))
    await rpc(ada).document.update.mutate({ id: given, coverImage: file.url })
    await rpc(eve).document.appendBlocks.mutate({ id: page, blocks: [picture(file, 'p2')] })
    expect(await status(file.url, zoe)).toBe(200)
  })

  it('a page that goes to another pod takes along what it shows, and nothing that it only names', async () => {
    const home = await makePage(ada)
    const secret = await upload(home)
    const hers = await sharedPod(eve, ada)
    const page = await makePage(eve, [picture(secret)], hers)
    const shown = await upload(page, eve)
    const other = await rpc(eve).pod.create.mutate({ name: 'Elsewhere' })
    await rpc(eve).document.move.mutate({ id: page, parentDocumentId: null, podId: other.id })
    expect([await status(shown.url, ada), await status(shown.url, eve)]).toEqual([404, 200])
    expect(await status(secret.url, eve)).toBe(404)
    await rpc(eve).document.archive.mutate({ id: page })
    await rpc(eve).document.restore.mutate({ id: page })
    expect([await status(shown.url, eve), await status(secret.url, eve)]).toEqual([200, 404])
  })

  it('a copy of a page, a template and a page made of it have files of their own', async () => {
    const page = await makePage(ada)
    const file = await upload(page)
    await rpc(ada).document.update.mutate({ id: page, contentRich: [picture(file)], coverImage: file.url })
    const copy = await rpc(ada).document.duplicate.mutate({ id: page, withSubpages: false })
    await remove(ada, page)
    await sweepLater()
    expect(await status(file.url, ada)).toBe(404)
    const url = copy.contentRich?.[0]?.attributes?.url as string
    expect(url).not.toBe(file.url)
    expect(copy.coverImage).toContain(url.split('/')[3])
    expect(await status(url, ada)).toBe(200)
    await publish(ada, copy.id)
    expect(await status(url, null)).toBe(200)
  })

  it('a right that is lost is lost at the next word: what is pasted afterwards is not shown', async () => {
    const pod = await sharedPod(ada, eve)
    const page = await makePage(ada, [], pod)
    const [before, after] = [await upload(page), await upload(page)]
    await makePage(eve, [picture(before)])
    const id = eve.user.id
    await rpc(ada).pod.removeMember.mutate({ podId: pod, userId: id })
    const late = await makePage(eve, [picture(after)])
    expect([await status(before.url, eve), await status(after.url, eve)]).toEqual([200, 404])
    await publish(eve, late)
    expect(await status(after.url, null)).toBe(401)
  })

  it('an upload to a page does not go through what the page says', async () => {
    const documentId = await makePage(ada, [{ id: 'a', kind: 'paragraph', text: [{ text: 'Words' }] }])
    const counting = countingReads(server.services.db)
    const caller = { user: ada.user, sessionId: 'one', ip: '127.0.0.1' }
    const body = (async function* () {
      yield new Uint8Array(PNG)
    })()
    const stored = await uploadFile(
      { ...server.services, db: counting.db, caller },
      { documentId, name: 'a.png', statedSize: PNG.length, body },
    )
    expect(counting.count()).toBe(0)
    const noted = server.services.db.selectFrom('file_page').select('is_settled')
    const ofPage = noted.where('document_id', '=', documentId)
    expect(await ofPage.execute()).toEqual([{ is_settled: 0 }])
    await rpc(ada).document.update.mutate({ id: documentId, contentRich: [picture(stored)] })
    expect(await ofPage.execute()).toEqual([{ is_settled: 1 }])
  })
})
