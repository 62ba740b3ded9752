import { setImmediate } from 'node:timers/promises'
import { PostgresAdapter, sql } from 'kysely'
import type { Db } from '@/server/db/db'
import type { Log } from '@/server/log'
import { readLinks } from './links-in'
import { CURRENT_LINKS, indexLinks, onLinked } from './page-links'

const AT_ONCE = 50
/** As long as one transaction goes on with the next page, in milliseconds. */
const TOGETHER_MS = 15

/** How long until it is looked again for pages that came in another way, such as from a backup. */
const AGAIN_MS = 60_000

/** Links are told when they are stored: the transaction ends a moment after they were read, on a busy machine a while after. */
const TOLD_AFTER_MS = [400, 4_000]

interface Deps {
  db: Db
  log: Log
  /** Tells everybody who has one of the pages open that something beside its content has changed. */
  tellChanged(documentIds: readonly string[]): void
}

/**
 * Keeps the table of links whole beside the running server, and tells the pages to which links have come or gone. The result stops it and
 * waits for what is under way.
 */
export function keepLinksFilled({ db, log, tellChanged }: Deps): () => Promise<void> {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let working = Promise.resolve()
  const telling = new Set<ReturnType<typeof setTimeout>>()
  const stopListening = onLinked(db, (ids) => {
    for (const ms of TOLD_AFTER_MS) {
      const tell = setTimeout(() => {
        telling.delete(tell)
        tellChanged(ids)
      }, ms)
      tell.unref()
      telling.add(tell)
    }
  })
  const work = async () => {
    try {
      const count = await fillLinks(db, () => isStopped)
      if (count > 0) log.info({ pages: count }, 'the links of pages were read')
    } catch (error) {
      if (!isStopped) log.error({ err: error }, 'the links of pages could not be read; it is tried again')
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
    stopListening()
    for (const tell of telling) clearTimeout(tell)
    clearTimeout(timer)
    await working
  }
}

/** Reads the links of every page that this version has not read; gives their number. */
export async function fillLinks(db: Db, isStopped: () => boolean = () => false): Promise<number> {
  let count = 0
  let after = ''
  while (!isStopped()) {
    const { rows } = await sql<{ id: string }>`
      select document.id from document left join link_page on link_page.document_id = document.id
      where document.id > ${after} and (link_page.digest is null or link_page.digest not like ${`${CURRENT_LINKS}%`})
      order by document.id limit ${AT_ONCE}`.execute(db)
    for (let at = 0; at < rows.length; ) {
      if (isStopped()) return count
      const done = await fillSome(db, rows.slice(at))
      at += done
      count += done
      // Others have their turn between two transactions.
      await setImmediate()
    }
    const last = rows.at(-1)
    if (!last) break
    after = last.id
  }
  return count
}

/**
 * Reads the links of the first of these pages, in one transaction for as many as fit into a moment: on SQLite each commit waits for the disk.
 * On PostgreSQL each page has its own, so that two that are at it can never wait for each other. Gives for how many.
 */
function fillSome(db: Db, rows: readonly { id: string }[]): Promise<number> {
  const isAlone = db.getExecutor().adapter instanceof PostgresAdapter
  return db.transaction().execute(async (trx) => {
    const began = performance.now()
    let done = 0
    for (const { id } of rows) {
      let query = trx.selectFrom('document').select('content_rich').where('id', '=', id)
      // So that an edit that is projected meanwhile comes after this, not under it.
      if (isAlone) query = query.forUpdate()
      const page = await query.executeTakeFirst()
      if (page) await indexLinks(trx, id, readLinks(page.content_rich))
      done += 1
      if (isAlone || performance.now() - began > TOGETHER_MS) break
    }
    return done
  })
}
