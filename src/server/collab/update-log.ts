import type { Db } from '@/server/db/db'
import { isDiskFull } from '@/server/disk-full'
import { isConstraintError } from '@/server/errors'
import type { Log } from '@/server/log'
import { AppError } from '@/shared/errors'
import { type Claim, type ClaimOf, storeClaims, storeWithdrawn } from './page-authors'

/** Thrown by {@link UpdateLog.append}: nothing was stored. */
export class AppendError extends Error {
  constructor(
    readonly refusal: 'disk-full' | 'not-found' | 'unavailable',
    cause: unknown,
  ) {
    super('The edit was not stored', { cause })
    this.name = 'AppendError'
  }
}

class NoAnswer extends Error {
  override name = 'NoAnswer'
  constructor() {
    super('the database gives no answer')
  }
}

interface Row {
  document_id: string
  user_id: string | null
  data: Uint8Array
  created_at: string
  is_review: 0 | 1
}

interface Waiting {
  documentId: string
  /** The edit; none where only something about client ids is written down. */
  row: Row | null
  claim: ClaimOf | null
  withdrawn: ReadonlyMap<number, number> | null
  within: ((trx: Db) => Promise<void>) | null
  stored: (id: number) => void
  done: (id: number) => void
  failed: (error: AppError | AppendError) => void
}

/** One statement holds at most this much, so that a burst neither exceeds bound values nor memory. */
const BATCH_ROWS = 1000
const BATCH_BYTES = 16 * 1024 * 1024
/** … and this number of client ids whose words are withdrawn. */
const BATCH_WITHDRAWN = 1000

/**
 * How long a batch may take. A database whose host is gone without a word answers only when the network gives up, after a quarter of an hour,
 * and all pages would wait for that.
 */
const PATIENCE_MS = 30_000
/** With this many batches that were given up and not answered yet, nothing more is asked: each of them holds a connection. */
const MOST_UNANSWERED = 3

/**
 * The durable log of edits. Edits that come while one batch is being written go together in the next: one statement,
 * which the database writes whole or not at all and has on its disk when it answers.
 */
export class UpdateLog {
  private waiting: Waiting[] = []
  private writing: Promise<void> | null = null
  private readonly patienceMs: number
  private readonly onLate: (documentIds: readonly string[]) => void
  /** Batches that were given up and may yet be stored. */
  private unanswered = 0
  appended = 0
  failures = 0

  constructor(
    private readonly db: Db,
    private readonly log: Log,
    {
      patienceMs = PATIENCE_MS,
      onLate = () => undefined,
    }: {
      patienceMs?: number
      /** Told of pages for which something was stored after it had been refused, as no answer came in time. */
      onLate?: (documentIds: readonly string[]) => void
    } = {},
  ) {
    this.patienceMs = patienceMs
    this.onLate = onLate
  }

  /** Edits that are not on the disk yet. */
  get queued(): number {
    return this.waiting.length
  }

  /**
   * Stores one edit, together with the client ids that it claims for its sender, and gives its number. Resolves when both
   * are on the disk; throws {@link AppendError}. Edits are stored in the order in which they are handed in, and `stored` is called in
   * that order before anything else goes on: what it applies is applied in the order of the log. It must not throw.
   *
   * `within` runs in the transaction that stores the edit, so that both happen or neither; the `AppError` that it throws is thrown.
   * The log waits for it: it has to be short. `isReview`: it says where a comment stands, and nobody has edited the page by it.
   */
  append(
    documentId: string,
    userId: string | null,
    data: Uint8Array,
    {
      claim,
      stored = () => undefined,
      within = null,
      isReview = false,
    }: {
      claim?: Claim
      stored?: (id: number) => void
      within?: ((trx: Db) => Promise<void>) | null
      isReview?: boolean
    } = {},
  ): Promise<number> {
    return new Promise((done, failed) => {
      const created_at = new Date().toISOString()
      this.handIn({
        documentId,
        row: { document_id: documentId, user_id: userId, data, created_at, is_review: isReview ? 1 : 0 },
        within,
        claim: claim?.clients.length && userId !== null ? { documentId, userId, claim } : null,
        withdrawn: null,
        stored,
        done,
        failed,
      })
    })
  }

  /** Stores, without an edit, that these client ids are this person's. Resolves when that is on the disk; throws {@link AppendError}. */
  claim(documentId: string, userId: string, claim: Claim): Promise<void> {
    return this.note(documentId, { claim: { documentId, userId, claim }, withdrawn: null })
  }

  /** Stores from which clocks on the words of these client ids are withdrawn. Resolves when that is on the disk; throws {@link AppendError}. */
  withdraw(documentId: string, withdrawn: ReadonlyMap<number, number>): Promise<void> {
    return this.note(documentId, { claim: null, withdrawn })
  }

