import { pagesToFind } from '@test/pages-to-find'
import { startTestServer } from '@test/server'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import { createMeaning } from '@/server/meaning/meaning'
import { rankPages } from './meaning.service'

/** As many results are looked at. */
const SHOWN = 5

test('of sixty paraphrased questions to sixty pages, at least 45 find their page among the first five', async () => {
  const server = await startTestServer({ env: { MEANING_SEARCH: 'yes' } })
  try {
    const { services } = server
    const person = await server.signUp()
    const rpc = server.rpc(person.cookie)
    const pages: { id: string; question: string }[] = []
    for (const { title, texts, question } of pagesToFind) {
      const contentRich = texts.map(
        (text, n): Block => ({ id: `block${n}`, kind: 'paragraph', text: [{ text }] }),
      )
      const { id } = await rpc.document.create.mutate({ parentDocumentId: null, title, contentRich })
      pages.push({ id, question })
    }
    const read = async () =>
      (await sql<{ id: string }>`select distinct document_id as id from chunk`.execute(services.db)).rows.map(
        ({ id }) => id,
      )
    await expect
      .poll(read, { timeout: 100_000, interval: 500 })
      .toEqual(expect.arrayContaining(pages.map(({ id }) => id)))
    const caller = { user: { id: person.user.id } }
    const hits = async (meaning: typeof services.meaning) => {
      let count = 0
      for (const { id, question } of pages) {
        const ranked = await rankPages({ db: services.db, meaning, caller }, question, {})
        if (ranked.slice(0, SHOWN).some((page) => page.id === id)) count += 1
      }
      return count
    }
    const hybrid = await hits(services.meaning)
    const words = await hits(createMeaning({ ...services, earlierEmbedder: () => services.embedder }, false))
    process.stdout.write(
      `hit@5 of ${pages.length} questions: ${(hybrid / pages.length).toFixed(2)} by meaning and words, ${(words / pages.length).toFixed(2)} by words alone\n`,
    )
    expect(pages.length).toBeGreaterThanOrEqual(60)
    expect(hybrid / pages.length).toBeGreaterThanOrEqual(0.75)
    expect(hybrid).toBeGreaterThan(words)
  } finally {
    await server.close()
  }
}, 180_000)
