import { sql } from 'kysely'
import { isNoTemplate } from '@/features/pages/server/no-template'
import { visiblePages } from '@/server/access/page-access'
import { notApartFrom } from '@/server/blocked-people'
import type { SignedInContext } from '@/server/context'
import { router, signedIn } from '@/server/rpc'
import type { TextMention } from '../model'

/** More are not shown at once. */
const MOST = 20
/** Older ones are not news any more. */
const DAYS = 30

/** `document.mentions`: where the text of pages mentions the caller. */
export const mentionsRouter = router({
  mentions: signedIn.query(async ({ ctx }) => ({ mentions: await listMentions(ctx, new Date()) })),
})

interface Row extends Omit<TextMention, 'author'> {
  authorId: string | null
  authorName: string | null
  authorImage: string | null
}

/**
 * Mentions of the caller that others have written into the text of pages that the caller has not opened since, the newest first. From
 * pages outside the trash that the caller may see.
 */
async function listMentions({ db, caller }: SignedInContext, now: Date): Promise<TextMention[]> {
  const { id } = caller.user
  const since = new Date(now.getTime() - DAYS * 24 * 3_600_000).toISOString()
  const { rows } = await sql<Row>`
    select document.id as "documentId", document.title, page_mention.block_id as "blockId", page_mention.words,
      page_mention.told_at as at, page_mention.actor_id as "authorId", author.name as "authorName", author.image as "authorImage"
    from page_mention join document on document.id = page_mention.document_id
    left join "user" as author on author.id = page_mention.actor_id
    left join visit on visit.document_id = document.id and visit.user_id = ${id}
    where page_mention.person_id = ${id} and page_mention.told_at > ${since} and page_mention.gone_at is null
      and (visit.visited_at is null or visit.visited_at < page_mention.told_at)
      and (page_mention.actor_id is null or ${notApartFrom(id, 'page_mention.actor_id')})
      and document.archived_at is null and ${visiblePages(id, { each: true })} and ${isNoTemplate}
    order by page_mention.told_at desc, document.id, page_mention.block_id limit ${MOST}`.execute(db)
  return rows.map(({ authorId, authorName, authorImage, ...row }) => ({
    ...row,
    author: { id: authorId, name: authorName, avatarUrl: authorImage },
  }))
}
