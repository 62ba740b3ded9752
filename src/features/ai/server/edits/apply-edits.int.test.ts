import { until } from '@test/collab'
import { readAnswer } from '@test/read-edits'
import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { SignedInContext } from '@/server/context'
import { applyEdits } from './apply-edits'
import { pageForModel } from './page-for-model'

onEachDatabase('edits of a model', (database) => {
  let server: TestServer
  let ada: TestPerson
  let bea: TestPerson
  let id: string

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    bea = await server.signUp()
  })
  beforeEach(async () => {
    await server.services.db.deleteFrom('rate_limit').execute()
    const contentRich = [
      { id: 'a', kind: 'paragraph', text: [{ text: 'Pour the water slowly.' }] },
      { id: 'b', kind: 'paragraph', text: [{ text: 'Wait.' }] },
    ]
    id = (await rpc(ada).document.create.mutate({ title: 'Tea', contentRich })).id
  })
  afterAll(() => server.close())

  const rpc = (person: TestPerson) => server.rpc(person.cookie)
  // Nothing else of a caller is asked.
  const ctxOf = ({ user }: TestPerson) =>
    ({ ...server.services, caller: { user, sessionId: 's', ip: '127.0.0.1' } }) as unknown as SignedInContext
  const signature = { model: 'tiny-test', prompt: 'Spelling & grammar' }
  const content = async () => JSON.stringify((await rpc(ada).document.document.query({ id })).contentRich)
  const pending = async () => (await rpc(ada).suggestion.suggestions.query({ documentId: id })).suggestions

  async function answer(words: (name: (id: string) => string) => string, person = ada) {
    const page = pageForModel((await server.services.live.content(id, ada.user.id)).blocks)
    const nameOf = (block: string) => {
      const [alias, { fingerprint }] = [...page.named].find(([, one]) => one.id === block)!
      return `${alias}·${fingerprint.slice(0, 3)}`
    }
    const { edits, refused } = readAnswer(words(nameOf), page)
    expect(refused).toEqual([])
    return () => applyEdits(ctxOf(person), id, edits, signature)
  }

  it('become suggestions of the person who asked, one each, signed; the page says what it said until they are accepted', async () => {
    const before = await content()
    const apply = await answer(
      (name) =>
        `@replace ${name('a')}\n@why More precise\nPour the boiling water slowly.\n@delete ${name('b')}\n@done\n`,
    )
    const applied = await apply()
    expect(applied.map(({ setAside }) => setAside)).toEqual([null, null])
    expect(await content()).toBe(before)
    await until('both on record', async () => (await pending()).length === 2)
    expect(await pending()).toMatchObject([
      {
        suggestionId: applied[0]?.suggestionId,
        userId: ada.user.id,
        model: 'tiny-test',
        summary: { type: 'insert', newText: 'boiling' },
      },
      { model: 'tiny-test', summary: { changes: [{ change: 'deleteBlock' }] } },
    ])
    const suggestionIds = applied.flatMap(({ suggestionId }) => suggestionId ?? [])
    const signatures = await rpc(ada).ai.signatures.query({ documentId: id, suggestionIds })
    expect(signatures.sort((a, b) => b.reason.length - a.reason.length)).toMatchObject([
      { model: 'tiny-test', prompt: 'Spelling & grammar', reason: 'More precise', askedBy: ada.user.name },
      { reason: '' },
    ])
    await rpc(ada).suggestion.accept.mutate({ documentId: id, suggestionIds })
    expect(await content()).toContain('Pour the boiling water slowly.')
    expect(await content()).not.toContain('Wait')
    const { suggestions: decided } = await rpc(ada).suggestion.history.query({ documentId: id })
    // Written by the model, asked by her, accepted by her.
    expect(decided).toMatchObject([
      { model: 'tiny-test', state: 'accepted', userId: ada.user.id, decidedBy: { id: ada.user.id } },
      { model: 'tiny-test', state: 'accepted' },
    ])
    expect(await rpc(ada).ai.signatures.query({ documentId: id, suggestionIds })).toHaveLength(2)
  })

  it('whose block has changed meanwhile are set aside, with nothing of them in the page or on record', async () => {
    const apply = await answer((name) => `@replace ${name('a')}\nPour it.\n@delete ${name('b')}\n@done\n`)
    await rpc(ada).document.update.mutate({
      id,
      contentRich: [{ id: 'a', kind: 'paragraph', text: [{ text: 'Pour the water at once.' }] }],
    })
    expect(await apply()).toEqual([
      { suggestionId: null, setAside: 'changed' },
      { suggestionId: null, setAside: 'gone' },
    ])
    const rows = await server.services.db
      .selectFrom('suggestion_signature')
      .selectAll()
      .where('document_id', '=', id)
      .execute()
    expect(rows).toEqual([])
    expect(await pending()).toEqual([])
  })

  it('are refused for somebody who may not suggest, as is asking how a suggestion came about', async () => {
    const apply = await answer((name) => `@delete ${name('b')}\n@done\n`, bea)
    await expect(apply()).rejects.toMatchObject({ code: 'not-found' })
    await expect(
      rpc(bea).ai.signatures.query({ documentId: id, suggestionIds: [`${ada.user.id} x`] }),
    ).rejects.toThrow()
  })

  it('a page of 3,000 blocks takes two hundred of them, off the thread that answers', async () => {
    const contentRich = Array.from({ length: 3_000 }, (_, n) => ({
      id: `p${n}`,
      kind: 'paragraph',
      text: [{ text: `This is paragraf number ${n}, and it says a little.` }],
    }))
    await rpc(ada).document.update.mutate({ id, contentRich })
    const page = pageForModel(
      (await server.services.live.content(id, ada.user.id)).blocks.slice(1_000, 1_200),
    )
    const lines = [...page.named].map(
      ([alias, { fingerprint }], n) =>
        `@replace ${alias}·${fingerprint.slice(0, 3)}\nThis is paragraph number ${n + 1_000}, and it says a little.\n`,
    )
    const { edits, refused } = readAnswer(`${lines.join('')}@done\n`, page)
    expect(refused).toEqual([])
    const applied = await applyEdits(ctxOf(ada), id, edits, signature)
    expect(applied).toHaveLength(200)
    expect(applied.every(({ setAside }) => setAside === null)).toBe(true)
    expect(await content()).not.toContain('paragraph number')
  })
})
