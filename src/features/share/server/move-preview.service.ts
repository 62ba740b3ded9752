import type { MovePreview } from '@/features/pages/model'
import { inheritsSame, settleAccess } from '@/features/pages/server/inherited-access'
import { takeMove } from '@/features/pages/server/move-page.service'
import { requirePod } from '@/features/pages/server/pages.service'
import { idsAbove, lockTrees, putInto } from '@/features/pages/server/tree.service'
import { listKnown, peopleWith } from '@/server/access/page-access'
import { listLinked, openWay } from '@/server/access/privacy'
import { requirePage } from '@/server/access/require-page'
import type { Db } from '@/server/db/db'
import type { PreviewMove } from '../inputs'
import { SHARE } from '../model'
import type { ShareContext } from './share.service'

/** Ends the transaction in which a move was tried out. */
class OnlyTried extends Error {
  constructor(readonly preview: MovePreview) {
    super('')
  }
}

/**
 * Who would gain and who would lose a page by a move: it is made in a transaction that is taken back, so that the answer is
 * what the move does. For people who may move it there; throws like `requirePage` for anybody else: a move by which others gain or lose a
 * page takes the right to manage it, and so does learning who they are.
 */
export async function previewMove(
  ctx: ShareContext,
  { id, parentDocumentId: parentId, podId }: PreviewMove,
): Promise<MovePreview> {
  const { row } = await requirePage(ctx, id, 'edit')
  const parent = parentId === null ? null : await requirePage(ctx, parentId, 'edit')
  const pod = parent?.row.pod_id ?? (await requirePod(ctx, podId ?? row.pod_id))
  const nothing: MovePreview = { gains: [], loses: [], moreGains: 0, moreLoses: 0, link: 'same' }
  const isSame = await inheritsSame(ctx.db, row.parent_id, parentId)
  if (pod === row.pod_id && isSame) return nothing
  await requirePage(ctx, id, 'manage')
  await takeMove(ctx, id, 'preview')
  try {
    await ctx.db.transaction().execute(async (trx) => {
      await lockTrees(trx, [row.pod_id, pod])
      const way = await idsAbove(trx, parentId)
      if (way.includes(id)) throw new OnlyTried(nothing)
      const before = await stateOf(trx, id)
      await putInto(trx, id, parentId, pod)
      await settleAccess(trx, [id])
      const after = await stateOf(trx, id)
      const known = await listKnown(trx, ctx.caller.user.id, [
        ...before.people.keys(),
        ...after.people.keys(),
      ])
      throw new OnlyTried(differenceOf(before, after, known))
    })
  } catch (error) {
    if (error instanceof OnlyTried) return error.preview
    throw error
  }
  return nothing
}

interface State {
  people: Map<string, { name: string; rank: number }>
  isLinked: boolean
}

async function stateOf(trx: Db, id: string): Promise<State> {
  const open = await openWay(trx, id)
  return {
    people: await peopleWith(trx, id),
    isLinked: (await listLinked(trx, open, new Date().toISOString())).length > 0,
  }
}

/** Those among whom the caller does not know (`known`) are counted, not named. */
function differenceOf(before: State, after: State, known: ReadonlySet<string>): MovePreview {
  const missing = (from: State, to: State) => {
    const people = [...from.people].filter(([userId]) => !to.people.has(userId))
    const names = people.flatMap(([userId, { name }]) => (known.has(userId) ? [name] : [])).sort()
    const named = names.slice(0, SHARE.named)
    return { named, more: people.length - named.length }
  }
  const gains = missing(after, before)
  const loses = missing(before, after)
  return {
    gains: gains.named,
    loses: loses.named,
    moreGains: gains.more,
    moreLoses: loses.more,
    link: before.isLinked === after.isLinked ? 'same' : after.isLinked ? 'gained' : 'lost',
  }
}
