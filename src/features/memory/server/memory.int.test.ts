import { onEachDatabase, refusal, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { MEMORY, MEMORY_WORDS, PROMPT_ICONS } from '../model'
import { activeMemories, activePrompts } from './memory.service'

onEachDatabase('memory and prompts', (database) => {
  let server: TestServer
  let ada: TestPerson
  let eve: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    eve = await server.signUp()
  })
  beforeEach(async () => {
    for (const table of ['memory', 'prompt'] as const) await server.services.db.deleteFrom(table).execute()
  })
  afterAll(() => server.close())

  const memory = (person = ada) => server.rpc(person.cookie).memory
  const prompt = (person = ada) => server.rpc(person.cookie).prompt
  const active = () => activeMemories(server.services.db, ada.user.id)

  it('3.11 7.30 a memory is made, listed newest first, changed, switched off and deleted', async () => {
    const first = await memory().create.mutate({ memory: '  I teach chemistry. ', status: 'active' })
    expect(first).toEqual({
      id: expect.any(String),
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      memory: 'I teach chemistry.',
      status: 'active',
    })
    await server.services.db.updateTable('memory').set({ created_at: '2026-01-01T00:00:00.000Z' }).execute()
    const second = await memory().create.mutate({ memory: 'Two\nlines', status: 'inactive' })
    expect((await memory().getAll.query()).map(({ id }) => id)).toEqual([second.id, first.id])
    expect(await active()).toEqual(['I teach chemistry.'])
    const changed = await memory().update.mutate({ id: first.id, memory: 'I teach physics.' })
    expect(changed).toMatchObject({ id: first.id, memory: 'I teach physics.', status: 'active' })
    await memory().update.mutate({ id: first.id, status: 'inactive' })
    expect(await active()).toEqual([])
    await memory().delete.mutate({ id: first.id })
    expect(await memory().getAll.query()).toEqual([second])
    const again = memory().delete.mutate({ id: first.id })
    expect(await refusal(again)).toEqual({ code: 'not-found', words: MEMORY_WORDS.memoryGone() })
  })

  it('3.12 7.31 a prompt has title, icon and purpose, and counts for that purpose alone while it is active', async () => {
    const made = await prompt().create.mutate({
      display: 'edit',
      icon: '🎯',
      prompt: 'Use short sentences.',
      status: 'active',
      title: 'Short',
    })
    expect(made).toEqual({
      id: expect.any(String),
      createdAt: expect.any(String),
      display: 'edit',
      icon: '🎯',
      prompt: 'Use short sentences.',
      status: 'active',
      title: 'Short',
    })
    const plain = await prompt().create.mutate({ title: 'Plain', prompt: 'No jargon.', display: 'chat' })
    expect(plain).toMatchObject({ icon: '💡', status: 'active' })
    const { db } = server.services
    expect(await activePrompts(db, ada.user.id, 'edit')).toEqual([
      { title: 'Short', prompt: 'Use short sentences.' },
    ])
    expect(await activePrompts(db, ada.user.id, 'generate')).toEqual([])
    expect(await activePrompts(db, eve.user.id, 'edit')).toEqual([])
    await prompt().update.mutate({ id: made.id, prompt: 'Use long sentences.', status: 'inactive' })
    expect(await activePrompts(db, ada.user.id, 'edit')).toEqual([])
    await prompt().delete.mutate({ id: made.id })
    expect(await prompt().getAll.query()).toEqual([plain])
    expect(PROMPT_ICONS).toHaveLength(8)
    const odd = prompt().create.mutate({ title: 'x', prompt: 'x', display: 'chat', icon: '🦄' } as never)
    expect(await refusal(odd)).toMatchObject({ code: 'bad-input' })
  })

  it('4.16 several are switched and deleted together, and only those of the person who asks', async () => {
    const ids = []
    for (const words of ['one', 'two', 'three'])
      ids.push((await memory().create.mutate({ memory: words })).id)
    const { id: theirs } = await memory(eve).create.mutate({ memory: 'Of Eve' })
    const all = [...ids, theirs, 'doesnotexist00000000']
    const changed = await memory().bulkUpdateStatus.mutate({ ids: all, status: 'inactive' })
    expect(changed.ids.sort()).toEqual([...ids].sort())
    expect(await active()).toEqual([])
    expect(await activeMemories(server.services.db, eve.user.id)).toEqual(['Of Eve'])
    const removed = await memory().bulkDelete.mutate({ ids: all.slice(1) })
    expect(removed.ids.sort()).toEqual(ids.slice(1).sort())
    expect((await memory().getAll.query()).map(({ id }) => id)).toEqual([ids[0]])
    expect(await memory(eve).getAll.query()).toHaveLength(1)
    const gone = { code: 'not-found', words: MEMORY_WORDS.memoryGone() }
    expect(await refusal(memory().update.mutate({ id: theirs, memory: 'Mine' }))).toEqual(gone)
    expect(await refusal(memory().delete.mutate({ id: theirs }))).toEqual(gone)

    const of = async (person: TestPerson) =>
      (await prompt(person).create.mutate({ title: 'T', prompt: 'P', display: 'chat' })).id
    const [mine, hers] = [await of(ada), await of(eve)]
    expect(await prompt().bulkUpdateStatus.mutate({ ids: [mine, hers], status: 'inactive' })).toEqual({
      ids: [mine],
    })
    expect(await prompt().bulkDelete.mutate({ ids: [hers, mine] })).toEqual({ ids: [mine] })
    expect((await prompt(eve).getAll.query()).map(({ status }) => status)).toEqual(['active'])
  })

  it('5.11 nothing empty is kept, and what is too long is refused in words', async () => {
    for (const empty of ['', '   ', '\n\t', '\u200b\u200d', '\u3164', '\0']) {
      const call = memory().create.mutate({ memory: empty })
      expect(await refusal(call), JSON.stringify(empty)).toMatchObject({ code: 'bad-input' })
      const one = prompt().create.mutate({ title: empty, prompt: 'x', display: 'chat' })
      expect(await refusal(one), JSON.stringify(empty)).toMatchObject({ code: 'bad-input' })
      const other = prompt().create.mutate({ title: 'x', prompt: empty, display: 'chat' })
      expect(await refusal(other), JSON.stringify(empty)).toMatchObject({ code: 'bad-input' })
    }
    const { id } = await memory().create.mutate({ memory: 'm'.repeat(MEMORY.memory) })
    const long = memory().update.mutate({ id, memory: 'm'.repeat(MEMORY.memory + 1) })
    expect((await refusal(long)).words).toContain(MEMORY_WORDS.memoryLong())
    expect(await refusal(memory().update.mutate({ id, memory: ' ' }))).toMatchObject({ code: 'bad-input' })
    expect(await refusal(memory().update.mutate({ id }))).toMatchObject({ code: 'bad-input' })
    expect(
      (await refusal(prompt().create.mutate({ title: 't'.repeat(121), prompt: 'x', display: 'chat' }))).words,
    ).toContain(MEMORY_WORDS.titleLong())
    expect(await memory().getAll.query()).toMatchObject([{ memory: 'm'.repeat(MEMORY.memory) }])
  })

  it('7.30 7.31 a person has up to the limit and no more, also when many are made at once', async () => {
    const { db } = server.services
    const row = (number: number) => ({
      id: `m${number}`,
      user_id: ada.user.id,
      created_at: '2026-01-01T00:00:00.000Z',
    })
    const most = Array.from({ length: MEMORY.most - 1 }, (_, number) => row(number))
    await db
      .insertInto('memory')
      .values(most.map((one) => ({ ...one, memory: 'm', status: 'active' as const })))
      .execute()
    const rest = { display: 'chat' as const, icon: '💡', prompt: 'p', title: 't', status: 'active' as const }
    await db
      .insertInto('prompt')
      .values(most.map((one) => ({ ...one, ...rest })))
      .execute()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => server.rpc(ada.cookie).memory.create.mutate({ memory: 'more' })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refusal(memory().create.mutate({ memory: 'more' }))).toEqual({
      code: 'too-large',
      words: MEMORY_WORDS.memoryFull(),
    })
    await prompt().create.mutate({ title: 't', prompt: 'p', display: 'chat' })
    expect(await refusal(prompt().create.mutate({ title: 't', prompt: 'p', display: 'chat' }))).toEqual({
      code: 'too-large',
      words: MEMORY_WORDS.promptFull(),
    })
    expect(await memory(eve).create.mutate({ memory: 'mine' })).toMatchObject({ memory: 'mine' })
  })
})
