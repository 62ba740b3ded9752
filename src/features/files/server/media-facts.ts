import type { MediaFacts } from '@/blocks/media/media-facts'
import type { Services } from '@/server/context'
import { perDatabase } from '@/server/db/per-database'
import { ServerEnds } from '@/server/streams'
import { type WorkAsker, WorkerPool } from '@/server/workers/worker-pool'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
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

/** The version of what reads films and sound. One that reads more is a higher one: what could not be read before is then tried once more. */
export const READER = 1
/** A file that has ended the server this often while it was read is left alone. */
const MOST_TRIES = 2

const MAY_HAVE = /^(?:audio|video)\/|^application\/ogg$/
/** Being read at this moment, by file, in the turn of any of those who have asked for it. */
const readingsOf = perDatabase(
  () => new Map<string, { reading: Promise<MediaFacts | null>; people: Set<string> }>(),
)

function join({ db }: Reading, fileId: string, person: string): Promise<MediaFacts | null> | undefined {
  const begun = readingsOf(db).get(fileId)
  if (!begun) return undefined
  begun.people.add(person)
  pool.lookAgain()
  return begun.reading
}

type Reading = Pick<Services, 'db' | 'files' | 'log' | 'streams'>

const RESTARTING = () => t('The server is restarting. Please try again.')

/**
 * What is known of a film or a sound; null for any other file, and for what cannot be read. It is read once, when somebody first asks, and kept.
 * `person`: who asks, by account or address. Throws `unavailable` and `rate-limited` when too many wait for theirs, and `unavailable` when the
 * server is stopped meanwhile. Whether somebody may see the file is for the caller to ask.
 */
export async function mediaFactsOf(
  services: Reading,
  file: Pick<StoredFile, 'id' | 'type'>,
  person: string,
): Promise<MediaFacts | null> {
  if (!MAY_HAVE.test(file.type)) return null
  const before = join(services, file.id, person)
  if (before) return before
  const kept = await services.db
    .selectFrom('file_media')
    .select(['facts', 'reader', 'tries'])
    .where('file_id', '=', file.id)
    .executeTakeFirst()
  const begun = join(services, file.id, person)
  if (begun) return begun
  if (kept && isSettled(kept)) return JSON.parse(kept.facts) as MediaFacts | null
  const { promise: reading, resolve, reject } = Promise.withResolvers<MediaFacts | null>()
  const tries = kept?.reader === READER ? kept.tries : 0
  const people = new Set<string>()
  const work = { on: file.id, person, people }
  // A stop of the server ends it, and waits until that is noted.
  services.streams.begin(`media-facts:${newId()}`, ({ signal }) =>
    read(services, { id: file.id, tries }, { person: work, signal }).then(resolve, (error: unknown) =>
      reject(error instanceof ServerEnds ? new AppError('unavailable', RESTARTING()) : error),
    ),
  )
  const readings = readingsOf(services.db)
  readings.set(file.id, { reading, people })
  try {
    return await reading
  } finally {
    readings.delete(file.id)
  }
}

/** Is there nothing more to be found, by this reader? Only this server writes them. */
function isSettled({ facts, reader, tries }: { facts: string; reader: number; tries: number }): boolean {
  if (facts !== 'null') return true
  return reader >= READER && (tries === 0 || tries >= MOST_TRIES)
}

/** Reads a file that was begun `tries` times, and keeps what is found. */
async function read(
  { db, files, log }: Reading,
  { id, tries }: { id: string; tries: number },
  asker: WorkAsker,
): Promise<MediaFacts | null> {
  /** The file may be deleted meanwhile. */
  const keep = (facts: MediaFacts | null, begun: number) =>
    db
      .insertInto('file_media')
      .columns(['file_id', 'facts', 'reader', 'tries'])
      .expression((eb) =>
        eb
          .selectFrom('file')
          .select((of) => [
            'file.id',
            of.val(JSON.stringify(facts)).as('facts'),
            of.lit(READER).as('reader'),
            of.lit(begun).as('tries'),
          ])
          .where('file.id', '=', id),
      )
      .onConflict((conflict) =>
        conflict.column('file_id').doUpdateSet((eb) => ({
          facts: eb.ref('excluded.facts'),
          reader: eb.ref('excluded.reader'),
          tries: eb.ref('excluded.tries'),
        })),
      )
      .execute()

  const unmark = () =>
    tries > 0
      ? keep(null, tries)
      : db.deleteFrom('file_media').where('file_id', '=', id).where('facts', '=', 'null').execute()

  /** Stays behind when the server does not come to the end of it. */
  const marked = async <Found>(work: (begun: WorkAsker) => Promise<Found>): Promise<Found> => {
    let isMarked = false
    const begin = async () => {
      if (tries + 1 === MOST_TRIES) log.warn({ file: id }, 'the server has ended while it read this file')
      isMarked = true
      await keep(null, tries + 1)
    }
    try {
      return await work({ ...asker, begin })
    } finally {
      if (isMarked) await unmark()
    }
  }

  const found = await files.withPath(id, async (path) => {
    const facts = await marked((begun) => unlessTooHard(pool.run('readMedia', { path }, begun)))
    if (!facts?.audio || facts.duration === null) return { facts: facts && { ...facts, peaks: null } }
    const job = { path, duration: facts.duration }
    const peaks = await marked((begun) => unlessTooHard(pool.run('readPeaks', job, begun)))
    return { facts: { ...facts, peaks } }
  })
  // Of bytes that are not there now, as after a backup whose files come later, nothing is kept.
  if (!found) return null
  await keep(found.facts, 0)
  return found.facts

  /** One that is too hard to read stays so. */
  function unlessTooHard<T>(work: Promise<T>): Promise<T | null> {
    return work.catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'too-large') throw error
      log.warn({ err: error, file: id }, 'a film or sound cannot be read')
      return null
    })
  }
}
