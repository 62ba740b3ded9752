import { nameFiles } from '@/features/files/server/file-pages'
import { moveFilesToPod } from '@/features/files/server/pod-files'
import { makePage } from '@/server/collab/make-page'
import { storeMade } from '@/server/collab/page-store'
import { AppError } from '@/shared/errors'
import { newId } from '@/shared/ids'
import { LIMITS } from '@/shared/limits'
import { filesNamedIn } from '../copied-blocks'
import { keyAfter } from '../page-order'
import { emptyPage } from './empty-page'
import * as places from './page-tree.queries'
import * as queries from './pages.queries'
import { columnsOf, type PagesContext, requireParent, requirePlace, requirePod } from './pages.service'
import { requirePage } from './require-page'

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
 * Several pages that appear together or not at all. Until `show` they are nowhere: marked as if they had gone to the trash with
 * a page that does not exist, so that no list, search or socket finds them. What a killed server leaves is removed by
 * `clearPreparedPages`.
 */
export interface PreparedPages {
  /** How many levels there is room for below the place. */
  depth: number
  podId: string
  /** Makes one page, behind its siblings; its parent was made before. */
  add(page: PreparedPage): Promise<void>
  /** Lets all be seen. Throws like `createPage`; then nothing is shown, and `drop` is to be called. */
  show(): Promise<void>
  /** Removes what was made. */
  drop(): Promise<void>
}

/** Begins such a batch. Throws `not-found` for a parent or pod that is not the caller's, `locked` for one in the trash. */
export async function preparePages(ctx: PagesContext, place: PreparedPlace): Promise<PreparedPages> {
  const userId = ctx.caller.user.id
  const { parentDocumentId: parentId } = place
  const parent = parentId === null ? null : await requirePage(ctx, parentId, 'edit')
  const podId = parent ? parent.row.pod_id : await requirePod(ctx, place.podId)
  const above = await requireParent(ctx.db, parentId, podId)
  const batch = `${queries.PREPARED}${newId()}`
  const ids: string[] = []
  const roots: string[] = []
  const last = new Map<string, string>()
  return {
    depth: LIMITS.pageDepth - above.length,
    podId,
    async add({ id, parentId: within, title, rich, columns, createdAt }) {
      const position = within === null ? 'a0' : keyAfter(last.get(within) ?? null)
      if (within === null) roots.push(id)
      else last.set(within, position)
      ids.push(id)
      const row = {
        ...emptyPage(now()),
        ...columnsOf(columns),
        ...(createdAt !== undefined && { created_at: createdAt }),
        id,
        pod_id: podId,
        parent_id: within ?? parentId,
        position,
        archived_at: now(),
        archived_root: batch,
        created_by: userId,
        updated_by: userId,
      }
      const made = await makePage({ id, title, rich }, userId)
      await ctx.db.transaction().execute(async (trx) => {
        await queries.insertPage(trx, row)
        await storeMade(trx, id, made, userId)
        const named = [...filesNamedIn(columns.coverImage ?? null), ...made.named]
        await nameFiles(trx, { userId, documentId: id }, named)
      })
    },
    async show() {
      // The place may have gone to another pod with what is in it.
      const home = parentId === null ? podId : (await requirePage(ctx, parentId, 'edit')).row.pod_id
      await ctx.db.transaction().execute(async (trx) => {
        await queries.lockPods(trx, [podId, home])
        await requirePlace({ ...ctx, db: trx }, { podId: home, parentId })
        const around = await requireParent(trx, parentId, home)
        if (around.length > above.length)
          throw new AppError('conflict', 'The page to put this into was moved meanwhile. Please try again.')
        let position = await places.findLastPosition(trx, home, parentId)
        for (const id of roots) {
          position = keyAfter(position)
          await queries.updatePages(trx, [id], { position })
        }
        await queries.updatePages(trx, ids, { archived_at: null, archived_root: null, pod_id: home })
        await moveFilesToPod(trx, ctx.config.quota, ids, home)
      })
      ctx.live.recheckPages(ids)
    },
    async drop() {
      await queries.deletePages(ctx.db, ids)
      ctx.live.recheckPages(ids)
    },
  }
}

/** How long a batch may be on its way; what is older was left by a server that ended. */
const HOUR_MS = 3_600_000

/** Removes what was being prepared when a server ended. Answers how many pages that were. */
export async function clearPreparedPages(db: PagesContext['db'], at: Date = new Date()): Promise<number> {
  const before = new Date(at.getTime() - HOUR_MS).toISOString()
  const left = await queries.listPrepared(db, before)
  await queries.deletePages(db, left)
  return left.length
}
