import type { Block } from '@/blocks'
import { requireRoom } from '@/blocks/page-size'
import type { PageContent } from '@/document'
import { createPage } from '@/features/pages/server/pages.service'
import { saveVersion } from '@/features/versions/server/versions.service'
import { requirePage } from '@/server/access/require-page'
import { sayingOf } from '@/server/collab/page-work'
import type { SignedInContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { POD } from '../model'
import { indexBlocks, withIndex } from '../pod-index'
import * as queries from './pods.queries'
import { type PodsContext, requirePod } from './pods.service'

type IndexContext = PodsContext & Pick<SignedInContext, 'limits' | 'underWay'>

/** Refreshes of a person in a minute. */
const PER_MINUTE = 20

/**
 * Brings the page that lists the others of a pod up to date, as a forward edit that writes what differs and nothing else
 * (product.md 2.12, 7.43); makes it first when there is none. Answers its id. Throws `not-found` for a pod that is not
 * the caller's, and like `requirePage` when the index is locked.
 */
export async function refreshIndex(ctx: IndexContext, podId: string): Promise<{ documentId: string }> {
  const { db, caller } = ctx
  await requirePod(db, caller.user.id, podId, 'member')
  await ctx.limits.take(`pod-index:${caller.user.id}`, PER_MINUTE, 60)
  const documentId = await indexPage(ctx, podId)
  await requirePage(ctx, documentId, 'edit')
  // More of the text than is shown: it begins with blanks, or is cut at a word.
  const rows = await queries.listIndexed(db, caller.user.id, podId, POD.summary * 2)
  const pages = withoutTemplates(rows)
    .filter(({ id }) => id !== documentId)
    .map((row) => ({
      id: row.id,
      parentDocumentId: row.parent_id,
      position: row.position,
      title: row.title,
      icon: row.icon,
      about: row.ai_summary?.trim() || row.beginning,
    }))
  const index = indexBlocks(pages, { most: POD.indexed, summary: POD.summary })
  await ctx.underWay.inTurn(`pod-index:${documentId}`, () => bringUpToDate(ctx, documentId, index))
  return { documentId }
}

/** How often it is worked out anew because somebody writes the same lines meanwhile. */
const ROUNDS = 5

/** Makes the page say these lines; what people have added stays. A long page is read and planned by a worker. */
async function bringUpToDate(ctx: IndexContext, documentId: string, index: readonly Block[]): Promise<void> {
  const userId = ctx.caller.user.id
  for (let round = 0; round < ROUNDS; round++) {
    const wanted = ({ title, blocks }: PageContent): PageContent => ({
      title,
      blocks: withIndex(blocks, index),
    })
    const { before, update } = await ctx.live.plan(documentId, userId, (before) => {
      const content = wanted(before)
      requireRoom(content.blocks, before.blocks)
      return content
    })
    if (!update) return
    // What people have written into the lines themselves goes with this: it stays in the history.
    if (before.blocks.length > 0) await saveVersion(ctx, { documentId, reason: 'automatic', by: userId })
    const change = { update, before: sayingOf(before), wanted: sayingOf(wanted(before)) }
    const outcome = await ctx.live.change(documentId, userId, { do: 'merge', ...change }, () =>
      requirePage(ctx, documentId, 'edit'),
    )
    if (outcome !== 'conflict') return
  }
  throw new AppError('conflict', t('The index is being rewritten by others. Please try again.'))
}

/** A template is no page of the pod's, and neither are those inside it. */
function withoutTemplates(rows: readonly queries.IndexedPageRow[]): queries.IndexedPageRow[] {
  const all = new Map(rows.map((row) => [row.id, row]))
  const isOfTemplate = (row: queries.IndexedPageRow): boolean => {
    const seen = new Set<string>()
    for (let at: typeof row | undefined = row; at && !seen.has(at.id); at = all.get(at.parent_id ?? '')) {
      if (at.template_at !== null) return true
      seen.add(at.id)
    }
    return false
  }
  return rows.filter((row) => !isOfTemplate(row))
}

/** The pod's index page; a new one when there is none, or it is in the trash. */
async function indexPage(ctx: PodsContext, podId: string): Promise<string> {
  const known = await queries.findIndexPage(ctx.db, podId)
  if (known !== null) return known
  const page = await createPage(ctx, { podId, title: t('Index'), icon: '🗂️' })
  const kept = await ctx.db.transaction().execute(async (trx) => {
    await queries.lockPod(trx, podId)
    const other = await queries.findIndexPage(trx, podId)
    if (other === null) await queries.updatePod(trx, podId, { index_document_id: page.id })
    else await queries.deletePage(trx, page.id)
    return other ?? page.id
  })
  return kept
}
