import {
  type AiProvider,
  type ProviderPlan,
  type ProviderRequest,
  startAiProvider,
  toldTo,
} from '@test/ai-provider'
import { until } from '@test/collab'
import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { PageReview } from '../../model'
import { PER_SECTION } from './read-sections'

/** Answers an edit for every block of the section that says "teh", and a reason. */
const spelling = (request: ProviderRequest): ProviderPlan => {
  const told = String(JSON.parse(toldTo(request))[1].at(-1).content)
  const edits = [...told.matchAll(/^\[(b\d+·[0-9a-f]{3})\] (.*teh.*)$/gm)].map(
    ([, name, words]) => `@replace ${name}\n@why Spelling\n${words!.replaceAll('teh', 'the')}\n`,
  )
  return { text: `${edits.join('')}@done\n` }
}

onEachDatabase('a review of a page by a model', (database) => {
  let provider: AiProvider
  let server: TestServer
  let ada: TestPerson
  let bea: TestPerson
  let id: string

  beforeAll(async () => {
    provider = await startAiProvider()
    server = await startTestServer({
      env: {
        ...database.env,
        OPENAI_BASE_URL: provider.url,
        AI_MODEL: 'tiny-test',
        // Small sections.
        AI_CONTEXT_TOKENS: '2000',
      },
    })
    ada = await server.signUp()
    bea = await server.signUp()
  })
  beforeEach(async () => {
    await server.services.db.deleteFrom('rate_limit').execute()
    provider.requests.length = 0
    provider.answers(spelling)
    id = await pageOf(['Pour teh water.', 'Wait for teh tea.', 'Drink.'])
  })
  afterAll(async () => {
    await server.close()
    await provider.close()
  })

  const rpc = (person = ada) => server.rpc(person.cookie)
  async function pageOf(texts: string[]): Promise<string> {
    const contentRich = texts.map((text, n) => ({ id: `p${n}`, kind: 'paragraph', text: [{ text }] }))
    return (await rpc().document.create.mutate({ title: 'Tea', contentRich })).id
  }
  const words = async () => JSON.stringify((await rpc().document.document.query({ id })).contentRich)
  const pending = async () => (await rpc().suggestion.suggestions.query({ documentId: id })).suggestions
  const review = async () => (await rpc().ai.review.query({ documentId: id })) as PageReview
  const post = (name: string, body: object, person: TestPerson | null = ada) =>
    server.post(`/api/ai/review/${name}`, body, person?.cookie)
  const begin = async (body: object = { looksFor: ['spelling'] }) => {
    const answer = await post('begin', { documentId: id, ...body })
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { id: string }).id
  }
  const becomes = (state: PageReview['state']) =>
    until(`the review to be ${state}`, async () => (await review())?.state === state)

  it('finds what it is asked for, leaves the page alone, and suggests it when the person says so', async () => {
    const before = await words()
    const reviewId = await begin()
    await becomes('read')
    expect(await review()).toMatchObject({
      found: 2,
      aside: 0,
      changed: 2,
      blocks: 3,
      isMuch: false,
      edits: [{ before: 'Pour teh water.', after: 'Pour the water.', reason: 'Spelling' }, {}],
    })
    expect(await words()).toBe(before)
    expect(await pending()).toEqual([])
    expect(toldTo(provider.requests[0]!)).toContain('Fix spelling, grammar and punctuation.')
    expect((await post('apply', { id: reviewId })).status).toBe(200)
    await until('two suggestions', async () => (await pending()).length === 2)
    expect(await words()).toBe(before)
    const [one] = await pending()
    expect(one).toMatchObject({ model: 'tiny-test', summary: { text: 'teh', newText: 'the' } })
    expect(
      await rpc().ai.signatures.query({ documentId: id, suggestionIds: [one!.suggestionId] }),
    ).toMatchObject([{ reason: 'Spelling', prompt: 'Spelling & grammar', askedBy: ada.user.name }])
    // A second press suggests nothing twice.
    expect((await post('apply', { id: reviewId })).status).toBe(200)
    expect(await pending()).toHaveLength(2)
  })

  it('stops at the provider within a second, and goes on where it stopped', async () => {
    id = await pageOf(
      Array.from({ length: 60 }, (_, n) => `Paragraph ${n} about teh tea and how it is made at home.`),
    )
    let asked = 0
    provider.answers((request) => (++asked === 2 ? { text: '@replace', stalls: true } : spelling(request)))
    const reviewId = await begin()
    await until('the second section', async () => provider.requests.length === 2)
    const stopped = performance.now()
    expect((await post('stop', { id: reviewId })).status).toBe(200)
    expect((await provider.requests[1]!.closed).early).toBe(true)
    expect(performance.now() - stopped).toBeLessThan(5_000)
    const half = await review()
    expect(half).toMatchObject({ state: 'stopped', sectionsRead: 1 })
    expect(half.found).toBeGreaterThan(0)
    expect((await post('continue', { id: reviewId })).status).toBe(200)
    await becomes('read')
    const whole = await review()
    expect(whole).toMatchObject({ found: 60, changed: 60, isMuch: true, sectionsRead: whole.sections })
    expect((await post('apply', { id: reviewId })).status).toBe(200)
    await until('sixty suggestions', async () => (await pending()).length === 60)
    // Much is changed, so a version is kept.
    const { versions } = await rpc().version.documentVersions.query({ documentId: id })
    expect(versions.map(({ reason }) => reason)).toContain('before-rewrite')
  })

  it('is interrupted by the end of the server, and goes on without losing or doubling anything', async () => {
    id = await pageOf(
      Array.from({ length: 60 }, (_, n) => `Paragraph ${n} about teh tea and how it is made at home.`),
    )
    let asked = 0
    provider.answers((request) => {
      const plan = spelling(request)
      return ++asked === 2 ? { text: String(plan.text).slice(0, 200), stalls: true } : plan
    })
    const reviewId = await begin()
    await until('a part of the second section', async () => {
      const now = await review()
      return now.sectionsRead === 1 && provider.requests.length === 2
    })
    await server.restart()
    expect(await review()).toMatchObject({ state: 'interrupted', sectionsRead: 1 })
    expect((await post('continue', { id: reviewId })).status).toBe(200)
    await becomes('read')
    const whole = await review()
    expect(whole).toMatchObject({ found: 60, aside: 0 })
    expect(provider.requests).toHaveLength(whole.sections + 1)
  })

  it('sets aside what no longer fits, and asks again for that alone', async () => {
    const reviewId = await begin({ prompt: 'Mend teh spelling' })
    await becomes('read')
    await rpc().document.update.mutate({
      id,
      contentRich: ['Pour teh hot water.', 'Wait for teh tea.', 'Drink.'].map((text, n) => ({
        id: `p${n}`,
        kind: 'paragraph',
        text: [{ text }],
      })),
    })
    await post('apply', { id: reviewId })
    expect(await review()).toMatchObject({
      state: 'applied',
      found: 1,
      aside: 1,
      canAskAgain: true,
      edits: [{ setAside: 'changed' }, { setAside: null }],
    })
    provider.requests.length = 0
    await begin({ again: true })
    await becomes('read')
    expect(await review()).toMatchObject({ blocks: 1, found: 1, askedFor: 'Mend teh spelling' })
    expect(toldTo(provider.requests[0]!)).toContain('Pour teh hot water.')
    expect(toldTo(provider.requests[0]!)).not.toContain('Wait for teh tea.')
  })

  /** A review whose second section waits for the returned function, and what the model is told from then on. */
  async function held(reader: TestPerson) {
    const release = Promise.withResolvers<void>()
    let asked = 0
    provider.answers((request) => {
      asked++
      const plan = spelling(request)
      return asked === 2
        ? { ...plan, before: (piece) => (piece === 0 ? release.promise : Promise.resolve()) }
        : plan
    })
    const answer = await post('begin', { documentId: id, looksFor: ['spelling'] }, reader)
    expect(answer.status).toBe(200)
    const reviewId = ((await answer.json()) as { id: string }).id
    await until('the second section', async () => provider.requests.length === 2)
    const state = async () =>
      (
        await server.services.db
          .selectFrom('page_review')
          .select('state')
          .where('id', '=', reviewId)
          .executeTakeFirstOrThrow()
      ).state
    return { reviewId, state, release: () => release.resolve() }
  }
  async function shareWith(person: TestPerson): Promise<void> {
    await rpc().share.invite.mutate({ id, email: person.user.email, level: 'edit' })
    const { invites } = await rpc(person).share.invites.query()
    if (invites[0]) await rpc(person).share.acceptInvite.mutate({ id: invites[0].id })
  }
  const long = () =>
    pageOf(Array.from({ length: 60 }, (_, n) => `Paragraph ${n} about teh tea and how it is made at home.`))

  it('reads no more of a page that was taken from the person meanwhile', async () => {
    id = await long()
    await shareWith(bea)
    const { state, release, reviewId } = await held(bea)
    await rpc().share.remove.mutate({ id, userId: bea.user.id })
    release()
    await until('the end of the review', async () => (await state()) === 'failed')
    expect(provider.requests).toHaveLength(2)
    for (const name of ['continue', 'apply'])
      expect((await post(name, { id: reviewId }, bea)).status, name).toBe(404)
  })

  it('ends in words when the page is locked or trashed meanwhile, keeps what it found, and goes on afterwards', async () => {
    id = await long()
    const { state, release, reviewId } = await held(ada)
    await rpc().document.update.mutate({ id, lockPage: true })
    release()
    await until('the end of the review', async () => (await state()) === 'failed')
    expect(provider.requests).toHaveLength(2)
    const half = await review()
    expect(half.error).toBeTruthy()
    expect(half.found).toBeGreaterThan(0)
    expect((await post('apply', { id: reviewId })).status).not.toBe(200)
    await rpc().document.update.mutate({ id, lockPage: false })
    expect((await post('continue', { id: reviewId })).status).toBe(200)
    await becomes('read')
    expect(await review()).toMatchObject({ found: 60, aside: 0 })
    await rpc().document.archive.mutate({ id })
    expect((await post('apply', { id: reviewId })).status).not.toBe(200)
    expect(await pending()).toEqual([])
  })

  it('what fails is said in words; of an answer that is cut off the whole part counts', async () => {
    provider.answers({ status: 500, error: 'PLANTED' })
    const reviewId = await begin()
    await becomes('failed')
    expect((await review()).error).toBeTruthy()
    expect((await review()).error).not.toContain('PLANTED')
    // What the model did not come to is asked about again; an answer that is cut before its first edit is whole is the end of that.
    provider.requests.length = 0
    provider.answers((request) => ({
      text: String(spelling(request).text).slice(0, provider.requests.length === 1 ? 75 : 40),
      finishReason: 'length',
    }))
    await post('continue', { id: reviewId })
    await becomes('read')
    expect(provider.requests).toHaveLength(2)
    expect(toldTo(provider.requests[1]!)).toContain('Wait for teh tea.')
    expect(toldTo(provider.requests[1]!)).not.toContain('Pour teh water.')
    expect(await review()).toMatchObject({
      found: 1,
      aside: 1,
      edits: [{ setAside: null }, { setAside: 'cut' }],
    })
  })

  it('a model that writes something else instead of edits has not said that all may stay as it is', async () => {
    provider.answers({ text: 'Pour the water. Wait for the tea. Drink.' })
    await begin()
    await becomes('read')
    expect(await review()).toMatchObject({ found: 0, aside: 1 })
    expect((await review()).edits).toMatchObject([
      { setAside: 'unread', after: 'Pour the water. Wait for the tea. Drink.' },
    ])
    provider.answers({ text: '@done' })
    await begin()
    await becomes('read')
    expect(await review()).toMatchObject({ found: 0, aside: 0, edits: [] })
  })

  it('an answer that is cut is gone on with from where the model was, until the section is read', async () => {
    id = await pageOf(Array.from({ length: 12 }, (_, n) => `Paragraph ${n} about teh tea.`))
    // Two edits fit into an answer.
    provider.answers((request) => {
      const text = String(spelling(request).text)
      const third = text.split('@replace').slice(0, 4).join('@replace').length - 8
      const isWhole = text.split('@replace').length <= 3
      return { text: isWhole ? text : text.slice(0, third), finishReason: isWhole ? 'stop' : 'length' }
    })
    await begin()
    await becomes('read')
    expect(await review()).toMatchObject({ found: 12, aside: 0, changed: 12, sections: 1 })
    expect(provider.requests.length).toBeGreaterThan(3)
  })

  it('R67 a section of 10,000 characters may be written, and is suggested', async () => {
    const section = Array.from(
      { length: 60 },
      () => `${'We meet to *look* at what was built. '.repeat(5)}`,
    ).join('\n\n')
    expect(section.length).toBeGreaterThan(10_000)
    provider.answers({ text: `@insert at start\n@why More\n${section}\n@done\n` })
    const reviewId = await begin()
    await becomes('read')
    expect(await review()).toMatchObject({ found: 1, aside: 0, edits: [{ reason: 'More' }] })
    expect((await post('apply', { id: reviewId })).status).toBe(200)
    await until('one suggestion', async () => (await pending()).length === 1)
  })

  it('R67 of an answer with thousands of edits, in one piece, no more are kept than have numbers in the section', async () => {
    provider.answers({ text: [`${'@insert at start\nTea\n'.repeat(2_500)}@done\n`] })
    await begin()
    await becomes('read')
    const { found, aside } = await review()
    expect(aside).toBe(0)
    expect(found).toBeGreaterThan(PER_SECTION - 100)
    expect(found).toBeLessThanOrEqual(PER_SECTION)
  })

  it('belongs to the person who asked; nobody else stops, applies or sees it', async () => {
    const reviewId = await begin()
    await becomes('read')
    for (const name of ['stop', 'continue', 'apply', 'discard']) {
      expect((await post(name, { id: reviewId }, bea)).status, name).toBe(404)
      expect((await post(name, { id: 'nothing' }, bea)).status, name).toBe(404)
      expect((await post(name, { id: reviewId }, null)).status, name).toBe(401)
    }
    expect((await post('begin', { documentId: id, looksFor: ['spelling'] }, bea)).status).toBe(404)
    await expect(rpc(bea).ai.review.query({ documentId: id })).rejects.toThrow()
    expect((await post('discard', { id: reviewId })).status).toBe(200)
    expect(await review()).toBeNull()
  })
})
