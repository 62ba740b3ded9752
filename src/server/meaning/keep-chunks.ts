import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import type { Embedder } from '@/server/embedder/embedder'
import type { Log } from '@/server/log'
import { forOperator } from '@/server/operator'
import { onIndexed } from '@/server/search/indexed-pages'
import { ChangedPages } from './changed-pages'
import type { EarlierVectors } from './earlier-vectors'
import { embedPage, pagesDue } from './embed-page'
import type { ResidentVectors } from './resident-vectors'

/** Nobody has written on for this long … */
const QUIET_MS = 1_000
/** … or somebody has for this long without a rest. */
const AT_LATEST_MS = 10_000
/** When it is looked for pages that were missed: after the start, and after each look. */
const LOOK_AGAIN_MS = 30_000
const LOOK_EVERY_MS = 10 * 60_000
/** A model that cannot be asked is asked again after this, then after twice as long … */
const RETRY_MS = 60_000
const LONGEST_RETRY_MS = 15 * 60_000
const PAGES_AT_ONCE = 50

interface Deps {
  db: Db
  log: Log
  embedder: Embedder
  resident: ResidentVectors
  earlier: EarlierVectors
}

/**
 * Keeps the vectors of pages up with what they say, one page after the other, in the background: pages that have just changed, pods in turn,
 * and what an import, a restored backup, an older version or another model has left to do. Starts no model where nothing is due. The result
 * stops it and waits for what is under way.
 */
export function keepChunks({ db, log, embedder, resident, earlier }: Deps): () => Promise<void> {
  const stopped = new AbortController()
  const { signal } = stopped
  /** Those that have just changed. */
  const changed = new ChangedPages((ids) => podsOf(db, ids))
  /** What the model could not read; it is left alone until the next start or its next change. */
  const hopeless = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | null = null
  let retryMs = RETRY_MS

  const wakeAt = (at: number) => {
    if (signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(start, Math.max(0, at - Date.now()))
    timer.unref()
  }
  const start = () => {
    working ??= forOperator(work).finally(() => {
      working = null
    })
  }
  const unsubscribe = onIndexed(db, (id) => {
    const now = Date.now()
    const since = changed.note(id, now)
    hopeless.delete(id)
    if (working === null && retryMs === RETRY_MS)
      wakeAt(Math.min(now + QUIET_MS, Math.max(now, since + AT_LATEST_MS)))
  })

  const work = async () => {
    let count = 0
    try {
      for (;;) {
        const next = await nextPage()
        if (next === null || signal.aborted) break
        const done = await embedOne(next)
        if (done) count += 1
      }
      retryMs = RETRY_MS
      wakeAt(Date.now() + (changed.size > 0 ? QUIET_MS : LOOK_EVERY_MS))
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error }, 'pages could not be read by the embedding model; it is tried again')
      wakeAt(Date.now() + retryMs)
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
    }
    if (count > 0) log.info({ pages: count }, 'pages were made to be found by meaning')
  }

  let due: string[] = []
  let lookedAt = Date.now()
  const nextDue = async (): Promise<string | null> => {
    const left = () => due.filter((id) => !hopeless.has(id))
    due = left()
    if (due.length === 0) {
      lookedAt = Date.now()
      due = await pagesDue(db, embedder.model, PAGES_AT_ONCE + hopeless.size)
      due = left()
    }
    return due.shift() ?? null
  }
  let isForDue = false
  /** What has just changed, and in turn with it what was missed. */
  const nextPage = async (): Promise<string | null> => {
    isForDue = !isForDue && (due.length > 0 || Date.now() - lookedAt > LOOK_AGAIN_MS)
    if (isForDue) return (await nextDue()) ?? changed.take()
    return (await changed.take()) ?? nextDue()
  }

  const embedOne = async (id: string): Promise<boolean> => {
    const page = await embedPage(db, embedder, id, signal).catch((error) => {
      if (signal.aborted || !isOfThePage(error)) throw error
      log.warn({ err: error, documentId: id }, 'a page could not be read by the embedding model')
      hopeless.add(id)
      return null
    })
    if (page) {
      await resident.put(id, page.chunks)
      await earlier.forget(id)
    }
    return page !== null
  }

  wakeAt(Date.now() + LOOK_AGAIN_MS)
  return async () => {
    stopped.abort(new Error('The server stops.'))
    unsubscribe()
    clearTimeout(timer)
    await working
  }
}

/** In which pod each of these pages is. */
async function podsOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const pods = new Map<string, string>()
  await inChunks([...ids], async (chunk) => {
    const rows = await db.selectFrom('document').select(['id', 'pod_id']).where('id', 'in', chunk).execute()
    for (const { id, pod_id } of rows) pods.set(id, pod_id)
  })
  return pods
}

/** Is it this page, and not the model, that makes the trouble? */
const isOfThePage = (error: unknown): boolean =>
  error instanceof SyntaxError ||
  // A worker answers with what it failed of behind it.
  (error instanceof Error && error.cause instanceof SyntaxError) ||
  (error as { code?: unknown } | null)?.code === 'too-large'
