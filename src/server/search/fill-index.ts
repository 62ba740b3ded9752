import { setImmediate } from 'node:timers/promises'
import { PostgresAdapter, sql } from 'kysely'
import type { Db } from '@/server/db/db'
import type { Log } from '@/server/log'
import { CURRENT_DIGEST, type CutWords, cutWordsInTurns } from './cut-words'
import { engineOf } from './engine'
import { indexPage } from './index-page'
import { learnAll, type Pace } from './learn-words'
import { pruneTerms } from './prune-terms'

/** Pages that are listed at once, and in all before some of them are filled. */
const LISTED_AT_ONCE = 500
const MOST_LISTED = 20_000
/** After so long, in milliseconds, it is looked who else waits. */
const LONGEST_MS = 10_000
/** As many pages written at once change how the database does best. */
const VERY_MANY = 500
/** Pages that cannot be indexed, one after the other, and keep no other one waiting. */
const MOST_FAILED = 10

/** How long until it is looked again for pages with many new words. */
const AGAIN_MS = 30_000
/** How long until it is looked again for words that are on no page any more. */
const PRUNED_EVERY_MS = 24 * 3600_000

/**
 * Keeps the index whole beside the running server: pages of a restored backup or an older version are indexed at once,
 * the many new words of a long page a little later; once a day words that nobody uses are forgotten. While people have work for the server (`isWanted`), it rests in between. The result stops it and waits for what is under way.
 */
