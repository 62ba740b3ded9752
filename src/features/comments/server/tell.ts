import { isHiddenFrom } from '@/server/access/hidden-review'
import { rankOf } from '@/server/access/level-rank'
import { accessOf, peopleWith } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'
import type { DiscussionRow } from '@/server/db/schema'
import { countHappenings, noteHappening, wasNoted } from '@/server/outbox'
import { hearsOfMentions } from '@/server/read-notifications'
import * as queries from './comments.queries'

/** Of a page without its author, this many owners are told. */
const MOST_OWNERS = 20

/** What happened to a discussion, as a notification puts it into words. */
type What = 'discussion' | 'reply' | 'assigned' | 'done' | 'resolved' | 'reopened'

interface Told {
  discussion: Pick<DiscussionRow, 'id' | 'document_id'>
  actorId: string
  commentId: string | null
}

/** These people are told of it, except those who have muted it and those who cannot see the page. */
async function tell(
  trx: Db,
  { discussion, actorId, commentId }: Told,
  what: What,
  people: Iterable<string | null>,
): Promise<void> {
  const following = await queries.listFollowing(trx, discussion.id)
  const muted = new Set(following.flatMap(({ user_id, follow }) => (follow === 'mute' ? user_id : [])))
  for (const userId of new Set(people)) {
    if (userId === null || userId === actorId || muted.has(userId)) continue
    if (!(await isToBeTold(trx, { userId, actorId, documentId: discussion.document_id }))) continue
    await noteHappening(trx, {
      kind: 'DOCUMENT_COMMENTED',
      userId,
      actorId,
      documentId: discussion.document_id,
      data: { what, discussionId: discussion.id, commentId },
    })
  }
}

/** How often one person is told of another in an hour: what comes beyond that is a flood, and they see it on the page. */
const MOST_AN_HOUR = 100

/** May the person read what is said about the page, and have they not been told of this other one again and again? */
async function isToBeTold(
  trx: Db,
  { userId, actorId, documentId }: { userId: string; actorId: string; documentId: string },
): Promise<boolean> {
  if (!(await isReader(trx, userId, documentId))) return false
  const since = new Date(Date.now() - 3_600_000).toISOString()
  return (await countHappenings(trx, { userId, actorId, since, most: MOST_AN_HOUR })) < MOST_AN_HOUR
}

/** Does the person see the page, and what is said about it? */
async function isReader(trx: Db, userId: string, documentId: string): Promise<boolean> {
  const level = (await accessOf(trx, userId, documentId))?.level
  return !!level && !(await isHiddenFrom({ db: trx }, documentId, level))
}

/**
 * Those who are mentioned are told so, also where they have muted the discussion; once for each comment, however often its author
 * takes their names out and puts them in again.
 */
export async function tellMentioned(
  trx: Db,
  { discussion, actorId, commentId }: Told,
  people: readonly string[],
): Promise<void> {
  for (const userId of people) {
    if (!(await isToBeTold(trx, { userId, actorId, documentId: discussion.document_id }))) continue
    const happening = {
      kind: 'MENTION' as const,
      userId,
      actorId,
      documentId: discussion.document_id,
      data: { discussionId: discussion.id, commentId },
    }
    if (!(await wasNoted(trx, happening))) await noteHappening(trx, happening)
  }
}

/** A discussion was begun: whose page it is, and who made the suggestion that it is about. */
export async function tellBegun(
  trx: Db,
  told: Told & { discussion: DiscussionRow },
  mentioned: readonly string[],
): Promise<void> {
  const { suggestion, document_id } = told.discussion
  const suggester = suggestion?.split(' ')[0] ?? null
  const people = [...(await ownersOf(trx, document_id)), suggester]
  const known = await hearing(trx, mentioned)
  await tell(
    trx,
    told,
    'discussion',
    people.filter((id) => id === null || !known.has(id)),
  )
}

/** Those of the mentioned who are told that they are; who hears nothing of mentions still hears of discussions. */
async function hearing(trx: Db, mentioned: readonly string[]): Promise<Set<string>> {
  const people = new Set<string>()
  for (const id of mentioned) if (await hearsOfMentions(trx, id)) people.add(id)
  return people
}

/** Something happened in a discussion: everybody who has part in it. */
export async function tellParticipants(
  trx: Db,
  told: Told & { discussion: DiscussionRow },
  what: What,
  mentioned: readonly string[] = [],
): Promise<void> {
  const { id, created_by, assignee_id, document_id } = told.discussion
  const authors = await queries.listLiving(trx, id)
  const following = await queries.listFollowing(trx, id)
  const followers = following.flatMap(({ user_id, follow }) => (follow === 'follow' ? user_id : []))
  const owner = await ownersOf(trx, document_id)
  const people = [created_by, assignee_id, ...owner, ...authors.map((row) => row.author_id), ...followers]
  const known = await hearing(trx, mentioned)
  await tell(
    trx,
    told,
    what,
    people.filter((person) => person === null || !known.has(person)),
  )
}

/** It was assigned to somebody. */
export const tellAssigned = (trx: Db, told: Told, userId: string): Promise<void> =>
  tell(trx, told, 'assigned', [userId])

/** The person who made the page, while they manage it; else those who do. */
async function ownersOf(trx: Db, documentId: string): Promise<string[]> {
  const page = await trx
    .selectFrom('document')
    .select('created_by')
    .where('id', '=', documentId)
    .executeTakeFirst()
  const people = await peopleWith(trx, documentId)
  const isOwner = (id: string) => people.get(id)?.rank === rankOf('manage')
  if (page?.created_by && isOwner(page.created_by)) return [page.created_by]
  return [...people.keys()].filter(isOwner).slice(0, MOST_OWNERS)
}
