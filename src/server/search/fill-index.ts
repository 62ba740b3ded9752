import { setImmediate } from 'node:timers/promises'
import { PostgresAdapter, sql } from 'kysely'
import type { Db } from '@/server/db/db'
import type { Log } from '@/server/log'
import { CURRENT_DIGEST } from './cut-words'
import { engineOf } from './engine'
import { indexPage } from './index-page'
import { pruneTerms } from './prune-terms'

const AT_ONCE = 50
/** As many pages written at once change how the database does best. */
const VERY_MANY = 500

/** How long until it is looked again for pages with many new words. */
const AGAIN_MS = 30_000
/** How long until it is looked again for words that are on no page any more. */
const PRUNED_EVERY_MS = 24 * 3600_000

/**
 * Keeps the index whole beside the running server: pages of a restored backup or an older version are indexed at once,
 * the many new words of a long page a little later; once a day words that nobody uses are forgotten. The result stops it and waits for what is under way.
 */
export function keepIndexFilled(db: Db, log: Log): () => Promise<void> {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let working = Promise.resolve()
  // Not right at the start, when there is enough to do.
  let pruneAt = Date.now() + AGAIN_MS
  const work = async () => {
    try {
      const count = await fillIndex(db, () => isStopped)
      if (count > 0) log.info({ pages: count }, 'pages were indexed for the search')
      if (Date.now() >= pruneAt) {
        pruneAt = Date.now() + PRUNED_EVERY_MS
        const terms = await pruneTerms(db, () => isStopped)
        if (terms > 0) log.info({ terms }, 'words that are on no page were forgotten by the search')
      }
    } catch (error) {
      if (!isStopped) log.error({ err: error }, 'the search index could not be filled; it is tried again')
    }
    if (isStopped) return
    timer = setTimeout(start, AGAIN_MS)
    timer.unref()
  }
  const start = () => {
    working = work()
  }
  start()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await working
  }
}

/** Indexes every page that is not in the index as this version would write it; gives their number. */
export async function fillIndex(db: Db, isStopped: () => boolean = () => false): Promise<number> {
  let count = 0
  let after = ''
  while (!isStopped()) {
    const { rows } = await sql<{ id: string }>`
      select document.id from document
      left join search_page on search_page.document_id = document.id
      where document.id > ${after}
        and (search_page.digest is null or search_page.digest not like ${`${CURRENT_DIGEST}%`}
          or search_page.is_learned = 0)
      order by document.id limit ${AT_ONCE}`.execute(db)
    for (const { id } of rows) {
      if (isStopped()) return count
      await fillPage(db, id)
      count += 1
      // Others have their turn between two pages.
      await setImmediate()
    }
    const last = rows.at(-1)
    if (!last) break
    after = last.id
  }
  if (count >= VERY_MANY) await engineOf(db).settle(db)
  return count
}

function fillPage(db: Db, id: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    let query = trx.selectFrom('document').select(['title', 'plain_text', 'updated_at']).where('id', '=', id)
    // So that an edit that is projected meanwhile comes after this, not under it.
    if (trx.getExecutor().adapter instanceof PostgresAdapter) query = query.forUpdate()
    const page = await query.executeTakeFirst()
    if (!page) return
    const words = { title: page.title, text: page.plain_text, editedAt: page.updated_at }
    await indexPage(trx, id, words, { everything: true })
  })
}
