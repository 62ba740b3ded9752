import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import { noteHappening } from '@/server/outbox'
import type { PageMention } from './mentions-in'

/** Rows that one statement writes. */
const AT_ONCE = 100
/** A mention that comes back so soon after it went was moved. */
const MOVED_MS = 10 * 60_000
const HOUR_MS = 3_600_000
/** So often in an hour is one person told of one page. */
const TOLD_AN_HOUR = 20
/** How long a mention that was taken away is remembered, so that an undo or an older version does not tell of it again. */
const REMEMBERED_DAYS = 90

/** Who mentioned somebody just now; null where that is not known. */
export type MentionedBy = (personId: string) => string | null

interface StoredMention {
  block_id: string
  person_id: string
  words: string
  gone_at: string | null
}

const keyOf = (blockId: string, personId: string) => `${blockId} ${personId}`

/**
 * Writes who is mentioned on a page, and notes that those are to be told who are mentioned anew; each once, however often. A mention
 * that only moved is not new. `by` null: nobody is told, as when a page is read for the first time.
 */
export async function writeMentions(
  trx: Db,
  documentId: string,
  mentions: readonly PageMention[],
  by: MentionedBy | null,
): Promise<void> {
  const { rows: stored } = await sql<StoredMention>`
    select block_id, person_id, words, gone_at from page_mention where document_id = ${documentId}`.execute(
    trx,
  )
  const now = new Date()
  const at = now.toISOString()
  const before = new Map(stored.map((row) => [keyOf(row.block_id, row.person_id), row]))
  const here = new Set(mentions.map(({ blockId, personId }) => keyOf(blockId, personId)))
  const gone = stored.filter((row) => row.gone_at === null && !here.has(keyOf(row.block_id, row.person_id)))
  for (const { block_id, person_id } of gone)
    await sql`update page_mention set gone_at = ${at}
      where document_id = ${documentId} and block_id = ${block_id} and person_id = ${person_id}`.execute(trx)
  const changed = mentions.filter(({ blockId, personId, words }) => {
    const row = before.get(keyOf(blockId, personId))
    return row && (row.gone_at !== null || row.words !== words)
  })
  for (const { blockId, personId, words } of changed)
    await sql`update page_mention set words = ${words}, gone_at = null
      where document_id = ${documentId} and block_id = ${blockId} and person_id = ${personId}`.execute(trx)

  const added = mentions.filter(({ blockId, personId }) => !before.has(keyOf(blockId, personId)))
  const told =
    by && added.length > 0 ? await tellNew(trx, documentId, added, { stored, gone, here, now, by }) : []
  for (let from = 0; from < added.length; from += AT_ONCE) {
    const values = added.slice(from, from + AT_ONCE).map((mention) => {
      const { blockId, personId, words } = mention
      const tellsOf = told.find((one) => one.mention === mention)
      const row = [documentId, blockId, personId, words, tellsOf?.actorId ?? null, at, tellsOf ? at : null]
      return sql`(${sql.join(row)})`
    })
    await sql`insert into page_mention (document_id, block_id, person_id, words, actor_id, since, told_at)
      values ${sql.join(values)} on conflict do nothing`.execute(trx)
  }
}

interface Change {
  stored: readonly StoredMention[]
  gone: readonly StoredMention[]
  here: ReadonlySet<string>
  now: Date
  by: MentionedBy
}

/** Notes who is to be told of which of the new mentions. */
async function tellNew(trx: Db, documentId: string, added: readonly PageMention[], change: Change) {
  const { stored, gone, here, now, by } = change
  const people = [...new Set(added.map(({ personId }) => personId))]
  const { rows } = await sql<{ id: string; told: number }>`
    select "user".id, (select count(*) from page_mention where page_mention.document_id = ${documentId}
      and page_mention.person_id = "user".id
      and page_mention.told_at > ${new Date(now.getTime() - HOUR_MS).toISOString()}) as told
    from "user" where "user".id in (${sql.join(people)})`.execute(trx)
  const soon = new Date(now.getTime() - MOVED_MS).toISOString()
  const noted: { mention: PageMention; actorId: string }[] = []
  for (const { id: personId, told } of rows) {
    const theirs = added.filter((mention) => mention.personId === personId)
    // What went a moment ago, and is not back in its own place, is what came somewhere else: each once.
    const moved = [
      ...gone,
      ...stored.filter(
        (row) => row.gone_at && row.gone_at > soon && !here.has(keyOf(row.block_id, row.person_id)),
      ),
    ]
      .filter((row) => row.person_id === personId)
      .slice(0, theirs.length)
    for (const { block_id } of moved)
      await sql`update page_mention set gone_at = ${soon}
        where document_id = ${documentId} and block_id = ${block_id} and person_id = ${personId}`.execute(trx)
    const actorId = by(personId)
    const mention = theirs[moved.length]
    if (!mention || !actorId || actorId === personId || Number(told) >= TOLD_AN_HOUR) continue
    await noteHappening(trx, {
      ...{ kind: 'MENTION', userId: personId, actorId, documentId },
      data: { block: mention.blockId, inText: 'yes' },
    })
    noted.push({ mention, actorId })
  }
  return noted
}

/** What blocks say that still mention their person, by `pageId blockId`. */
export async function mentionWords(
  db: Db,
  personId: string,
  documentIds: readonly string[],
): Promise<Map<string, string>> {
  if (documentIds.length === 0) return new Map()
  const { rows } = await sql<{ document_id: string; block_id: string; words: string }>`
    select document_id, block_id, words from page_mention
    where person_id = ${personId} and gone_at is null and document_id in (${sql.join([...documentIds])})`.execute(
    db,
  )
  return new Map(rows.map(({ document_id, block_id, words }) => [`${document_id} ${block_id}`, words]))
}

/** Forgets mentions that were taken away long ago. */
export async function forgetMentions(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - REMEMBERED_DAYS * 24 * HOUR_MS).toISOString()
  await sql`delete from page_mention where gone_at < ${before}`.execute(db)
}