  private note(documentId: string, what: Pick<Waiting, 'claim' | 'withdrawn'>): Promise<void> {
    return new Promise((resolve, failed) => {
      const done = () => resolve()
      this.handIn({ documentId, row: null, ...what, within: null, stored: () => undefined, done, failed })
    })
  }

  private handIn(waiting: Waiting): void {
    this.waiting.push(waiting)
    this.writing ??= this.writeAll()
  }

  /** Resolves when everything that was handed in is stored or refused. */
  async settled(): Promise<void> {
    while (this.writing) await this.writing
  }

  private async writeAll(): Promise<void> {
    do {
      // Lets everything that arrived in this turn of the event loop into the batch, and everybody else go on in between.
      await new Promise((resolve) => setImmediate(resolve))
      await this.write(this.takeBatch())
    } while (this.waiting.length > 0)
    this.writing = null
  }

  private takeBatch(): Waiting[] {
    let bytes = 0
    let count = 0
    let withdrawals = 0
    for (const { row, within, withdrawn } of this.waiting) {
      bytes += row?.data.byteLength ?? 0
      withdrawals += withdrawn?.size ?? 0
      const isFull = count >= BATCH_ROWS || bytes > BATCH_BYTES || withdrawals > BATCH_WITHDRAWN
      if (count > 0 && (isFull || within)) break
      count++
      // What else happens with it may fail, and must not take the edits of others along.
      if (within) break
    }
    return this.waiting.splice(0, count)
  }

  private async write(batch: Waiting[]): Promise<void> {
    try {
      const ids = await this.insertInTime(batch)
      for (const { row } of batch) if (row) this.appended++
      batch.forEach((waiting, i) => {
        waiting.stored(ids[i] as number)
      })
      batch.forEach((waiting, i) => {
        waiting.done(ids[i] as number)
      })
    } catch (error) {
      // One page that was deleted meanwhile must not refuse the edits of others. Any other error would meet each of
      // them as well: a thousand more questions to a database in trouble.
      if (batch.length > 1 && isConstraintError(error)) {
        for (const waiting of batch) await this.write([waiting])
        return
      }
      if (batch[0]?.within && error instanceof AppError) return batch[0].failed(error)
      await this.refuse(batch, error)
    }
  }

  private async insertInTime(batch: Waiting[]): Promise<(number | undefined)[]> {
    if (this.unanswered >= MOST_UNANSWERED) throw new NoAnswer()
    const inserted = this.insert(batch)
    try {
      return await this.inTime(inserted)
    } catch (error) {
      if (error instanceof NoAnswer) {
        this.unanswered++
        const isOver = () => void this.unanswered--
        inserted
          .then(() => this.onLate([...new Set(batch.map(({ documentId }) => documentId))]))
          .then(isOver, isOver)
      }
      throw error
    }
  }

  private async inTime<T>(answer: Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new NoAnswer()), this.patienceMs)
    })
    try {
      return await Promise.race([answer, late])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Gives the numbers of the edits, each in the place of its edit; what is no edit has none. */
  private async insert(batch: Waiting[]): Promise<(number | undefined)[]> {
    const claims = batch.flatMap(({ claim }) => claim ?? [])
    const isWithdrawing = batch.some(({ withdrawn }) => withdrawn)
    const rows = batch.flatMap(({ row }) => row ?? [])
    const within = batch[0]?.within
    const isAlone = claims.length === 0 && !isWithdrawing && !within
    const ids = await (isAlone
      ? insertRows(this.db, rows)
      : this.db.transaction().execute(async (trx) => {
          await within?.(trx)
          if (claims.length > 0) await storeClaims(trx, claims)
          for (const { documentId, withdrawn } of batch)
            if (withdrawn) await storeWithdrawn(trx, documentId, withdrawn)
          return insertRows(trx, rows)
        }))
    const next = ids.values()
    return batch.map(({ row }) => (row ? next.next().value : undefined))
  }

  private async refuse(batch: Waiting[], error: unknown): Promise<void> {
    const refusal = isDiskFull(error) ? 'disk-full' : (await this.isGone(batch)) ? 'not-found' : 'unavailable'
    if (refusal !== 'not-found') {
      this.failures++
      this.log.error({ err: error, edits: batch.length }, 'edits were not stored; nothing was acknowledged')
    }
    for (const waiting of batch) waiting.failed(new AppendError(refusal, error))
  }

  private async isGone([first]: Waiting[]): Promise<boolean> {
    if (!first) return false
    try {
      const query = this.db.selectFrom('document').select('id').where('id', '=', first.documentId)
      return (await this.inTime(query.executeTakeFirst())) === undefined
    } catch {
      // The database cannot even be asked: that is the error which is reported.
      return false
    }
  }
}

async function insertRows(db: Db, rows: readonly Row[]): Promise<number[]> {
  if (rows.length === 0) return []
  const stored = await db.insertInto('document_update').values(rows).returning('id').execute()
  return stored.map(({ id }) => id).sort((a, b) => a - b)
}
