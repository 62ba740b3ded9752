import { temporaryFolder } from '@test/collab'
import { type CollabHost, startCollabHost } from '@test/collab-host'
import { onEachDatabase } from '@test/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { suggestionsOf } from '@/document'
import { type ReviewNews, writeSuggestionLog } from './suggestion-log'
import { threadTime } from './thread-time'

const MANY = 30_000

/** A page of suggestions that are gone: of each, a head and the deletion of a letter, under a name that only the page knows. */
function pageOfGone(): { doc: Y.Doc; sids: string[] } {
  const doc = new Y.Doc()
  const sids = Array.from({ length: MANY }, (_, at) => `me n${at}`)
  const map = suggestionsOf(doc)
  doc.transact(() => {
    for (const [at, sid] of sids.entries()) {
      map.set(sid, { at: 0 })
      map.set(`${sid} - 9 ${at}`, 1)
    }
  })
  doc.transact(() => {
    for (const key of [...map.keys()]) map.delete(key)
  })
  return { doc, sids }
}

onEachDatabase('the log of suggestions', (database) => {
  const folder = temporaryFolder()
  let host: CollabHost

  beforeAll(async () => {
    host = await startCollabHost({
      dataDir: folder.path,
      databaseUrl: database.env.DATABASE_URL ?? null,
      keepMs: 60_000,
    })
  })
  afterAll(async () => {
    await host.close()
    folder.remove()
  })

  test('R67 thousands of suggestions that come and go at once are written down in little time, and others come in between', async () => {
    const page = await host.addPage()
    const { doc, sids } = pageOfGone()
    const by = new Map(sids.map((sid) => [sid, { by: null, at: '2026-01-01T00:00:00.000Z' }]))
    const write = async (news: Partial<ReviewNews>) => {
      let turns = 0
      let isWriting = true
      const turn = () => {
        turns++
        if (isWriting) setImmediate(turn)
      }
      setImmediate(turn)
      const begun = threadTime()
      await host.db
        .transaction()
        .execute((trx) =>
          writeSuggestionLog(trx, page, { doc, pending: [], deciders: by, isFirst: false, ...news }),
        )
      isWriting = false
      return { took: threadTime() - begun, turns }
    }
    const first = await write({})
    expect(first.took).toBeLessThan(6_000)
    expect(first.turns).toBeGreaterThan(10)
    const rows = () =>
      host.db
        .selectFrom('suggestion_log')
        .select(['sid', 'state', 'decided_at'])
        .where('document_id', '=', page)
        .orderBy('sid')
        .execute()
    const written = await rows()
    expect(written.map(({ sid }) => sid)).toEqual(sids.toSorted())
    expect(new Set(written.map(({ state }) => state))).toEqual(new Set(['accepted']))
    // After a start all of them are looked for again, and stay as they are.
    const again = await write({ deciders: new Map(), isFirst: true })
    expect(again.took).toBeLessThan(4_000)
    expect(await rows()).toEqual(written)
  })
})
