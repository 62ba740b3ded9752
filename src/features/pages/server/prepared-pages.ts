import { setImmediate } from 'node:timers/promises'
import { nameFiles } from '@/features/files/server/file-pages'
import { moveFilesToPod } from '@/features/files/server/pod-files'
import { requirePage } from '@/server/access/require-page'
import { makePage } from '@/server/collab/make-page'
import { storeMade } from '@/server/collab/page-store'
import type { MadeContent, PageToMake } from '@/server/collab/page-work'
import type { Db } from '@/server/db/db'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import { LIMITS } from '@/shared/limits'
import { filesNamedIn } from '../copied-blocks'
import { keyAfter } from '../page-order'
import { emptyPage } from './empty-page'
import { settleAccess } from './inherited-access'
import * as places from './page-tree.queries'
import * as queries from './pages.queries'
import { columnsOf, type PagesContext, requireParent, requirePlace, requirePod } from './pages.service'
import * as preparations from './prepared-pages.queries'

/** What a page can be made with besides its title and blocks. */
export type PreparedColumns = Parameters<typeof columnsOf>[0]

export interface PreparedPage {
  id: string
  /** Another page of the same batch, or null for one that goes where the batch goes. */
  parentId: string | null
  title: string
  /** Its blocks, as JSON. */
  rich: string
  columns: PreparedColumns
  /** What a file suggests of it, in the name of the caller. */
  review?: PageToMake['review']
  /** Where discussions of a file stand. */
  anchors?: PageToMake['anchors']
  /** When it was first made, elsewhere; left out: now. */
  createdAt?: string | undefined
}

/** Where pages that are made together will stand. */
export interface PreparedPlace {
  parentDocumentId: string | null
  podId?: string | undefined
}

const now = () => new Date().toISOString()

/**
 * Several pages that appear together or not at all. Until `show` nobody sees them: a row of `prepared_page` hides each from every
 * list, search, socket and visitor (`page-access.ts`). What a killed server leaves is removed by `clearPreparedPages`.
 */
export interface PreparedPages {
  /** How many levels there is room for below the place. */
  depth: number
  podId: string
  /** Makes one page, behind its siblings; its parent was made before. */
  add(page: PreparedPage): Promise<Pick<MadeContent, 'anchored' | 'isReviewed'>>
  /** Leaves out the cover of a page that was made. */
  removeCover(id: string): Promise<void>
  /** Lets all be seen. Throws like `createPage`; then nothing is shown, and `drop` is to be called. */
  show(): Promise<void>
  /**
   * Removes what was made. Says whether it is gone: where the database has shown it and its answer was lost on the way, it stays.
   */
  drop(): Promise<boolean>
}

