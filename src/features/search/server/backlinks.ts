import { sql } from 'kysely'
import type { Block } from '@/blocks'
import { type BlockMark, isInlineText } from '@/blocks/kit/block'
import { linkOf } from '@/blocks/media/attributes'
import { plainInline } from '@/blocks/plain-text'
import { isNoTemplate } from '@/features/pages/server/no-template'
import { visiblePages } from '@/server/access/page-access'
import { requirePage } from '@/server/access/require-page'
import { router, signedIn } from '@/server/rpc'
import { pageOfAddress } from '@/shared/page-address'
import { Backlinks } from '../inputs'
import type { BacklinkPage, MarkedText } from '../model'
import type { SearchContext } from './search.service'
import { cutAround } from './snippet'

/** `document.backlinks`: the pages that link to one. */
export const backlinksRouter = router({
  backlinks: signedIn.input(Backlinks).query(async ({ ctx, input }): Promise<BacklinkPage> => {
    await requirePage(ctx, input.id, 'view')
    return backlinksOf(ctx, input)
  }),
})

interface LinkingRow {
  id: string
  title: string
  icon: string | null
  content_rich: string
}

/**
 * The pages outside the trash that mention or link to a page and that the caller may see, what was edited last first, each with the
 * text around the link. The index of a pod names every page and is none of them. `count` is that of all.
 */
async function backlinksOf(
  { db, caller }: SearchContext,
  { id, limit, cursor }: Backlinks,
): Promise<BacklinkPage> {
  const offset = cursor ?? 0
  const linking = sql`page_link join document on document.id = page_link.from_id
    where page_link.to_id = ${id} and document.id <> ${id} and document.archived_at is null
      and ${visiblePages(caller.user.id, { each: true })} and ${isNoTemplate}
      and not exists (select 1 from pod where pod.id = document.pod_id and pod.index_document_id = document.id)`
  const counted = await sql<{ count: number | string }>`select count(*) as count from ${linking}`.execute(db)
  const count = Number(counted.rows[0]?.count ?? 0)
  if (limit === 0 || offset >= count) return { count, pages: [], nextCursor: null }
  const { rows } = await sql<LinkingRow>`
    select document.id, document.title, document.icon, document.content_rich from ${linking}
    order by document.updated_at desc, document.id limit ${limit} offset ${offset}`.execute(db)
  const named = await sql<{ title: string }>`select title from document where id = ${id}`.execute(db)
  const title = named.rows[0]?.title ?? ''
  return {
    count,
    pages: rows.map(({ content_rich, ...page }) => ({
      ...page,
      ...placeOfLink(JSON.parse(content_rich) as Block[], id, title),
    })),
    nextCursor: offset + rows.length < count ? offset + rows.length : null,
  }
}

/** The first block that mentions or links to the page, and what it says around that; the page by the title that it has now. */
export function placeOfLink(
  blocks: readonly Block[],
  id: string,
  title: string,
): { blockId: string | null; snippet: MarkedText | null } {
  const rest = [...blocks].reverse()
  for (let block = rest.pop(); block; block = rest.pop()) {
    let text = ''
    let range: [number, number] | null = null
    for (const piece of block.text ?? []) {
      const isMention = !isInlineText(piece) && piece.kind === 'mention' && leadsTo(piece.attributes?.key, id)
      const words = (isMention && title) || plainInline([piece])
      if (range === null && (isMention || piece.marks?.some((mark) => isLinkTo(mark, id))))
        range = [text.length, text.length + words.length]
      text += words
    }
    if (range) return { blockId: block.id, snippet: cutAround(text, [range]) }
    if (block.kind === 'image' && leadsTo(linkOf(block.attributes), id))
      return { blockId: block.id, snippet: null }
    for (const child of [...(block.children ?? [])].reverse()) rest.push(child)
  }
  return { blockId: null, snippet: null }
}

const leadsTo = (address: unknown, id: string): boolean => pageOfAddress(String(address)) === id

const isLinkTo = (mark: BlockMark, id: string): boolean =>
  mark.kind === 'link' && leadsTo(mark.attributes?.url, id)