export function keepIndexFilled(
  db: Db,
  log: Log,
  isWanted: () => boolean = () => false,
): () => Promise<void> {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let working = Promise.resolve()
  // Not right at the start, when there is enough to do.
  let pruneAt = Date.now() + AGAIN_MS
  const failed = new Set<string>()
  const work = async () => {
    const failing = (error: unknown) => {
      if (!isStopped) log.error({ err: error }, 'the search index could not be filled; it is tried again')
    }
    try {
      const count = await fillIndex(db, { isStopped: () => isStopped, isWanted }, failed)
      if (count > 0) log.info({ pages: count }, 'pages were indexed for the search')
    } catch (error) {
      failing(error)
    }
    try {
      if (!isStopped && Date.now() >= pruneAt) {
        pruneAt = Date.now() + PRUNED_EVERY_MS
        const terms = await pruneTerms(db, () => isStopped)
        if (terms > 0) log.info({ terms }, 'words that are on no page were forgotten by the search')
      }
    } catch (error) {
      failing(error)
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

const ALONE: Pace = { isStopped: () => false, isWanted: () => false }

/**
 * Indexes every page that is not in the index as this version would write it, and learns its words; gives the number of pages. Pods take
 * turns, so that the many pages of one keep no other one waiting. Pages that cannot be indexed are noted in `failed`, come after all others
 * the next time, and throw in the end.
 */
export async function fillIndex(db: Db, pace: Pace = ALONE, failed = new Set<string>()): Promise<number> {
  const again = new Set(failed)
  const { first, ...failures } = failuresIn(failed)
  const turns: Turns = { served: new Map(), count: 0, ...failures }
  let count = 0
  for (let isLeft = true; isLeft && !pace.isStopped(); ) {
    isLeft = false
    for (let after = ''; !pace.isStopped(); ) {
      const { pages, last } = await pagesWaiting(db, after)
      const next = pages.filter(({ id }) => !failed.has(id))
      const filled = await fillInTurn(db, next, pace, turns)
      count += filled
      isLeft ||= filled < next.length
      if (last === null) break
      after = last
    }
  }
  for (const id of again) count += await fillInTurn(db, [{ id, pod: id }], pace, turns)
  if (count >= VERY_MANY) await engineOf(db).settle(db)
  if (first() !== undefined) throw first()
  return count
}

interface Waiting {
  id: string
  pod: string
}

/** The number of the turn that each pod had last. */
interface Turns {
  served: Map<string, number>
  count: number
  worked(id: string): void
  /** Throws the error when `MOST_FAILED` fail one after the other: then it is rather the database that does not answer. */
  broke(id: string, error: unknown): void
}

/** Notes pages that cannot be indexed in `failed`. */
function failuresIn(failed: Set<string>): Pick<Turns, 'worked' | 'broke'> & { first(): unknown } {
  let first: unknown
  let inARow = 0
  return {
    worked(id) {
      failed.delete(id)
      inARow = 0
    },
    broke(id, error) {
      // At the end of the list, so that each comes to its turn.
      failed.delete(id)
      failed.add(id)
      first ??= new Error(`The page ${id} could not be indexed.`, { cause: error })
      if (++inARow >= MOST_FAILED) throw error
    },
    first: () => first,
  }
}

/** Pages that have to be looked at, by id; `last`: behind which there may be more. */
async function pagesWaiting(db: Db, after: string): Promise<{ pages: Waiting[]; last: string | null }> {
  const pages: Waiting[] = []
  for (let from = after; ; ) {
    const { rows } = await sql<Waiting>`
      select document.id, document.pod_id as pod from document
      left join search_page on search_page.document_id = document.id
      where document.id > ${from}
        and (search_page.digest is null or search_page.digest not like ${`${CURRENT_DIGEST}%`}
          or search_page.is_learned = 0)
      order by document.id limit ${LISTED_AT_ONCE}`.execute(db)
    pages.push(...rows)
    const last = rows.at(-1)?.id
    if (last === undefined || rows.length < LISTED_AT_ONCE) return { pages, last: null }
    if (pages.length >= MOST_LISTED) return { pages, last }
    from = last
    await setImmediate()
  }
}

/** Fills these pages, one of each pod after the other, the pod first whose turn was longest ago; for a while. Gives for how many. */
async function fillInTurn(db: Db, pages: readonly Waiting[], pace: Pace, turns: Turns): Promise<number> {
  const ends = performance.now() + LONGEST_MS
  const pods = [...Map.groupBy(pages, ({ pod }) => pod)].sort(
    ([a], [b]) => (turns.served.get(a) ?? -1) - (turns.served.get(b) ?? -1),
  )
  let filled = 0
  for (let round = 0; filled < pages.length; round++)
    for (const [pod, own] of pods) {
      const page = own[round]
      if (!page) continue
      if (pace.isStopped() || (filled > 0 && performance.now() > ends)) return filled
      turns.served.set(pod, turns.count++)
      try {
        await fillPage(db, page.id, pace)
        turns.worked(page.id)
      } catch (error) {
        turns.broke(page.id, error)
      }
      filled += 1
      // Others have their turn between two pages.
      await setImmediate()
    }
  return filled
}

async function fillPage(db: Db, id: string, pace: Pace): Promise<void> {
  const page = await readPage(db, id)
  if (!page) return
  const cut = await cutWordsInTurns(page)
  if (pace.isStopped() || (page.digest !== cut.digest && !(await index(db, id, page, cut)))) return
  if (!(await learnAll(db, cut, pace))) return
  // An edit that came meanwhile has other words.
  await sql`update search_page set is_learned = 1
    where document_id = ${id} and digest = ${cut.digest} and is_learned = 0`.execute(db)
}

interface PageRow {
  title: string
  text: string
  editedAt: string
  digest: string | null
}

async function readPage(db: Db, id: string): Promise<PageRow | undefined> {
  const { rows } = await sql<PageRow>`
    select document.title, plain_text as text, updated_at as "editedAt", digest
    from document left join search_page on search_page.document_id = document.id
    where document.id = ${id}`.execute(db)
  return rows[0]
}

/** Answers false when the page has changed since it was read: then it is indexed with its new words. */
function index(db: Db, id: string, read: PageRow, cut: CutWords): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    let query = trx.selectFrom('document').select(['title', 'plain_text', 'updated_at']).where('id', '=', id)
    // So that an edit that is projected meanwhile comes after this, not under it.
    if (trx.getExecutor().adapter instanceof PostgresAdapter) query = query.forUpdate()
    const page = await query.executeTakeFirst()
    if (page?.title !== read.title || page.plain_text !== read.text) return false
    await indexPage(trx, id, { title: read.title, text: read.text, editedAt: page.updated_at, cut })
    return true
  })
}
