import type { Document } from '@hocuspocus/server'
import * as Y from 'yjs'
import { weightOf } from '@/document'
import type { Db } from '@/server/db/db'
import type { SharedWork } from '@/server/workers/job-queue'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { askPage, LONG } from './ask-page'
import { packState } from './packed-state'
import type { NewsDeps, PageNews } from './page-news'
import type { FoldedRows, PageRows } from './page-rows'
import { bytesOf, readStored } from './page-store'

interface Page {
  document: Document
  rows: PageRows
  news: PageNews
}

/**
 * Folds the log of a live page into a snapshot that is yet to be stored; null when the page is gone. What a short page holds, and reads like
 * where that is behind, is taken in the turn in which this is called. `isLong`: a worker does it (`PageNews.isLong`).
 */
export const foldRows = (page: Page, isLong: boolean, deps: NewsDeps): Promise<FoldedRows | null> =>
  isLong ? foldStored(page, deps) : foldDocument(page, deps)

async function foldDocument({ document, rows, news }: Page, deps: NewsDeps): Promise<FoldedRows> {
  const { mark, grownBytes, come } = rows
  const ids = [...rows.ids]
  const state = deps.charge([news.author], () => Y.encodeStateAsUpdate(document))
  const projection = news.isBehind ? news.readHere() : null
  const size = { bytes: state.byteLength, weight: deps.charge([news.author], () => weightOf(document)) }
  return { packed: await packState(state), size, ids, mark, projection, grownBytes, come }
}

/** By a worker, from what is stored, which is all that the document holds. */
async function foldStored({ document, rows, news }: Page, { db }: NewsDeps): Promise<FoldedRows | null> {
  const { grownBytes, come } = rows
  const own = [...rows.ids]
  const stored = await readStored(db, document.name)
  if (!stored) return null
  const folded = await askPage('fold', { stored: bytesOf(stored) }, LONG, news.work, news.signal)
  const unread = new Set(folded.unread)
  const left = new Set(stored.rows.filter((_, at) => unread.has(at)).map(({ id }) => id))
  // What this server has stored and is not there any more has been folded by another one.
  const ids = [...new Set([...own, ...stored.rows.map(({ id }) => id)])].filter((id) => !left.has(id))
  return { ...folded, ids, mark: stored.mark, grownBytes, come }
}

/** Has a worker measure what the page takes up, from what is stored when its turn has come. Throws like `askPage`. */
export async function measureRows(
  rows: PageRows,
  documentId: string,
  db: Db,
  work: SharedWork,
  signal: AbortSignal,
): Promise<void> {
  let { come } = rows
  const job = async () => {
    // Before it is read: what is stored meanwhile is counted beside it.
    come = rows.come
    const stored = await readStored(db, documentId)
    if (!stored) throw new AppError('not-found', t('This page does not exist.'))
    return { stored: bytesOf(stored) }
  }
  rows.measured(await askPage('measure', job, LONG, work, signal), come)
}
