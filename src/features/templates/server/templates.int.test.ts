import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { childrenOf } from '../model'
import { NO_TEMPLATE } from '../own-template'
import { readyPagesIn, readyTemplates } from '../ready/ready-templates'

onEachDatabase('templates of a pod', (database) => {
  let server: TestServer
  let owner: TestPerson
  let other: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    owner = await server.signUp()
    other = await server.signUp()
  })
  afterAll(() => server.close())

  const rpc = (person = owner) => server.rpc(person.cookie)
  const titlesAt = async (parentDocumentId: string | null) =>
    (await rpc().document.documents.query({ parentDocumentId })).documents.map((page) => page.title)
  const mine = async () => (await rpc().template.templates.query({})).documents

  it('a page is saved as a template: the page stays, the template is listed apart from the pages', async () => {
    const page = await rpc().document.create.mutate({
      title: 'Minutes',
      icon: '📝',
      contentRich: [{ id: 'a', kind: 'paragraph', text: [{ text: 'Who was there?' }] }],
    })
    await rpc().document.create.mutate({ title: 'Actions', parentDocumentId: page.id })
    const template = await rpc().template.save.mutate({ id: page.id })
    expect(template).toMatchObject({ title: 'Minutes', icon: '📝', isTemplate: true, hasChildren: true })
    expect((await titlesAt(null)).filter((title) => title === 'Minutes')).toHaveLength(1)
    expect((await mine()).find((one) => one.id === template.id)).toMatchObject({
      title: 'Minutes',
      excerpt: 'Who was there?',
      hasChildren: true,
      savedBy: owner.user.name,
    })
    const { documents } = await rpc().document.tree.query({})
    expect(documents.find((one) => one.id === template.id)?.isTemplate).toBe(true)
    await rpc().document.update.mutate({ id: page.id, title: 'Changed later' })
    expect((await mine()).map((one) => one.title)).toContain('Minutes')
  })

  it('7.5 what is in the trash, and templates with what is in them, stand nowhere where pages are looked for', async () => {
    const source = await rpc().document.create.mutate({ title: 'Minutes of quixotry' })
    await rpc().document.create.mutate({ title: 'Actions of quixotry', parentDocumentId: source.id })
    const template = await rpc().template.save.mutate({ id: source.id })
    const trashed = await rpc().document.create.mutate({ title: 'Trashed quixotry' })
    const { documents: tree } = await rpc().document.tree.query({})
    const inside = tree.find((page) => page.parentDocumentId === template.id)!
    for (const { id } of [source, template, inside, trashed]) {
      await rpc().document.update.mutate({ id, isFavorite: true })
      await rpc().document.visit.mutate({ id })
    }
    await rpc().document.archive.mutate({ id: trashed.id })

    const idsOf = ({ documents }: { documents: { id: string }[] }) => documents.map(({ id }) => id)
    const places: Record<string, () => Promise<string[]>> = {
      recents: async () => idsOf(await rpc().document.recents.query()),
      favorites: async () => idsOf(await rpc().document.favorites.query({})),
      allDocuments: async () => idsOf(await rpc().document.allDocuments.query({})),
      search: async () => (await rpc().search.search.query({ q: 'quixotry' })).results.map(({ id }) => id),
    }
    for (const [place, look] of Object.entries(places)) {
      await expect.poll(look, { message: place }).toContain(source.id)
      for (const { id } of [template, inside, trashed]) expect(await look(), place).not.toContain(id)
    }
    await rpc().template.turnIntoPage.mutate({ id: template.id })
    for (const [place, look] of Object.entries(places)) {
      const found = await look()
      for (const { id } of [template, inside]) expect(found, place).toContain(id)
    }
  })

  it('a template makes as many pages as wanted, where they are wanted, with what is inside', async () => {
    const source = await rpc().document.create.mutate({ title: 'Project', icon: '🚀' })
    await rpc().document.update.mutate({ id: source.id, coverImage: 'misty', textStyle: 'mono' })
    await rpc().document.create.mutate({ title: 'Plan', parentDocumentId: source.id })
    const { id } = await rpc().template.save.mutate({ id: source.id })
    const folder = await rpc().document.create.mutate({ title: 'Folder' })
    for (let time = 0; time < 2; time++) {
      const made = await rpc().template.use.mutate({ id, parentDocumentId: folder.id })
      expect(made).toMatchObject({
        title: 'Project',
        icon: '🚀',
        coverImage: 'misty',
        textStyle: 'mono',
        isTemplate: false,
        parentDocumentId: folder.id,
      })
      expect(await titlesAt(made.id)).toEqual(['Plan'])
    }
    expect(await titlesAt(folder.id)).toEqual(['Project', 'Project'])
    const top = await rpc().template.use.mutate({ id })
    expect(top.parentDocumentId).toBeNull()
  })

  it('a built-in template comes with what is inside it, whose links lead to what was made', async () => {
    const folder = await rpc().document.create.mutate({ title: 'Of the blocks' })
    const made = await rpc().template.use.mutate({ id: 'blocks', parentDocumentId: folder.id })
    expect(made).toMatchObject({
      title: 'Blocks',
      icon: '🧱',
      parentDocumentId: folder.id,
      isTemplate: false,
    })
    const { documents } = await rpc().document.documents.query({ parentDocumentId: made.id })
    expect(documents.map(({ title }) => title)).toEqual(childrenOf('blocks').map(({ title }) => title))
    const { contentRich } = await rpc().document.document.query({ id: made.id, content: true })
    const text = JSON.stringify(contentRich)
    for (const { slug } of childrenOf('blocks')) expect(text).not.toContain(`"/${slug}"`)
    const lists = documents.find(({ title }) => title === 'Lists')!
    expect(text).toContain(`"/${lists.id}"`)
    expect(await rpc().document.document.query({ id: lists.id, content: true })).toMatchObject({
      title: 'Lists',
    })
    const deep = await rpc().template.use.mutate({ id: 'media' })
    const inMedia = (await rpc().document.documents.query({ parentDocumentId: deep.id })).documents
    const exports = inMedia.find(({ title }) => title === 'Export')
    const [markdown] = (await rpc().document.documents.query({ parentDocumentId: exports!.id })).documents
    expect(await titlesAt(markdown!.id)).toEqual(['Markdown preview'])
    expect(deep.parentDocumentId).toBeNull()
    await expect(
      rpc(other).template.use.mutate({ id: 'blocks', parentDocumentId: folder.id }),
    ).rejects.toThrow(/does not exist/)
  })

  it('the starter page and ready templates are in the language of their reader', async () => {
    const inGerman = server.rpc(`${other.cookie}; language=de`)
    const made = await inGerman.template.use.mutate({ id: 'ready-getting-started', parentDocumentId: null })
    expect(made.title).toBe('Erste Schritte')
    const { contentRich } = await inGerman.document.document.query({ id: made.id, content: true })
    expect(JSON.stringify(contentRich)).toContain('Versionsverlauf')
    const plan = await inGerman.template.use.mutate({ id: 'ready-weekly-plan', parentDocumentId: made.id })
    expect(plan.title).toBe('Wochenplan')
    const { contentRich: weekly } = await inGerman.document.document.query({ id: plan.id, content: true })
    expect(JSON.stringify(weekly)).toContain('Woche:')
  })

  it('every ready template makes a page whose every line is there, dated from the day of who uses it', async () => {
    const folder = await rpc().document.create.mutate({ title: 'Of the ready ones' })
    for (const { id, title, icon } of readyTemplates.filter(({ parent }) => parent === null)) {
      const made = await rpc().template.use.mutate({ id, parentDocumentId: folder.id, today: '2031-03-05' })
      expect(made).toMatchObject({ title, icon, parentDocumentId: folder.id, isTemplate: false })
      const inside = (await rpc().document.documents.query({ parentDocumentId: made.id })).documents
      const pages = readyPagesIn(id)
      expect(inside.map((page) => page.title)).toEqual(pages.map((page) => page.title))
      for (const page of [made, ...inside]) {
        const { contentRich } = await rpc().document.document.query({ id: page.id, content: true })
        const text = JSON.stringify(contentRich)
        // Nothing of how it is written down, and no link to a template instead of a page.
        expect(text, page.title).not.toMatch(/\{\{|sheaf:|"\/ready-|unsupported|<!--/)
        expect(contentRich!.length, page.title).toBeGreaterThan(3)
        const days = [...text.matchAll(/"(?:date|added|due|last)":"(\d{4}-\d\d-\d\d)"/g)].map(
          ([, day]) => day!,
        )
        for (const day of days) expect(day.slice(0, 4), page.title).toBe('2031')
        for (const link of text.matchAll(/"url":"\/([^"]+)"/g))
          expect(
            inside.map((one) => one.id),
            page.title,
          ).toContain(link[1])
      }
    }
    const plan = await rpc().template.use.mutate({ id: 'ready-weekly-plan', today: '2031-03-05' })
    const { contentRich } = await rpc().document.document.query({ id: plan.id, content: true })
    expect(JSON.stringify(contentRich)).toContain('"date":"2031-03-03"')
    await rpc().document.archive.mutate({ id: plan.id })
    await expect(rpc().template.use.mutate({ id: 'ready-nothing' })).rejects.toThrow(/does not exist/)
    await expect(
      rpc(other).template.use.mutate({ id: 'ready-wiki', parentDocumentId: folder.id }),
    ).rejects.toThrow(/does not exist/)
  })

  it('a template is an ordinary page again when it is made one, or put into a page', async () => {
    const source = await rpc().document.create.mutate({ title: 'Recipe' })
    const first = await rpc().template.save.mutate({ id: source.id })
    expect((await rpc().template.turnIntoPage.mutate({ id: first.id })).isTemplate).toBe(false)
    await expect(rpc().template.use.mutate({ id: first.id })).rejects.toThrow(NO_TEMPLATE())
    const second = await rpc().template.save.mutate({ id: source.id })
    await rpc().document.move.mutate({ id: second.id, parentDocumentId: source.id })
    expect((await mine()).map((one) => one.id)).not.toContain(second.id)
    expect(await titlesAt(source.id)).toEqual(['Recipe'])
  })

  it('4.2 a template in the trash is used by nobody until it is restored', async () => {
    const source = await rpc().document.create.mutate({ title: 'Letter' })
    const { id } = await rpc().template.save.mutate({ id: source.id })
    await rpc().document.archive.mutate({ id })
    expect((await mine()).map((one) => one.id)).not.toContain(id)
    await expect(rpc().template.use.mutate({ id })).rejects.toThrow(NO_TEMPLATE())
    await rpc().document.restore.mutate({ id })
    expect((await mine()).map((one) => one.id)).toContain(id)
  })

  it('R20 members of a pod use its templates, others do not know of them', async () => {
    const source = await rpc().document.create.mutate({ title: 'Secret form' })
    const { id, podId } = await rpc().template.save.mutate({ id: source.id })
    expect((await rpc(other).template.templates.query({})).documents.map((one) => one.id)).not.toContain(id)
    await expect(rpc(other).template.use.mutate({ id })).rejects.toThrow(/does not exist/)
    await server.services.db
      .insertInto('pod_member')
      .values({ pod_id: podId, user_id: other.user.id, role: 'member', created_at: new Date().toISOString() })
      .execute()
    expect((await rpc(other).template.templates.query({ podId })).documents.map((one) => one.id)).toContain(
      id,
    )
    const own = await rpc(other).document.create.mutate({ title: 'Their folder' })
    const made = await rpc(other).template.use.mutate({ id, parentDocumentId: own.id })
    expect(made.parentDocumentId).toBe(own.id)
    // Begun on the top level it is in the pod that they work in, and not in front of all who have the template.
    const { podId: home } = await rpc(other).document.document.query({ id: own.id })
    expect(home).not.toBe(podId)
    expect((await rpc(other).template.use.mutate({ id })).podId).toBe(home)
    expect((await rpc(other).template.use.mutate({ id, podId })).podId).toBe(podId)
  })
})
