import type { MediaFacts } from '@/blocks/media/media-facts'
import type { Services } from '@/server/context'
import { WorkerPool } from '@/server/workers/worker-pool'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { StoredFile } from '../model'
import type { MediaWork } from './media-worker'

/** A sound of two hours takes ten seconds of a processor at most: what takes as long never ends. */
const MOST_MS = 120_000

const pool = new WorkerPool<MediaWork>({
  name: 'media-worker',
  source: 'features/files/server/media-worker.ts',
  atOnce: 1,
  mostWaiting: 200,
  mostWaitingEach: 50,
  mostMs: MOST_MS,
  get tooHard() {
    return t('This file cannot be read.')
  },
})

const MAY_HAVE = /^(?:audio|video)\/|^application\/ogg$/
/** Being read at this moment, by file. */
const underWay = new Map<string, Promise<MediaFacts | null>>()

/**
 * What is known of a film or a sound; null for any other file, and for what cannot be read. It is read once, when somebody first asks, and kept.
 * `person`: who asks, by account or address. Throws `unavailable` and `rate-limited` when too many wait for theirs. Whether somebody may see the file is for the caller to ask.
 */
export async function mediaFactsOf(
  { db, files, log }: Pick<Services, 'db' | 'files' | 'log'>,
  file: Pick<StoredFile, 'id' | 'type'>,
  person: string,
): Promise<MediaFacts | null> {
  if (!MAY_HAVE.test(file.type)) return null
  const kept = await db
    .selectFrom('file_media')
    .select('facts')
    .where('file_id', '=', file.id)
    .executeTakeFirst()
  // Only this server writes them.
  if (kept) return JSON.parse(kept.facts) as MediaFacts | null
  const begun = underWay.get(file.id)
  if (begun) return begun
  const reading = (async () => {
    // Of bytes that are not there now, as after a backup whose files come later, nothing is kept.
    const found = await files.withPath(file.id, async (path) => ({ facts: await read(path) }))
    if (!found) return null
    const { facts } = found
    await db
      .insertInto('file_media')
      .columns(['file_id', 'facts'])
      // The file may be deleted meanwhile.
      .expression((eb) =>
        eb
          .selectFrom('file')
          .select((of) => ['file.id', of.val(JSON.stringify(facts)).as('facts')])
          .where('file.id', '=', file.id),
      )
      .onConflict((conflict) => conflict.column('file_id').doNothing())
      .execute()
    return facts
  })()
  underWay.set(file.id, reading)
  try {
    return await reading
  } finally {
    underWay.delete(file.id)
  }

  async function read(path: string): Promise<MediaFacts | null> {
    const facts = await unlessTooHard(pool.run('readMedia', { path }, { person }))
    if (!facts?.audio || facts.duration === null) return facts && { ...facts, peaks: null }
    const job = { path, duration: facts.duration }
    return { ...facts, peaks: await unlessTooHard(pool.run('readPeaks', job, { person })) }
  }

  /** One that is too hard to read stays so. */
  function unlessTooHard<T>(work: Promise<T>): Promise<T | null> {
    return work.catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'too-large') throw error
      log.warn({ err: error, file: file.id }, 'a film or sound cannot be read')
      return null
    })
  }
}
