import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { visiblePages } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'
import { WorkerPool } from '@/server/workers/worker-pool'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { type Place, placeWork } from './place-work'
import { cutAround, findTerms, type SoughtTerm } from './snippet'

type Work = typeof placeWork

/** Bytes of blocks up to which a page is looked through at once: asking a worker would take longer. */
const SHORT = 65_536
/** Characters of long pages that are looked through for one question; of the others what was found shows the beginning. */
const MOST_CHARACTERS = 20_000_000
/** Characters of a page's beginning. */
const BEGINNING = 400

const pool = new WorkerPool<Work>({
  name: 'place-worker',
  source: 'features/search/server/place-worker.ts',
  atOnce: 1,
  mostWaiting: 100,
  mostWaitingEach: 10,
  mostMs: 60_000,
  get tooHard() {
    return t('This page is too large to be shown here.')
  },
})

/** The blocks of a found page, in the words of the database; null for a long one, which is read when its turn comes. */
export const SHORT_BLOCKS = sql`case when octet_length(document.content_rich) <= ${sql.lit(SHORT)} then document.content_rich end`

/** A page that was found; `content_rich` as `SHORT_BLOCKS`. */
export interface FoundPage {
  id: string
  content_rich: string | null
}

/**
 * Looks through the pages that were found for one question of a person, one after the other, with a turn for others in between: long
 * ones in a worker. Where that is too much for one question, or too many ask, a page shows its beginning.
 */
export class FoundPlaces {
  constructor(
    private readonly db: Db,
    private readonly userId: string,
    private left = MOST_CHARACTERS,
  ) {}

  async find<Name extends keyof Work>(
    page: FoundPage,
    name: Name,
    about: Omit<Parameters<Work[Name]>[0], 'rich'> & { sought?: readonly SoughtTerm[] },
  ): Promise<Place> {
    if (page.content_rich !== null) {
      const place = placeWork[name]({ ...about, rich: page.content_rich } as never)
      await nextTurn()
      return place
    }
    return (await this.findInLong(page.id, name, about)) ?? this.beginning(page.id, about.sought ?? [])
  }

  /** Null when it is not looked through. */
  private async findInLong<Name extends keyof Work>(
    id: string,
    name: Name,
    about: Omit<Parameters<Work[Name]>[0], 'rich'>,
  ): Promise<Place | null> {
    if (this.left <= 0) return null
    const rich = await this.read(id, sql`content_rich`)
    if (rich === null) return null
    this.left -= rich.length
    const job = { ...about, rich } as unknown as Parameters<Work[Name]>[0]
    return pool.run(name, job, { person: this.userId }).catch((error: unknown) => {
      if (error instanceof AppError) return null
      throw error
    })
  }

  private async beginning(id: string, sought: readonly SoughtTerm[]): Promise<Place> {
    const text = (await this.read(id, sql`substr(plain_text, 1, ${sql.lit(BEGINNING)})`)) ?? ''
    const snippet = text.trim() === '' ? null : cutAround(text, findTerms(text, sought).ranges)
    return { blockId: null, seconds: null, snippet }
  }

  /** Asked at this moment who may see the page: it can be a while since it was found. */
  private async read(id: string, what: ReturnType<typeof sql>): Promise<string | null> {
    const { rows } = await sql<{ text: string }>`
      select ${what} as text from document
      where document.id = ${id} and document.archived_at is null and ${visiblePages(this.userId)}`.execute(
      this.db,
    )
    return rows[0]?.text ?? null
  }
}
