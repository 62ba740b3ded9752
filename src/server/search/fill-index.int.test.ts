import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addPage } from '@test/collab-host'
import { countedTurns } from '@test/counted-turns'
import { freshDatabase } from '@test/postgres'
import { onEachDatabase } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDb } from '@/server/db/db'
import { newId } from '@/shared/ids'
import { cutWords } from './cut-words'
import { fillIndex } from './fill-index'
import { onIndexed } from './indexed-pages'
import { learnAll } from './learn-words'
import { variantsOf } from './terms'

test('PostgreSQL knows of very many pages as soon as they are in the index', async () => {
  const fresh = await freshDatabase()
  const { db } = await openDb({ databaseUrl: fresh.url, dataDir: '' })
  try {
    const id = await addPage(db)
    const page = await db.selectFrom('document').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    for (let at = 0; at < 500; at += 100) {
      const copies = Array.from({ length: 100 }, (_, n) => ({ ...page, id: `${id}-${at + n}` }))
      await db.insertInto('document').values(copies).execute()
    }
    expect(await fillIndex(db)).toBe(501)
    const { rows } = await sql`
      select relname, reltuples from pg_class where relname in ('document', 'search_page') order by 1`.execute(
      db,
    )
    expect(rows).toEqual([
      { relname: 'document', reltuples: 501 },
      { relname: 'search_page', reltuples: 501 },
    ])
  } finally {
    await db.destroy()
    await fresh.drop()
  }
})

onEachDatabase('words in the background', (database) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sheaf-words-'))
  let db: Db
  beforeAll(async () => {
    db = (await openDb({ databaseUrl: database.env.DATABASE_URL ?? null, dataDir })).db
  })
  afterAll(async () => {
    await db?.destroy()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Different words of this many letters. */
  const madeUp = (count: number, letters: number) =>
    Array.from({ length: count }, (_, at) =>
      [...String(at).padStart(letters, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join(''),
    )
  const pageOf = async (text: string) => {
    const id = await addPage(db)
    await db.updateTable('document').set({ plain_text: text }).where('id', '=', id).execute()
    return id
  }
  const isLearned = async (id: string) => {
    const { rows } = await sql<{ is_learned: number }>`
      select is_learned from search_page where document_id = ${id}`.execute(db)
    return rows[0]?.is_learned
  }

  test('R67 the many new words of a page are learned a few at a time, between which others have their turn, and not without end', async () => {
    const id = await pageOf(madeUp(6_000, 20).join(' '))
    const { result, turns } = await countedTurns(() => fillIndex(db))
    expect(result).toBe(1)
    expect(turns).toBeGreaterThan(20)
    const { rows } = await sql<{ terms: number | string }>`
      select count(*) as terms from search_term where variant = term`.execute(db)
    expect(Number(rows[0]?.terms)).toBe(4_000)
    expect(await isLearned(id)).toBe(1)
    expect(await fillIndex(db)).toBe(0)
  })

  test('R67 of two pods whose pages wait, each has its turn, and what is not done when it is stopped is done later', async () => {
    const words = madeUp(500, 12)
    const first = await pageOf(words.join(' '))
    const row = await db.selectFrom('document').selectAll().where('id', '=', first).executeTakeFirstOrThrow()
    const copies = Array.from({ length: 5 }, () => ({ ...row, id: `0${newId()}` }))
    await db.insertInto('document').values(copies).execute()
    const other = await pageOf(words.join(' ').replaceAll('a', 'k'))
    await db
      .updateTable('document')
      .set({ id: `z${other}` })
      .where('id', '=', other)
      .execute()
    const order: string[] = []
    const stop = onIndexed(db, (id) => order.push(id))
    await fillIndex(db, { isStopped: () => order.length > 1, isWanted: () => false })
    expect(order).toContain(`z${other}`)
    expect(await fillIndex(db)).toBe(6)
    stop()
    expect(await isLearned(`z${other}`)).toBe(1)
    expect(new Set(order).size).toBe(7)
  })

  test('R67 a page that cannot be indexed keeps no other one waiting, and is told', async () => {
    const bad = await pageOf('ordinary words')
    const good = await pageOf('ordinary words')
    const refuses = database.env.DATABASE_URL
      ? [
          `create function refuse() returns trigger language plpgsql as $$ begin
            if new.document_id = '${bad}' then raise exception 'refused'; end if; return new; end $$`,
          'create trigger refuse before insert on search_page for each row execute function refuse()',
        ]
      : [
          `create trigger refuse before insert on search_page when new.document_id = '${bad}'
            begin select raise(abort, 'refused'); end`,
        ]
    for (const statement of refuses) await sql.raw(statement).execute(db)
    const failed = new Set<string>()
    const filling = () => fillIndex(db, { isStopped: () => false, isWanted: () => false }, failed)
    await expect(filling()).rejects.toThrow(`The page ${bad} could not be indexed`)
    expect([await isLearned(bad), await isLearned(good)]).toEqual([undefined, 1])
    // The next time it comes after the others.
    const order: string[] = []
    const later = await pageOf('other words')
    const stop = onIndexed(db, (id) => order.push(id))
    await expect(filling()).rejects.toThrow(bad)
    expect([order, [...failed]]).toEqual([[later], [bad]])
    await sql.raw(`drop trigger refuse${database.env.DATABASE_URL ? ' on search_page' : ''}`).execute(db)
    expect(await filling()).toBe(1)
    stop()
    expect([await isLearned(bad), failed.size]).toEqual([1, 0])
  })

  test('a word is learned whole or not at all, wherever learning is stopped', async () => {
    const words = madeUp(300, 3).map((end) => `lmnopqrstu${end}`)
    const page = cutWords({ title: '', text: words.join(' ') })
    const partsLearned = async () => {
      const { rows } = await sql<{ term: string; parts: number | string }>`
        select term, count(*) as parts from search_term
        where term in (${sql.join(words)}) group by term`.execute(db)
      return rows.map(({ term, parts }) => [term, Number(parts)] as const)
    }
    for (let steps = 2; steps < 5; steps++) {
      let asked = 0
      expect(await learnAll(db, page, { isStopped: () => ++asked > steps, isWanted: () => false })).toBe(
        false,
      )
      const learned = await partsLearned()
      expect(learned.length).toBeGreaterThan(0)
      for (const [term, parts] of learned) expect([term, parts]).toEqual([term, variantsOf(term).length])
    }
    expect(await learnAll(db, page, { isStopped: () => false, isWanted: () => false })).toBe(true)
    expect(new Map(await partsLearned())).toEqual(
      new Map(words.map((word) => [word, variantsOf(word).length])),
    )
  })
})
