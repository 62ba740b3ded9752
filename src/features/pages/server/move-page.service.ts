import { moveFilesToPod } from '@/features/files/server/pod-files'
import { isPublishedByMove } from '@/server/access/public-pages'
import { requirePage } from '@/server/access/require-page'
import type { Services } from '@/server/context'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { NOT_THERE } from '@/shared/not-there'
import { mayDo } from '@/shared/permissions'
import type { MovePage } from '../inputs'
import { MOVE_PUBLISHES, MOVE_SHARES, MOVED, type PageDetail } from '../model'
import { planPlace } from '../page-order'
import { MOVE_REFUSALS, refuseMove } from '../page-tree'
import { requireInheriting, requireWhole } from './branch-rights'
import { inheritsSame, settleAccess } from './inherited-access'
import * as places from './page-tree.queries'
import * as queries from './pages.queries'
import { getPage, type PagesContext, requireParent, requirePlace, requirePod } from './pages.service'

/** What one person can move, or look at the moving of, in a minute: pages, and a hundred that lie in them count as one more. */
const MOVED_PER_MINUTE = 2_000

/** Counts a move, by how much it moves; throws `rate-limited` for too many. Even the longest ones are possible a few times. */
export async function takeMove(
  ctx: PagesContext & Pick<Services, 'limits'>,
  id: string,
  what: 'move' | 'preview',
): Promise<void> {
  const pages = (await places.listSubtree(ctx.db, id)).length
  const uses = Math.min(MOVED_PER_MINUTE / 5, 1 + Math.floor(pages / 100))
  await ctx.limits.take(`${what}:${ctx.caller.user.id}`, MOVED_PER_MINUTE, 60, uses)
}

/**
 * Moves a page with everything in it: into a parent (null: top level, of `podId` when that is another pod), before or after
 * a sibling, else last.
 * Moves in one pod happen one after the other, so that no two can make a ring or the same place (R42).
 * Throws `bad-input` for a move onto itself, into its own descendant or too deep; `conflict` when the sibling named
 * is not there (any more); `forbidden` when it would publish what is not the caller's to publish; `rate-limited` for too many in a minute.
 */
export async function movePage(
  ctx: PagesContext & Pick<Services, 'limits'>,
  input: MovePage,
): Promise<PageDetail> {
  const { row } = await requirePage(ctx, input.id, 'edit')
  const parentId = input.parentDocumentId
  const parent = parentId === null ? null : await requirePage(ctx, parentId, 'edit')
  // On the top level of a pod only its own people put pages, not those with whom a page of it is shared.
  const podId = parent?.row.pod_id ?? (await requirePod(ctx, input.podId ?? row.pod_id))
  // Out of a pod goes only what is one's own: somebody who only edits a page must not make it theirs.
  if (podId !== row.pod_id) await requirePage(ctx, input.id, 'manage')
  await takeMove(ctx, input.id, 'move')
  const moving = await ctx.db.transaction().execute(async (trx) => {
    await queries.lockPods(trx, [row.pod_id, podId])
    const subtree = await places.listSubtree(trx, input.id)
    const moved = subtree.find((page) => page.id === input.id)
    if (!moved) throw new AppError('not-found', NOT_THERE())
    if (moved.pod_id !== row.pod_id) throw new AppError('conflict', MOVED())
    if (moved.archived_at !== null)
      throw new AppError('locked', t('This page is in the trash. Restore it to move it.'))
    if (podId !== row.pod_id) await requireWhole({ ...ctx, db: trx }, subtree)
    const above = await requireParent(trx, parentId, podId)
    await requirePlace({ ...ctx, db: trx }, { podId, parentId })
    const refusal = refuseMove(input.id, input, above, heightOf(subtree, input.id), LIMITS.pageDepth)
    if (refusal) throw new AppError('bad-input', MOVE_REFUSALS[refusal])
    if (parentId !== null && (await isPublishedByMove(trx, input.id, parentId)))
      await requireMayPublish({ ...ctx, db: trx }, input.id, subtree)
    await requireMayOpen({ ...ctx, db: trx }, input.id, parentId)
    const siblings = await places.listSiblings(trx, podId, parentId)
    const place = planPlace(
      siblings.filter((page) => page.id !== input.id),
      input,
    )
    if (!place) throw new AppError('conflict', t('The page to put this beside is not there any more.'))
    for (const repair of place.repairs)
      await queries.updatePages(trx, [repair.id], { position: repair.position })
    // A template that is put into a page is a page of it.
    const template = parentId === null ? {} : { template_at: null }
    await queries.updatePages(trx, [input.id], {
      parent_id: parentId,
      position: place.position,
      ...template,
    })
    await settleAccess(trx, [input.id])
    const ids = subtree.map((page) => page.id)
    if (podId !== row.pod_id) {
      await queries.updatePages(trx, ids, { pod_id: podId })
      await moveFilesToPod(trx, ctx.config.quota, ids, podId)
    }
    return ids
  })
  // What somebody may do with a page can follow from where it lies.
  ctx.live.recheckPages(moving)
  ctx.live.tellChanged(moving)
  return getPage(ctx, input)
}

/** A move by which others come to have or lose a page is a way of sharing it, and what lies in it, for those who may do that. */
async function requireMayOpen(ctx: PagesContext, id: string, parentId: string | null): Promise<void> {
  const { facts, row } = await requirePage(ctx, id, 'edit')
  if (await inheritsSame(ctx.db, row.parent_id, parentId)) return
  if (!mayDo(facts, 'manage')) throw new AppError('forbidden', MOVE_SHARES())
  await requireInheriting(ctx, id)
}

/** Anybody who publishes by moving needs the same right as by publishing (rulings 4), to all that is shown then. */
async function requireMayPublish(
  ctx: PagesContext,
  id: string,
  subtree: readonly { id: string }[],
): Promise<void> {
  const { facts } = await requirePage(ctx, id, 'edit')
  if (!mayDo(facts, 'manage')) throw new AppError('forbidden', MOVE_PUBLISHES())
  await requireWhole(ctx, subtree)
}

/** How many levels a subtree has that is not in the trash. */
export function heightOf(
  subtree: readonly { id: string; parent_id: string | null; archived_at: string | null }[],
  id: string,
) {
  const childrenOf = Map.groupBy(subtree, (page) => page.parent_id)
  let height = 0
  for (let level = [id]; level.length > 0 && height <= LIMITS.pageDepth; height += 1) {
    level = level.flatMap((parent) => (childrenOf.get(parent) ?? []).map((page) => page.id))
  }
  return height
}