/** Begins such a batch. Throws `not-found` for a parent or pod that is not the caller's, `locked` for one in the trash. */
export async function preparePages(ctx: PagesContext, place: PreparedPlace): Promise<PreparedPages> {
  const userId = ctx.caller.user.id
  const { parentDocumentId: parentId } = place
  const parent = parentId === null ? null : await requirePage(ctx, parentId, 'edit')
  const podId = parent ? parent.row.pod_id : await requirePod(ctx, place.podId)
  const above = await requireParent(ctx.db, parentId, podId)
  const batch = newId()
  const ids: string[] = []
  const roots = new Set<string>()
  const last = new Map<string, string>()
  await preparations.insertPreparation(ctx.db, batch, now())

  /** Behind its siblings; the roots have the places in which they will be seen. */
  const placeOf = async (trx: Db, podId: string, within: string | null) =>
    keyAfter(
      within === null ? await places.findLastPosition(trx, podId, parentId) : (last.get(within) ?? null),
    )

  /** The place has gone to another pod with what is in it: the pages follow, one by one, as nobody sees them there either. */
  const follow = async (home: string) => {
    for (const id of ids) {
      await ctx.db.transaction().execute(async (trx) => {
        const position = roots.has(id) ? { position: await placeOf(trx, home, null) } : {}
        await queries.updatePages(trx, [id], { ...position, pod_id: home })
      })
      await setImmediate()
    }
  }

  return {
    depth: LIMITS.pageDepth - above.length,
    podId,
    async add({ id, parentId: within, title, rich, review, anchors, columns, createdAt }) {
      const made = await makePage({ id, title, rich, review, anchors }, userId)
      await ctx.db.transaction().execute(async (trx) => {
        if (within === null) await queries.lockPods(trx, [podId])
        const position = await placeOf(trx, podId, within)
        await queries.insertPage(trx, {
          ...emptyPage(now()),
          ...columnsOf(columns),
          ...(createdAt !== undefined && { created_at: createdAt }),
          id,
          pod_id: podId,
          parent_id: within ?? parentId,
          position,
          created_by: userId,
          updated_by: userId,
        })
        await preparations.hidePage(trx, id, { id: batch, at: now() })
        await storeMade(trx, id, made, userId)
        const named = [...filesNamedIn(columns.coverImage ?? null), ...made.named]
        await nameFiles(trx, { userId, documentId: id }, named)
        if (within !== null) last.set(within, position)
      })
      ids.push(id)
      if (within === null) roots.add(id)
      return made
    },
    async removeCover(id) {
      await queries.updatePages(ctx.db, [id], { cover_image: null })
    },
    async show() {
      const home = parentId === null ? podId : (await requirePage(ctx, parentId, 'edit')).row.pod_id
      if (home !== podId) await follow(home)
      await ctx.db.transaction().execute(async (trx) => {
        await queries.lockPods(trx, [podId, home])
        await requirePlace({ ...ctx, db: trx }, { podId: home, parentId })
        const around = await requireParent(trx, parentId, home)
        if (around.length > above.length)
          throw new AppError(
            'conflict',
            t('The page to put this into was moved meanwhile. Please try again.'),
          )
        if (home !== podId) await moveFilesToPod(trx, ctx.config.quota, ids, home)
        // Who has the page around them may have changed while they were made. What is hidden is left out of a branch that is settled.
        const isOther = await preparations.isInheritingOther(trx, batch)
        await endWhole(trx, batch, ids.length)
        if (isOther) await settleAccess(trx, [...roots])
      })
      ctx.live.recheckPages(ids)
    },
    async drop() {
      await dropPrepared(ctx.db, batch, ids)
      ctx.live.recheckPages(ids)
      return !(await preparations.isAnyThere(ctx.db, ids))
    },
  }
}

/** How long one page of a batch may take; a batch that stands still for longer was left by a server that ended. */
const HOUR_MS = 3_600_000

/** Removes what was being prepared when a server ended. Answers how many pages that were. */
export async function clearPreparedPages(db: PagesContext['db'], at: Date = new Date()): Promise<number> {
  let count = 0
  const since = new Date(at.getTime() - HOUR_MS).toISOString()
  for (const id of await preparations.listPreparations(db, since))
    if (await preparations.hasStoodStill(db, id, since)) count += await dropPrepared(db, id)
  return count
}

/**
 * Ends a preparation, so that its pages are seen. Throws `unavailable` when it does not hide all of them any more: a clean-up took it for one
 * that a server had left.
 */
export async function endWhole(trx: Db, batch: string, pages: number): Promise<void> {
  await preparations.goesOn(trx, batch, now())
  if ((await preparations.countPrepared(trx, batch)) !== pages)
    throw new AppError('unavailable', t('That did not work. Please try again.'))
  await preparations.endPreparation(trx, batch)
}

/**
 * Removes the pages that a preparation hides, one by one, with a turn for others in between: they may be large. `made`: in which order they were
 * made, so that what lies in a page goes before it. Answers how many those were.
 */
export async function dropPrepared(db: Db, batch: string, made: readonly string[] = []): Promise<number> {
  const places = new Map(made.map((id, at) => [id, at]))
  const placeOf = (id: string) => places.get(id) ?? made.length
  const left = await preparations.listPrepared(db, batch)
  for (const id of left.sort((one, other) => placeOf(other) - placeOf(one))) {
    await preparations.deleteHidden(db, id, batch)
    await setImmediate()
  }
  await preparations.forgetPreparation(db, batch)
  return left.length
}
