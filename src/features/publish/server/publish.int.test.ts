import {
  cookieOf,
  joinPod,
  onEachDatabase,
  refusal,
  refusalWords,
  startTestServer,
  type TestPerson,
  type TestServer,
} from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import { markdownFromBlocks } from '@/blocks/markdown'
import { templates } from '@/features/templates/model'
import { newId } from '@/shared/ids'
import { NOT_THERE } from '@/shared/not-there'
import { PUBLISH_WORDS } from '../model'
import { listedPages } from './profile.service'
import { readPublicDocument } from './public-document'

const SECRET = 'Zebra plans nobody may know'
const paragraph = (id: string, ...text: NonNullable<Block['text']>): Block => ({
  id,
  kind: 'paragraph',
  text,
})

onEachDatabase('published pages', (database) => {
  let server: TestServer
  let owner: TestPerson
  let other: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    owner = await server.signUp()
    other = await server.signUp()
  })
  afterAll(() => server.close())

  const documents = (person?: TestPerson) => server.rpc(person?.cookie).document
  const settingsOf = (person: TestPerson) => server.rpc(person.cookie).publish
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, { headers, redirect: 'manual' })
  const textOf = async (path: string, cookie = '') => (await get(path, { cookie })).text()
  const statusOf = async (path: string, cookie = '') => (await get(path, { cookie })).status
  const makePage = (title: string, contentRich: Block[] = [], parentDocumentId: string | null = null) =>
    documents(owner).create.mutate({ title, contentRich, parentDocumentId })
  const publish = (id: string, isPublished = true) => documents(owner).publish.mutate({ id, isPublished })
  const upload = async (page: string, body = 'bytes of a file') => {
    const answer = await fetch(`${server.url}/api/files?page=${page}&name=figures.txt`, {
      method: 'POST',
      headers: { origin: server.url, cookie: owner.cookie },
      body,
    })
    return (await answer.json()) as { id: string; url: string }
  }
  const fileBlock = (url: string): Block => ({
    id: 'f1',
    kind: 'file',
    attributes: { url, name: 'figures.txt', isUpload: true },
  })

  it('2.3 7.12 a published page reads as HTML without a script, and answers to everybody by 7.4', async () => {
    const page = await makePage('A walk in the woods', [
      { id: 'h1', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'Setting out' }] },
      paragraph('p1', { text: 'Early in the morning', marks: [{ kind: 'bold' }] }, { text: ' & quietly' }),
      { id: 'e1', kind: 'equation', attributes: { texExpression: 'a^2+b^2' } },
      { id: 'h2', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'Coming home' }] },
    ])
    expect(await statusOf(`/preview/${page.id}`)).toBe(404)
    expect((await publish(page.id)).isPublished).toBe(true)
    const answer = await get(`/preview/${page.id}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await answer.text()
    expect(html).toContain('<strong>Early in the morning</strong> &amp; quietly')
    expect(html).toContain('<h1>A walk in the woods</h1>')
    // Set as on the page, with its styles and without a script; and as what screen readers read.
    expect(html).toContain('class="katex-html" aria-hidden="true"')
    expect(html).toContain('<math')
    const sheet = /href="(\/preview\/look\/[^"]+)"/.exec(html)?.[1] ?? ''
    expect(await textOf(sheet)).toContain('.katex .katex-mathml')
    expect(html).toContain('href="#h2"')
    expect(html).toContain(
      `<link rel="canonical" href="${server.services.config.publicUrl}/preview/${page.id}"/>`,
    )
    expect(html).toContain('<meta property="og:title" content="A walk in the woods"/>')
    expect(html).toMatch(/<meta name="description" content="Setting out Early in the morning/)
    expect(html).not.toMatch(/<script|\son\w+=/i)
    const shown = await documents().publicDocument.query({ id: page.id })
    expect(shown).toMatchObject({ id: page.id, title: 'A walk in the woods', isPublished: true })
    expect(shown.contentRich).toHaveLength(4)
    expect(JSON.stringify(shown)).not.toContain(owner.user.email)
    expect(html).not.toContain(owner.user.email)
    const markdown = await get(`/preview/${page.id}.md`)
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(await markdown.text()).toContain('**Early in the morning** & quietly')
  })

  it('R49 what is unpublished, in the trash or over is gone at once, with its files, and as if it never was', async () => {
    const page = await makePage('Short-lived')
    const { url } = await upload(page.id)
    await documents(owner).update.mutate({ id: page.id, contentRich: [fileBlock(url)] })
    const addresses = [`/preview/${page.id}`, `/preview/${page.id}.md`, url]
    const expectAll = async (status: number) => {
      for (const address of addresses) {
        // A visitor is asked to sign in for a file that is not theirs, as for one that is not there.
        const refused = address === url ? 401 : 404
        expect(await statusOf(address), address).toBe(status === 200 ? 200 : refused)
      }
      const call = documents().publicDocument.query({ id: page.id })
      if (status === 200) expect((await call).id).toBe(page.id)
      else expect(await refusalWords(call)).toBe(NOT_THERE())
    }
    const ends: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      ['unpublished', () => publish(page.id, false), () => publish(page.id)],
      [
        'in the trash',
        () => documents(owner).archive.mutate({ id: page.id }),
        () => documents(owner).restore.mutate({ id: page.id }),
      ],
      [
        'over',
        () =>
          server.services.db
            .updateTable('publication')
            .set({ expires_at: new Date(Date.now() - 1).toISOString() })
            .where('document_id', '=', page.id)
            .execute(),
        () => settingsOf(owner).update.mutate({ id: page.id, expiresAt: null }),
      ],
    ]
    const nothing = await textOf('/preview/0123456789abcdefghjk')
    await publish(page.id)
    for (const [why, end, begin] of ends) {
      await expectAll(200)
      await end()
      await expectAll(404).catch((cause) => {
        throw new Error(`It is still there although it is ${why}`, { cause })
      })
      expect(await textOf(`/preview/${page.id}`)).toBe(nothing)
      await begin()
    }
    await expectAll(200)
    await documents(owner).archive.mutate({ id: page.id })
    expect(await refusalWords(publish(page.id))).toBe(PUBLISH_WORDS.trashed)
    await documents(owner).delete.mutate({ id: page.id })
    await expectAll(404)
  })

  it('R21 nothing of a private page around a public one is told: inside, mentioned, linked, in its lists', async () => {
    const inside = await makePage('placeholder')
    const mentioned = await makePage(`${SECRET} mentioned`)
    const open = await makePage('Known to all', [], inside.id)
    const page = await makePage('Front page')
    const child = await makePage(`${SECRET} child`, [paragraph('p', { text: SECRET })], page.id)
    const openChild = await makePage('Open child', [], page.id)
    await documents(owner).update.mutate({
      id: page.id,
      contentRich: [
        paragraph(
          'p1',
          { kind: 'mention', attributes: { key: `/${mentioned.id}`, value: `${SECRET} mentioned` } },
          { text: ' ' },
          { kind: 'mention', attributes: { key: `/${open.id}`, value: 'An old name' } },
          { text: ' by ' },
          { kind: 'mention', attributes: { key: owner.user.id, value: owner.user.email } },
          { text: ' ' },
          {
            text: `${SECRET} mentioned`,
            marks: [{ kind: 'link', attributes: { url: `/${mentioned.id}`, title: SECRET } }],
          },
          { text: 'and', marks: [{ kind: 'link', attributes: { url: `/${open.id}#b1` } }] },
        ),
        { id: 'd1', kind: 'documentsTable' },
        {
          id: 'i1',
          kind: 'image',
          attributes: { url: 'https://example.org/a.png', link: `/${mentioned.id}` },
        },
        {
          id: 'i2',
          kind: 'image',
          attributes: { url: 'https://example.org/b.png', link: `/${open.id}#picture` },
        },
        { id: 'u1', kind: 'ofTheFuture', attributes: { note: SECRET } },
        {
          id: 't1',
          kind: 'dataTable',
          attributes: {
            columns: [
              { id: 'a', header: 'Shown', accessorKey: 'a', type: 'text' },
              { id: 'b', header: SECRET, accessorKey: 'b', type: 'text', hidden: true },
            ],
            data: [{ a: 'seen by all', b: SECRET }],
          },
        },
        {
          id: 'v1',
          kind: 'audio',
          attributes: {
            url: 'https://example.org/a.mp3',
            markers: [{ id: 'm', createdAt: '', note: SECRET, timestamp: 1 }],
            transcription: [{ text: SECRET }],
          },
        },
        paragraph('p2', {
          text: 'shining words',
          marks: [{ kind: 'glow', attributes: { id: SECRET } }],
        }),
      ] as Block[],
    })
    await publish(page.id)
    await publish(open.id)
    await publish(openChild.id)
    const everywhere = async () => [
      await textOf(`/preview/${page.id}`),
      await textOf(`/preview/${page.id}.md`),
      JSON.stringify(await documents().publicDocument.query({ id: page.id })),
    ]
    for (const text of await everywhere()) {
      for (const secret of [
        SECRET,
        mentioned.id,
        child.id,
        inside.id,
        owner.user.email,
        'ofTheFuture',
        'An old name',
      ])
        expect(text, secret).not.toContain(secret)
      expect(text).toContain('Private page')
      expect(text).toContain('Known to all')
      expect(text).toContain(`/preview/${open.id}#b1`)
      expect(text).toContain(`/preview/${open.id}#picture`)
      expect(text).toContain('seen by all')
      expect(text).toContain('shining words')
    }
    const [html] = await everywhere()
    expect(html).toContain('Open child')
    expect(await statusOf(`/preview/${child.id}`)).toBe(404)
    expect(await refusalWords(documents().publicDocument.query({ id: child.id }))).toBe(NOT_THERE())
    // What was public a moment ago is told no longer.
    await publish(open.id, false)
    await documents(owner).archive.mutate({ id: openChild.id })
    for (const text of await everywhere()) {
      expect(text).not.toContain('Known to all')
      expect(text).not.toContain('Open child')
    }
    await publish(mentioned.id)
    expect((await everywhere())[0]).toContain(`${SECRET} mentioned`)
  })

  it('R21 a file is public while a public page shows it, and no longer: not the one that only an old version had', async () => {
    const page = await makePage('With files')
    const shown = await upload(page.id)
    const removed = await upload(page.id)
    const elsewhere = await makePage('Private attic')
    const borrowed = await upload(elsewhere.id)
    const hidden = await upload(elsewhere.id)
    const at = (...files: { url: string }[]) =>
      documents(owner).update.mutate({ id: page.id, contentRich: files.map(({ url }) => fileBlock(url)) })
    await at(shown, removed, borrowed)
    await publish(page.id)
    for (const { url } of [shown, removed, borrowed]) expect(await statusOf(url)).toBe(200)
    expect((await get(shown.url)).headers.get('cache-control')).toBe('private, no-cache')
    const robots = async () => (await get(shown.url)).headers.get('x-robots-tag')
    expect(await robots()).toBeNull()
    await settingsOf(owner).update.mutate({ id: page.id, noindex: true })
    expect(await robots()).toBe('noindex')
    await settingsOf(owner).update.mutate({ id: page.id, noindex: false })
    await at(shown, borrowed)
    expect(await statusOf(removed.url)).toBe(401)
    expect(await statusOf(hidden.url)).toBe(401)
    expect(await statusOf(borrowed.url, other.cookie)).toBe(200)
    expect(await statusOf(removed.url, other.cookie)).toBe(404)
    expect(await statusOf(removed.url, owner.cookie)).toBe(200)
    expect(await statusOf(`/api/files/${shown.id}`)).toBe(401)
    // Somebody else's page that names the file gives nobody a right to it.
    const theirs = await documents(other).create.mutate({
      title: 'Mine now',
      contentRich: [fileBlock(hidden.url)],
    })
    await documents(other).publish.mutate({ id: theirs.id, isPublished: true })
    expect(await statusOf(hidden.url)).toBe(401)
    expect(await statusOf(hidden.url, other.cookie)).toBe(404)
    await publish(page.id, false)
    for (const { url } of [shown, borrowed]) expect(await statusOf(url)).toBe(401)
  })

  it('S7 nothing that is not known is public: no blocks, no marks, no attributes, no files', async () => {
    // Other words than SECRET: a page of that title is public by now, and stands in the feed.
    const HIDDEN = 'Walnut ideas of a newer version'
    const page = await makePage('Of tomorrow')
    const [inMark, inAttribute, inBlock, shown] = [
      await upload(page.id),
      await upload(page.id),
      await upload(page.id),
      await upload(page.id),
    ]
    await documents(owner).update.mutate({
      id: page.id,
      contentRich: [
        {
          ...paragraph('p1', { text: 'Still here' }),
          attributes: { preview: { words: HIDDEN, url: inAttribute.url } },
        },
        paragraph('p2', {
          text: 'said',
          marks: [{ kind: 'glow', attributes: { words: HIDDEN, url: inMark.url } }],
        }),
        { id: 'u1', kind: 'ofTheFuture', attributes: { words: HIDDEN, url: inBlock.url } },
        fileBlock(shown.url),
      ],
    })
    await publish(page.id)
    const feed = `/user/${owner.user.id}/feed.xml`
    for (const address of [`/preview/${page.id}`, `/preview/${page.id}.md`, feed]) {
      // The feed has other pages of this person too.
      const text = (await textOf(address)).split('<entry>').find((part) => part.includes('Of tomorrow'))
      expect(text, address).not.toContain(HIDDEN)
      expect(text, address).toContain('Still here')
    }
    const called = JSON.stringify(await documents().publicDocument.query({ id: page.id }))
    expect(called).not.toContain(HIDDEN)
    expect(called).not.toMatch(/glow|"preview"|ofTheFuture/)
    for (const { url } of [inMark, inAttribute, inBlock]) expect(await statusOf(url)).toBe(401)
    expect(await statusOf(shown.url)).toBe(200)
  })

  it('4.3 the pages inside are shown with the page where its owner says so, and the nearest published page decides', async () => {
    const top = await makePage('Handbook')
    const middle = await makePage('Chapter', [], top.id)
    const leaf = await makePage('Section', [], middle.id)
    await publish(top.id)
    expect(await statusOf(`/preview/${leaf.id}`)).toBe(404)
    await settingsOf(owner).update.mutate({ id: top.id, subPages: true })
    expect(await textOf(`/preview/${leaf.id}`)).toContain('Handbook')
    expect(await textOf(`/preview/${top.id}`)).toContain('Chapter')
    expect(await settingsOf(owner).settings.query({ id: leaf.id })).toMatchObject({
      isPublished: false,
      shownBy: { title: 'Handbook' },
    })
    await settingsOf(owner).update.mutate({ id: middle.id, password: 'open sesame' })
    await publish(middle.id)
    expect(await statusOf(`/preview/${middle.id}`)).toBe(401)
    expect(await statusOf(`/preview/${leaf.id}`)).toBe(404)
    expect(await textOf(`/preview/${top.id}`)).not.toContain('Chapter')
    await publish(middle.id, false)
    await publish(top.id, false)
    for (const { id } of [top, middle, leaf]) expect(await statusOf(`/preview/${id}`)).toBe(404)
  })

  it('R21 what only invited people have is not shown with the page around it, in either order', async () => {
    const { id: podId } = await server.rpc(owner.cookie).pod.create.mutate({ name: 'Published' })
    await joinPod(server, podId, { owner, person: other })
    const make = (person: TestPerson, title: string, place: { podId?: string; parentDocumentId?: string }) =>
      documents(person).create.mutate({ title, ...place, contentRich: [paragraph('p', { text: SECRET })] })
    const top = await make(owner, 'Handbook', { podId })
    const restrict = (id: string, isRestricted: boolean) =>
      server.rpc(other.cookie).share.setInheritance.mutate({ id, isRestricted })
    const before = await make(other, 'Salaries', { parentDocumentId: top.id })
    const inside = await make(other, 'Of last year', { parentDocumentId: before.id })
    await restrict(before.id, true)
    await settingsOf(owner).update.mutate({ id: top.id, subPages: true })
    await publish(top.id)
    const after = await make(other, 'Notice given', { parentDocumentId: top.id })
    expect(await textOf(`/preview/${top.id}`)).toContain('Notice given')
    expect(await statusOf(`/preview/${after.id}`)).toBe(200)
    await restrict(after.id, true)
    const outside = async () => {
      for (const { id } of [before, inside, after]) {
        expect([await statusOf(`/preview/${id}`), await statusOf(`/preview/${id}.md`)]).toEqual([404, 404])
        expect(await refusalWords(documents().publicDocument.query({ id }))).toEqual(NOT_THERE())
      }
      expect(await textOf(`/preview/${top.id}`)).not.toMatch(/Salaries|Of last year|Notice given/)
    }
    await outside()
    // Moved into it, it stays with those who have it.
    const moved = await make(other, 'Warnings', { podId })
    await restrict(moved.id, true)
    await documents(other).move.mutate({ id: moved.id, parentDocumentId: top.id })
    expect(await statusOf(`/preview/${moved.id}`)).toBe(404)
    // Who may do so publishes it for itself.
    await documents(other).publish.mutate({ id: before.id, isPublished: true })
    expect(await textOf(`/preview/${before.id}`)).toContain(SECRET)
    await documents(other).publish.mutate({ id: before.id, isPublished: false })
    await outside()
    await restrict(after.id, false)
    expect(await statusOf(`/preview/${after.id}`)).toBe(200)
  })

  it('a name in the address is its page’s alone, is never one of ours, and is the canonical one', async () => {
    const page = await makePage('Named')
    const second = await makePage('Second')
    const { update } = settingsOf(owner)
    await publish(page.id)
    expect((await update.mutate({ id: page.id, slug: ' My-Page ' })).slug).toBe('my-page')
    for (const address of ['my-page', page.id]) {
      const html = await textOf(`/preview/${address}`)
      expect(html).toContain(`rel="canonical" href="${server.services.config.publicUrl}/preview/my-page"`)
    }
    expect(await refusalWords(update.mutate({ id: second.id, slug: 'my-page' }))).toBe(
      PUBLISH_WORDS.slugTaken,
    )
    const both = await Promise.allSettled(
      [page, second].map(({ id }) => update.mutate({ id, slug: 'wanted-by-both' })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    for (const slug of ['api', 'callout', 'user', second.id])
      expect(await refusalWords(update.mutate({ id: page.id, slug })), slug).toContain(
        PUBLISH_WORDS.slugReserved,
      )
    for (const slug of ['a', 'a--b', '-ab', 'a/b', '../x', 'ümlaut', 'x'.repeat(61)])
      expect(await refusalWords(update.mutate({ id: page.id, slug })), slug).toContain(
        PUBLISH_WORDS.slugShape,
      )
    // Kept for its page while that is not published, and nobody's way in.
    await update.mutate({ id: page.id, slug: 'my-page' })
    await publish(page.id, false)
    expect(await statusOf('/preview/my-page')).toBe(404)
    expect(await refusalWords(update.mutate({ id: second.id, slug: 'my-page' }))).toBe(
      PUBLISH_WORDS.slugTaken,
    )
    await update.mutate({ id: page.id, slug: null })
    expect((await update.mutate({ id: second.id, slug: 'my-page' })).slug).toBe('my-page')
  })

  const give = (path: string, password: string, cookie = '') =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: server.url, cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ password }),
    })

  it('a password opens its page, its files and its call, for that browser, until it changes', async () => {
    const page = await makePage(SECRET)
    const { url } = await upload(page.id)
    await documents(owner).update.mutate({ id: page.id, contentRich: [fileBlock(url)] })
    const { update } = settingsOf(owner)
    expect(await refusalWords(update.mutate({ id: page.id, password: 'short' }))).toContain(
      PUBLISH_WORDS.passwordShort,
    )
    expect(await update.mutate({ id: page.id, password: 'open sesame' })).toMatchObject({ hasPassword: true })
    await publish(page.id)
    const path = `/preview/${page.id}`
    const asked = await get(path)
    expect(asked.status).toBe(401)
    expect(asked.headers.get('cache-control')).toBe('no-store')
    const form = await asked.text()
    expect(form).toContain('This page has a password')
    expect(form).not.toContain(SECRET)
    expect(await statusOf(url)).toBe(401)
    expect(await statusOf(`${path}.md`)).toBe(404)
    expect(await refusalWords(documents().publicDocument.query({ id: page.id }))).toBe(NOT_THERE())
    const wrong = await give(path, 'open barley')
    expect(wrong.status).toBe(401)
    expect(wrong.headers.getSetCookie()).toEqual([])
    expect(await wrong.text()).toContain('This is not the password.')
    const opened = await give(path, 'open sesame')
    expect(opened.status).toBe(303)
    expect(opened.headers.getSetCookie()[0]).toMatch(/; HttpOnly; SameSite=Lax/)
    const key = cookieOf(opened)
    // Its address says nothing of it any more once the browser has brought the key; one that keeps no cookies is told.
    const next = opened.headers.get('location')!
    const brought = await get(next, { cookie: key })
    expect([brought.status, brought.headers.get('location')]).toEqual([303, path])
    const blocked = await get(next)
    expect(blocked.status).toBe(401)
    expect(await blocked.text()).toContain('This browser kept no cookie')
    expect(await textOf(path, key)).toContain(SECRET)
    expect(await statusOf(url, key)).toBe(200)
    expect((await server.rpc(key).document.publicDocument.query({ id: page.id })).title).toBe(SECRET)
    // The key of one page opens no other, and a key that was made up opens none.
    const second = await makePage('Another one')
    await update.mutate({ id: second.id, password: 'open sesame' })
    await publish(second.id)
    expect(await statusOf(`/preview/${second.id}`, key.replace(page.id, second.id))).toBe(401)
    expect(await statusOf(path, key.replace(/=\d+/, '=99999999999'))).toBe(401)
    await update.mutate({ id: page.id, password: 'open barley' })
    expect(await statusOf(path, key)).toBe(401)
    await update.mutate({ id: page.id, password: null })
    expect(await statusOf(path)).toBe(200)
    const logged = server.logLines.join('\n')
    for (const word of ['open sesame', 'open barley']) expect(logged).not.toContain(word)
  })

  it('U1 a page published with a password asks for it from its first answer on, and goes by what else was said', async () => {
    const page = await makePage(SECRET)
    await makePage('Inside', [], page.id)
    const path = '/preview/secret-plans'
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    let isAnswered = false
    const published = documents(owner)
      .publish.mutate({
        id: page.id,
        isPublished: true,
        slug: 'secret-plans',
        password: 'open sesame',
        expiresAt,
        noindex: true,
        subPages: true,
      })
      .finally(() => {
        isAnswered = true
      })
    // Somebody who looks while it is being published sees nothing, or the question for the password.
    const seen = new Set<number>()
    do seen.add(await statusOf(`/preview/${page.id}`))
    while (!isAnswered)
    expect((await published).isPublished).toBe(true)
    seen.add(await statusOf(path))
    expect([...seen].filter((status) => status !== 404)).toEqual([401])
    expect(await textOf(path)).not.toContain(SECRET)
    expect(await statusOf(path, cookieOf(await give(path, 'open sesame')))).toBe(200)
    expect(await settingsOf(owner).settings.query({ id: page.id })).toMatchObject({
      slug: 'secret-plans',
      hasPassword: true,
      expiresAt,
      noindex: true,
      subPages: true,
    })
    // Published again without options, it is as it was.
    await publish(page.id, false)
    await publish(page.id)
    expect(await statusOf(path)).toBe(401)
  })

  it('U1 an option that cannot be refuses the whole publishing', async () => {
    const taken = await makePage('Taken')
    await settingsOf(owner).update.mutate({ id: taken.id, slug: 'taken-name' })
    const page = await makePage(SECRET)
    const options: [object, string][] = [
      [{ password: 'short' }, PUBLISH_WORDS.passwordShort],
      [{ slug: 'taken-name', password: 'open sesame' }, PUBLISH_WORDS.slugTaken],
      [{ slug: 'a--b' }, PUBLISH_WORDS.slugShape],
      [{ slug: 'api' }, PUBLISH_WORDS.slugReserved],
      [{ expiresAt: new Date(Date.now() - 1).toISOString() }, PUBLISH_WORDS.expiryPast],
    ]
    for (const [option, words] of options) {
      const call = documents(owner).publish.mutate({ id: page.id, isPublished: true, ...option })
      expect(await refusalWords(call)).toContain(words)
    }
    expect(await statusOf(`/preview/${page.id}`)).toBe(404)
    expect(await settingsOf(owner).settings.query({ id: page.id })).toMatchObject({
      isPublished: false,
      slug: null,
      hasPassword: false,
    })
    // Of two who want one name at once, one is published and the other not at all.
    const second = await makePage('Second')
    const both = [page, second]
    const ends = await Promise.allSettled(
      both.map(({ id }) =>
        documents(owner).publish.mutate({ id, isPublished: true, slug: 'wanted-to-publish' }),
      ),
    )
    for (const [at, { status }] of ends.entries())
      expect(await statusOf(`/preview/${both[at]!.id}`)).toBe(status === 'fulfilled' ? 200 : 404)
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('U1 a page whose time is over is published with a new one', async () => {
    const page = await makePage('Again')
    await publish(page.id)
    await server.services.db
      .updateTable('publication')
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .where('document_id', '=', page.id)
      .execute()
    expect(await refusalWords(publish(page.id))).toContain(PUBLISH_WORDS.expiryPast)
    await documents(owner).publish.mutate({ id: page.id, isPublished: true, expiresAt: null })
    expect(await statusOf(`/preview/${page.id}`)).toBe(200)
  })

  it('R22 a password is tried ten times in ten minutes, however many tries come at once; then not even the right one', async () => {
    const page = await makePage('Guess')
    await settingsOf(owner).update.mutate({ id: page.id, password: 'open sesame' })
    await publish(page.id)
    const path = `/preview/${page.id}`
    const answers = await Promise.all(Array.from({ length: 14 }, (_, at) => give(path, `guess number ${at}`)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
    const right = await give(path, 'open sesame')
    expect(right.status).toBe(429)
    expect(right.headers.getSetCookie()).toEqual([])
    // Clients that a header invents count as one.
    const forged = (password: string, at: number) =>
      fetch(`${server.url}${path}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: server.url, 'x-forwarded-for': `203.0.113.${at}` },
        body: new URLSearchParams({ password }),
      })
    const invented = await Promise.all(
      Array.from({ length: 14 }, (_, at) => forged(`guess number ${at}`, at)),
    )
    expect(invented.map(({ status }) => status).sort()).toEqual([
      ...Array(10).fill(401),
      ...Array(4).fill(429),
    ])
    expect((await forged('open sesame', 99)).status).toBe(429)
  })

  it('R22 readers who know a password are of any number: of all together only guesses count', async () => {
    const page = await makePage('Known to many')
    await settingsOf(owner).update.mutate({ id: page.id, password: 'open sesame' })
    await publish(page.id)
    const path = `/preview/${page.id}`
    await give(path, 'a guess')
    const counted = async () =>
      (
        await server.services.db
          .selectFrom('rate_limit')
          .select('count')
          .where('key', '=', `page-password:${page.id}`)
          .executeTakeFirstOrThrow()
      ).count
    for (let at = 0; at < 4; at++) expect((await give(path, 'open sesame')).status).toBe(303)
    expect(await counted()).toBe(1)
  })

  it('R22 who uses up the tries of all keeps readers elsewhere out for no more than a few tries; right ones have an end too', async () => {
    const page = await makePage('Besieged')
    await settingsOf(owner).update.mutate({ id: page.id, password: 'open sesame' })
    await publish(page.id)
    const path = `/preview/${page.id}`
    expect((await give(path, 'a guess')).status).toBe(401)
    const { db } = server.services
    const set = (key: string, count: number) =>
      db.updateTable('rate_limit').set({ count }).where('key', 'like', key).execute()
    await set(`page-password:${page.id}`, 201)
    const all = () =>
      db
        .selectFrom('rate_limit')
        .select('count')
        .where('key', '=', `page-password:${page.id}`)
        .executeTakeFirstOrThrow()
    expect((await give(path, 'open sesame')).status).toBe(303)
    expect((await give(path, 'a guess')).status).toBe(401)
    expect((await give(path, 'a guess')).status).toBe(401)
    expect((await give(path, 'open sesame')).status).toBe(429)
    // Nobody is given back a try that was none of those of all.
    expect(await all()).toEqual({ count: 201 })

    await set(`page-password:${page.id}%`, 0)
    expect((await give(path, 'open sesame')).status).toBe(303)
    await set('page-password-given:%', 601)
    expect((await give(path, 'open sesame')).status).toBe(429)
    await set('page-password-given:%', 0)
  })

  it('R67 the passwords of pages that somebody sets in ten minutes have an end', async () => {
    const page = await makePage('Passwords')
    const set = () => settingsOf(owner).update.mutate({ id: page.id, password: 'open sesame' })
    await set()
    await server.services.db
      .updateTable('rate_limit')
      .set({ count: 20 })
      .where('key', '=', `publish-password:${owner.user.id}`)
      .execute()
    expect((await refusal(set())).code).toBe('rate-limited')
    await settingsOf(owner).update.mutate({ id: page.id, password: null })
    await server.services.db.deleteFrom('rate_limit').execute()
  })

  it('R67 a page that names hundreds of others is not given without end', async () => {
    const named = Array.from({ length: 201 }, (_, at) =>
      paragraph(`p${at}`, { text: 'There', marks: [{ kind: 'link', attributes: { url: `/${newId()}` } }] }),
    )
    const many = await makePage('Names many', named)
    const few = await makePage('Names few', named.slice(0, 200))
    for (const { id } of [many, few]) {
      await publish(id)
      expect(await statusOf(`/preview/${id}`)).toBe(200)
    }
    await server.services.db.deleteFrom('rate_limit').execute()
    const count = {
      key: 'public-naming:127.0.0.1',
      count: 240,
      window_ends_at: new Date(Date.now() + 60_000).toISOString(),
    }
    await server.services.db.insertInto('rate_limit').values(count).execute()
    expect([await statusOf(`/preview/${many.id}`), await statusOf(`/preview/${few.id}`)]).toEqual([429, 200])
    await server.services.db.deleteFrom('rate_limit').execute()
  })

  it('a page is sent from memory until something of it changes: then the next look shows it', async () => {
    const page = await makePage('First title', [paragraph('p', { text: 'first words' })])
    await publish(page.id)
    const path = `/preview/${page.id}`
    const first = await get(path)
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const etag = first.headers.get('etag')!
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
    const packed = await get(path, { 'accept-encoding': 'br' })
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(await packed.text()).toBe(await first.text())
    const changes: [string, () => Promise<unknown>][] = [
      [
        'other words',
        () =>
          documents(owner).update.mutate({
            id: page.id,
            contentRich: [paragraph('p', { text: 'other words' })],
          }),
      ],
      ['Second title', () => documents(owner).update.mutate({ id: page.id, title: 'Second title' })],
      [
        'class="full serif"',
        () => documents(owner).update.mutate({ id: page.id, textStyle: 'serif', fullWidth: true }),
      ],
      ['🌲', () => documents(owner).update.mutate({ id: page.id, icon: '🌲' })],
      ['content="noindex"', () => settingsOf(owner).update.mutate({ id: page.id, noindex: true })],
      ['/preview/a-new-name', () => settingsOf(owner).update.mutate({ id: page.id, slug: 'a-new-name' })],
    ]
    for (const [shows, change] of changes) {
      expect(await textOf(path)).not.toContain(shows)
      await change()
      expect(await textOf(path), shows).toContain(shows)
    }
    expect((await get(path, { 'if-none-match': etag })).status).toBe(200)
  })

  it('R31 what a style sheet of a page says is not taken for what only importers read, which would end it elsewhere', async () => {
    const css = `td { content: ' data-json="' }`
    const table = (id: string, cell: string) =>
      ({
        id,
        kind: 'dataTable',
        attributes: {
          columns: [{ id: 'a', header: 'Name', accessorKey: 'a', type: 'text' }],
          data: [{ a: cell }],
          customCss: css,
        },
      }) as unknown as Block
    const page = await makePage('Styled', [table('t1', 'first'), table('t2', 'second')])
    await publish(page.id)
    const html = await (await get(`/preview/${page.id}`)).text()
    const sheets = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, sheet]) => sheet)
    expect(sheets).toHaveLength(2)
    for (const sheet of sheets) expect(sheet).toContain(`data-json="`)
    for (const sheet of sheets) expect(sheet).not.toContain('<')
    expect(html).toContain('second')
  })

  it('R31 every public answer has a policy in which nothing runs; what a block styles is allowed by its hash', async () => {
    const page = await makePage('Styled', [
      {
        id: 'c1',
        kind: 'chart',
        attributes: {
          data: [{ name: 'a', value: 1 }],
          customCss: 'text { fill: red } @import "x"; a { background: url(//evil) }',
        },
      } as Block,
    ])
    await publish(page.id)
    const answer = await get(`/preview/${page.id}`)
    const policy = answer.headers.get('content-security-policy')!
    expect(policy).toContain("script-src 'none'")
    expect(policy).not.toMatch(/style-src [^;]*unsafe-inline/)
    const html = await answer.text()
    const styles = html.match(/<style>/g) ?? []
    expect(styles).toHaveLength(1)
    expect(policy.match(/'sha256-/g)).toHaveLength(1)
    expect(html).not.toContain('evil')
    for (const path of [
      '/preview/nothing-here',
      `/preview/${page.id}.md`,
      '/preview/look/x.css',
      '/preview/a/b',
    ]) {
      const headers = (await get(path)).headers
      expect(headers.get('content-security-policy'), path).toMatch(/script-src '(none|self)'/)
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    }
    const sheet = /href="(\/preview\/look\/[^"]+)"/.exec(html)![1]!
    // It comes packed, since the first sight of the page waits for it.
    for (const [accepted, encoding] of [
      ['br', 'br'],
      ['identity', null],
    ] as const) {
      const look = await fetch(new URL(sheet, server.url), { headers: { 'accept-encoding': accepted } })
      expect(look.headers.get('content-encoding')).toBe(encoding)
      expect(look.headers.get('cache-control')).toContain('immutable')
      expect(await look.text()).toContain('--color-bg')
    }
  })

  it('R29 R30 what is hostile in a page is harmless in public', async () => {
    const evil = '<img src=x onerror=alert(1)>"\'</title></style><script>alert(1)</script>'
    const page = await makePage(evil, [
      paragraph('p"><script>1</script>', { text: evil }),
      paragraph(
        'p2',
        { text: 'press', marks: [{ kind: 'link', attributes: { url: 'javascript:alert(1)' } }] },
        { text: 'me', marks: [{ kind: 'link', attributes: { url: 'https://a.example/"onclick="x' } }] },
      ),
      { id: 'i1', kind: 'image', attributes: { url: 'data:text/html,<script>1</script>', caption: evil } },
      { id: 'c1', kind: 'codeBlock', text: [{ text: evil }] },
      { id: 'e1', kind: 'equation', attributes: { texExpression: `\\href{javascript:alert(1)}{x} ${evil}` } },
    ] as Block[])
    await publish(page.id)
    const html = await textOf(`/preview/${page.id}`)
    expect(html).not.toMatch(/<script|<img[^>]*onerror|href="javascript|src="data:text/i)
    expect(html).not.toMatch(/<[a-z]+[^>]*\sonclick=/i)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  it('R21 2.6 whose pages all need a password or are hidden from lists is told so, others near them no more than the first', async () => {
    const person = await server.signUp()
    const near = await server.signUp()
    const mine = server.rpc(person.cookie)
    const pod = await mine.pod.create.mutate({ name: 'Together' })
    await joinPod(server, pod.id, { owner: person, person: near })
    const profile = (cookie?: string) => server.rpc(cookie).publish.profile.query({ id: person.user.id })
    const publish = async (settings: object) => {
      const { id } = await mine.document.create.mutate({ title: 'Okapi plans' })
      await mine.publish.update.mutate({ id, ...settings })
      await mine.document.publish.mutate({ id, isPublished: true })
      return id
    }
    const unlisted = async () => [
      (await profile(person.cookie)).unlisted,
      (await profile(near.cookie)).unlisted,
    ]
    expect(await unlisted()).toEqual([null, null])
    await publish({ noindex: true })
    expect(await unlisted()).toEqual(['hidden', null])
    const locked = await publish({ password: 'open sesame' })
    expect(await unlisted()).toEqual(['password', 'password'])
    const said = JSON.stringify([await profile(near.cookie), await profile(person.cookie)])
    for (const secret of ['Okapi', locked]) expect(said).not.toContain(secret)
    // For strangers there is still nobody here, and with a listed page no word of the others.
    expect(await refusalWords(profile())).toContain('There is nobody here')
    await publish({})
    expect((await profile()).unlisted).toBeNull()
    await mine.document.publish.mutate({ id: locked, isPublished: false })
    expect(await unlisted()).toEqual(['hidden', null])
  })

  it('S10 R21 a link to a page that is not public says the same whatever it says, and whether there is such a page', async () => {
    const hidden = await makePage('Okapi plans')
    const link = (id: string, text: string, more: object[] = []) => ({
      text,
      marks: [{ kind: 'link', attributes: { url: `/${id}`, title: text } }, ...more],
    })
    const shown = async (...pieces: object[]) => {
      const page = await makePage('Front', [
        { id: 'p', kind: 'paragraph', text: [{ text: 'See ' }, ...pieces, { text: '.' }] } as Block,
      ])
      await publish(page.id)
      return (await documents().publicDocument.query({ id: page.id })).contentRich
    }
    const guesses = ['Okapi plans', 'Okapi', 'anything']
    const [right, ...others] = await Promise.all(guesses.map((guess) => shown(link(hidden.id, guess))))
    for (const other of others) expect(other).toEqual(right)
    expect(right?.[0]?.text?.map((piece) => 'text' in piece && piece.text).join('')).toBe('See Private page.')
    expect(await shown(link('0123456789abcdefghjk', 'Okapi plans'))).toEqual(right)
    // In several pieces it is still one link.
    const bold = [{ kind: 'bold' }]
    const pieces = await shown(link(hidden.id, 'Okapi '), link(hidden.id, 'plans', bold))
    expect(JSON.stringify(pieces)).not.toContain('Okapi')
    expect(JSON.stringify(pieces).split('Private page')).toHaveLength(2)
  })

  it('R21 2.6 lists for everybody: site map, feeds and the page of a person have what is public, and nothing else', async () => {
    const OKAPI = 'Okapi plans nobody may know'
    const person = await server.signUp()
    const mine = server.rpc(person.cookie)
    const make = async (title: string, settings: object = {}, contentRich: Block[] = []) => {
      const { id } = await mine.document.create.mutate({ title, contentRich })
      await mine.publish.update.mutate({ id, ...settings })
      await mine.document.publish.mutate({ id, isPublished: true })
      return id
    }
    const profile = (cookie?: string) => server.rpc(cookie).publish.profile.query({ id: person.user.id })
    expect(await refusalWords(profile())).toBe(
      await refusalWords(server.rpc().publish.profile.query({ id: 'nobody' })),
    )
    expect(await refusalWords(profile(other.cookie))).toContain('There is nobody here')
    expect((await profile(person.cookie)).pages).toEqual([])
    const feed = `/user/${person.user.id}/feed.xml`
    expect(await statusOf(feed)).toBe(404)
    const attic = await mine.document.create.mutate({ title: OKAPI })
    const open = await make('Open <to> all & sundry', { slug: 'open-to-all' }, [
      paragraph(
        'p',
        { kind: 'mention', attributes: { key: `/${attic.id}`, value: OKAPI } },
        { text: ' begins' },
      ),
    ])
    const hidden = [
      await make(`${OKAPI} unlisted`, { noindex: true }),
      await make(`${OKAPI} locked`, { password: 'open sesame' }),
      await make(`${OKAPI} over`),
      await make(`${OKAPI} ended`),
    ]
    await mine.document.publish.mutate({ id: hidden[3]!, isPublished: false })
    await server.services.db
      .updateTable('publication')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .where('document_id', '=', hidden[2]!)
      .execute()
    const lists = [
      await textOf('/sitemap.xml'),
      await textOf('/feed.xml'),
      await textOf(feed),
      JSON.stringify(await profile()),
    ]
    for (const list of lists) {
      expect(list).toContain('/preview/open-to-all')
      for (const secret of [OKAPI, attic.id, person.user.email, ...hidden]) expect(list).not.toContain(secret)
    }
    expect(lists[2]).toContain('<title>Open &#60;to&#62; all &#38; sundry</title>')
    expect((await profile()).pages).toEqual([
      expect.objectContaining({ id: open, summary: 'Private page begins' }),
    ])
    expect(await textOf('/robots.txt')).toContain('Sitemap: ')
    // A search finds what is one's own, no matter who has published what.
    const found = await server.rpc(other.cookie).search.search.query({ q: 'sundry' })
    expect(JSON.stringify(found)).not.toContain(open)
    for (let at = 0; at < 31; at++) await make(`Page ${at}`)
    const first = await profile()
    expect(first.pages).toHaveLength(30)
    const rest = await server.rpc().publish.profile.query({ id: person.user.id, cursor: first.nextCursor })
    expect(rest.pages).toHaveLength(2)
    expect(rest.nextCursor).toBeNull()
  })

  it('R21 the index of a pod, published, tells of its private pages nothing, and of others only which they are', async () => {
    const pod = await server.rpc(owner.cookie).pod.create.mutate({ name: 'Zoo' })
    const make = (title: string, text: NonNullable<Block['text']>) =>
      documents(owner).create.mutate({
        podId: pod.id,
        title,
        contentRich: [{ id: 'p1', kind: 'paragraph', text }],
      })
    const secret = await make(SECRET, [{ text: 'The quagga comes back in spring.' }])
    const open = await make('Opening hours', [
      { text: 'From nine. See ' },
      { kind: 'mention', attributes: { key: `/${secret.id}`, value: SECRET } },
    ])
    const { documentId } = await server.rpc(owner.cookie).pod.refreshIndex.mutate({ podId: pod.id })
    await publish(open.id)
    await publish(documentId)
    const shown = await documents().publicDocument.query({ id: documentId })
    const all = [
      await textOf(`/preview/${documentId}`),
      await textOf(`/preview/${documentId}.md`),
      JSON.stringify(shown),
      await textOf('/feed.xml'),
    ]
    for (const text of all) {
      expect(text).toContain('Opening hours')
      for (const hidden of [SECRET, secret.id, 'quagga']) expect(text).not.toContain(hidden)
    }
    expect(shown.contentRich.slice(1).map(({ text }) => text)).toEqual([
      [{ text: 'Private page' }],
      [
        {
          text: 'Opening hours',
          marks: [{ kind: 'link', attributes: { url: `/preview/${open.id}` } }],
        },
      ],
    ])
  })

  it('R21 what is read while a page is being written is of one moment, so no old word is kept under a new stamp', async () => {
    const page = await makePage('Telephone numbers', [paragraph('p', { text: 'call 555 0199' })])
    await publish(page.id)
    const { db, config } = server.services
    let isWritten = false
    const busy = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isWritten && result.rows.some((row) => 'content_rich' in row)) {
          isWritten = true
          await documents(owner).update.mutate({
            id: page.id,
            contentRich: [paragraph('p', { text: 'do not call' })],
          })
        }
        return result
      },
    })
    const read = await readPublicDocument(busy, page.id, config.publicUrl, 'visitor')
    expect(isWritten).toBe(true)
    expect(read?.document.description).toBe('do not call')
    expect(read?.stamp).toBe((await readPublicDocument(db, page.id, config.publicUrl, 'visitor'))?.stamp)
  })

  it('S5 a long page is written for programs once, in a thread of its own, while others are answered', async () => {
    const rich = (at: number): Block =>
      paragraph(
        `b${at}`,
        { text: `Line ${at} of ` },
        { text: 'many bold', marks: [{ kind: 'bold' }] },
        { text: ' & ' },
        { text: 'linked', marks: [{ kind: 'link', attributes: { url: `https://example.org/${at}` } }] },
      )
    const page = await makePage(
      'Long',
      Array.from({ length: 1_500 }, (_, at) => rich(at)),
    )
    await publish(page.id)
    const path = `/preview/${page.id}.md`
    // The worker's program is made when it is first needed; here that is not what is measured.
    await get(`/preview/${page.id}`)
    const work = async (act: () => Promise<unknown>) => {
      const before = process.threadCpuUsage()
      await act()
      const { user, system } = process.threadCpuUsage(before)
      return user + system
    }
    let first = ''
    const written = await work(async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => textOf(path)))
      first = answers[0]!
      expect(new Set(answers).size).toBe(1)
    })
    const blocks = JSON.parse(
      (
        await server.services.db
          .selectFrom('document')
          .select('content_rich')
          .where('id', '=', page.id)
          .executeTakeFirstOrThrow()
      ).content_rich,
    ) as Block[]
    const here = await work(async () => expect(markdownFromBlocks(blocks, 'Long')).toBe(first))
    // Five visitors at once take less of the thread that answers everybody than it takes to write the page there once.
    expect(written).toBeLessThan(here / 2)
    const again = await work(() => textOf(path))
    expect(again).toBeLessThan(here / 2)
    // What it says is asked at each request all the same.
    await documents(owner).update.mutate({ id: page.id, contentRich: blocks.slice(0, 1_000) })
    expect(await textOf(path)).not.toContain('Line 1000')
    await publish(page.id, false)
    expect(await statusOf(path)).toBe(404)
  })

  it('R21 a name that is an address stands on nobody’s public page; they themselves see it', async () => {
    const person = await server.signUp()
    const mine = server.rpc(person.cookie)
    const { id } = await mine.document.create.mutate({ title: 'Mine' })
    await mine.document.publish.mutate({ id, isPublished: true })
    const name = 'somebody.private@example.org'
    await server.services.db.updateTable('user').set({ name }).where('id', '=', person.user.id).execute()
    const profile = (cookie?: string) => server.rpc(cookie).publish.profile.query({ id: person.user.id })
    expect(JSON.stringify(await profile())).not.toContain(name)
    expect((await profile(other.cookie)).name).toBe('Somebody')
    expect((await profile(person.cookie)).name).toBe(name)
  })

  it('R22 a list reads a page again only when it has changed, and a feed is asked for sixty times a minute', async () => {
    const person = await server.signUp()
    const mine = server.rpc(person.cookie)
    const { id } = await mine.document.create.mutate({
      title: 'News',
      contentRich: [paragraph('p', { text: 'first words' })],
    })
    await mine.document.publish.mutate({ id, isPublished: true })
    const { db, config, limits } = server.services
    let readings = 0
    const counted = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.some((row) => 'content_rich' in row)) readings++
        return result
      },
    })
    const summaries = async () =>
      (await listedPages({ db: counted, config }, { by: person.user.id, limit: 5, asker: 'visitor' })).map(
        ({ summary }) => summary,
      )
    expect(await summaries()).toEqual(['first words'])
    expect(await summaries()).toEqual(['first words'])
    expect(readings).toBe(1)
    await mine.document.update.mutate({ id, contentRich: [paragraph('p', { text: 'other words' })] })
    expect(await summaries()).toEqual(['other words'])
    expect(readings).toBe(2)
    await mine.document.publish.mutate({ id, isPublished: false })
    expect(await summaries()).toEqual([])
    await limits.clear('public-feed:127.0.0.1')
    const answers = await Promise.all(Array.from({ length: 61 }, () => statusOf('/user/nobody/feed.xml')))
    expect(answers.filter((status) => status === 429)).toHaveLength(1)
    await limits.clear('public-feed:127.0.0.1')
  })

  it('4.3 the pictures of five pages are asked for at once, and all are drawn', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, (_, at) => makePage(`Picture ${at}`)))
    await Promise.all(made.map(({ id }) => publish(id)))
    // Where other programs take the whole machine, a drawing that took too long is refused, and asked for again.
    const drawn = async (id: string): Promise<Response> => {
      for (;;) {
        const answer = await get(`/preview/${id}/image.png`)
        if (answer.status !== 503) return answer
      }
    }
    const answers = await Promise.all(made.map(({ id }) => drawn(id)))
    expect(answers.map(({ status }) => status)).toEqual(made.map(() => 200))
    for (const answer of answers)
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG')
    // The drawing browser steps back behind everything else, so that it is slow on a busy machine.
  }, 240_000)

  it('3.1 every template document has its title, icon, summary, place and blocks', async () => {
    for (const { slug, parent } of templates) {
      const shown = await documents().publicDocument.query({ id: slug })
      expect(shown).toMatchObject({
        id: slug,
        status: 'none',
        coverFit: 'cover',
        textStyle: 'default',
        toc: true,
      })
      expect(shown.title).not.toBe('')
      expect(shown.icon, slug).not.toBe('')
      expect(shown.aiSummary, slug).not.toBe('')
      expect(shown.contentRich.length, slug).toBeGreaterThan(2)
      // A parent that is not there yet hides nobody (rulings 2).
      const place = templates.some((other) => other.slug === parent) ? `/preview/${parent}` : undefined
      expect(shown.above.at(-1)?.path, slug).toBe(place)
    }
  })

  it('4.3 a template is public to everybody, and cannot be unpublished', async () => {
    expect(await textOf('/preview/callout')).toContain('A callout is for the one thing')
    expect(await textOf('/preview/callout.md')).toContain('> [!NOTE]')
    expect((await documents().publicDocument.query({ id: 'callout' })).title).toBe('Callout')
    expect(await refusalWords(publish('callout', false))).toBe(PUBLISH_WORDS.templates)
  })
})
