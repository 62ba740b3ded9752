import { misspelt, pagesToFind } from '@test/pages-to-find'
import { onEachDatabase, startTestServer } from '@test/server'
import { expect, it } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import { fillIndex } from '@/server/search/fill-index'

onEachDatabase('misspelt words', (database) => {
  it('of 100 misspelt questions to sixty pages, 95 find their page among the first three, and no page comes twice', async () => {
    const server = await startTestServer({ env: database.env })
    try {
      const person = await server.signUp()
      const rpc = server.rpc(person.cookie)
      for (const { title, texts } of pagesToFind)
        await rpc.document.create.mutate({
          parentDocumentId: null,
          title,
          contentRich: texts.map(
            (text, n): Block => ({ id: `block${n}`, kind: 'paragraph', text: [{ text }] }),
          ),
        })
      await fillIndex(server.services.db)
      const last = pagesToFind.at(-1)!
      const hits = async (q: string) => (await rpc.search.search.query({ q })).results
      await expect.poll(async () => (await hits(last.title)).length, { timeout: 20_000 }).toBeGreaterThan(0)
      const missed: string[] = []
      for (const [typed, title] of misspelt) {
        const found = await hits(typed)
        expect(new Set(found.map(({ id }) => id)).size, typed).toBe(found.length)
        const first = found.slice(0, 3).map((hit) => hit.title.text)
        if (!first.includes(title)) missed.push(`${typed} → ${first.join(', ') || 'nothing'}`)
      }
      const found = misspelt.length - missed.length
      process.stdout.write(`${database.dialect}: ${found} of ${misspelt.length} misspelt questions\n`)
      expect(misspelt.length).toBe(100)
      expect(missed.length).toBeLessThanOrEqual(5)
    } finally {
      await server.close()
    }
  }, 120_000)
})
