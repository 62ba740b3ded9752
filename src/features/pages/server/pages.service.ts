import { webcrypto } from 'node:crypto'
import type { Block } from '@/blocks/kit/block'
import { pageTextOf } from '@/blocks/page-text'
import type { StoredFile } from '@/features/files/model'
import { FILE_NOT_THERE } from '@/features/files/model'
import { nameFiles, showFile } from '@/features/files/server/file-pages'
import { readyFile } from '@/features/files/server/seen-file'
import { findPod } from '@/server/access/page-access'
import type { PageRow } from '@/server/access/page-row'
import { listAncestors, listPath } from '@/server/access/pages-above'
import { privacyOf } from '@/server/access/privacy'
import { readPermitted, requirePage } from '@/server/access/require-page'
import { makePage } from '@/server/collab/make-page'
import { storeMade } from '@/server/collab/page-store'
import { blockIdsIn } from '@/server/collab/page-work'
import type { Services } from '@/server/context'
import type { Db } from '@/server/db/db'
import type { NewDocumentRow } from '@/server/db/schema'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newBlockId, newId } from '@/shared/ids'
import { LIMITS } from '@/shared/limits'
import { NOT_THERE } from '@/shared/not-there'
import { mayDo } from '@/shared/permissions'
import { copiedBlocks } from '../copied-blocks'
import { fileOfCover } from '../cover/cover'
import { COVER_TOO_LARGE, NO_COVER_FILE } from '../cover/cover-words'
import type { AppendBlocks, GetPage, UpdatePage } from '../inputs'
import { MOVED, type PageDetail, type PageSummary, POD_NOT_THERE } from '../model'
import { keyAfter } from '../page-order'
import { MOVE_REFUSALS } from '../page-tree'
import { emptyPage } from './empty-page'
import * as marks from './marks.queries'
import * as places from './page-tree.queries'
import * as queries from './pages.queries'
import { detailOf, summaryOf } from './present'

const now = () => new Date().toISOString()

/** What creating, changing and showing pages needs of the running server, and who does it. */
export interface PagesContext extends Pick<Services, 'db' | 'live' | 'config'> {
  caller: { user: { id: string }; activePodId?: string | undefined }
}

/** The page as its screen shows it; `content: false` leaves the blocks out. Throws like `requirePage`. */
export async function getPage(ctx: PagesContext, input: GetPage): Promise<PageDetail> {
  const page = await requirePage(ctx, input.id, 'view')
  const { row } = page
  const userId = ctx.caller.user.id
  const [names, ancestors, parents, favorite, privacy] = await Promise.all([
    queries.findNames(ctx.db, [row.created_by, ...(row.updated_by === null ? [] : [row.updated_by])]),
    listPath(ctx.db, userId, row.parent_id),
    places.findParents(ctx.db, userId, [row.id]),
    marks.isFavorite(ctx.db, userId, row.id),
    privacyOf(ctx.db, userId, row.id),
  ])
  const content = input.content ? await readContent(ctx, row.id) : null
  const isSummaryStale = await summaryIsStale(ctx, row, content?.blocks)
  const hasChildren = parents.has(row.id)
  return detailOf({ ...page, names, ancestors, hasChildren, favorite, privacy, isSummaryStale, content })
}

/** Does the page say something else than when a model wrote its summary? */
async function summaryIsStale(
  { db }: Pick<PagesContext, 'db'>,
  { id, ai_summary, ai_summary_stamp: stamp }: PageRow,
  blocks: readonly Block[] | undefined,
): Promise<boolean> {
  if (ai_summary === null || stamp === null) return false
  const text = blocks ? pageTextOf(blocks).text : await queries.findText(db, id)
  if (text === null) return false
  // Of a very long page not by the thread that answers everybody.
  const digest = await webcrypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Buffer.from(digest).toString('hex') !== stamp
}

const readContent = (ctx: PagesContext, id: string) =>
  readPermitted(ctx, id, 'view', () => ctx.live.content(id, ctx.caller.user.id))

/** The pages of a pod outside the trash: those of one parent (null: top level), or all when it is left out. */
export async function listPages(
  ctx: PagesContext,
  input: { podId?: string | undefined; parentDocumentId?: string | null },
): Promise<PageSummary[]> {
  const userId = ctx.caller.user.id
  const parent =
    input.parentDocumentId == null ? null : await requirePage(ctx, input.parentDocumentId, 'view')
  // What lies in a page is in its pod.
  const podId = parent?.row.pod_id ?? (await requirePod(ctx, input.podId))
  if (input.parentDocumentId !== undefined) {
    const rows = await places.listLevel(ctx.db, userId, podId, input.parentDocumentId)
    // Of the top level nothing lies in a page that is seen, or it would be in there.
    return rows.map((row) =>
      summaryOf(row, { hasChildren: row.has_children === 1, parentId: input.parentDocumentId ?? null }),
    )
  }
  const rows = await places.listPod(ctx.db, userId, podId)
  const parents = new Set(rows.map((row) => row.parent_id))
  const seen = new Set(rows.map((row) => row.id))
  return rows.map((row) =>
    summaryOf(row, {
      hasChildren: parents.has(row.id),
      parentId: row.parent_id !== null && seen.has(row.parent_id) ? row.parent_id : null,
    }),
  )
}

/** The pages of other people's pods that are shared with the caller, at the top of what they see of each. */
export async function listShared(ctx: Pick<PagesContext, 'db' | 'caller'>): Promise<PageSummary[]> {
  const userId = ctx.caller.user.id
  const rows = await places.listSharedTops(ctx.db, userId)
  const parents = await places.findParents(
    ctx.db,
    userId,
    rows.map((row) => row.id),
  )
  return rows.map((row) => summaryOf(row, { hasChildren: parents.has(row.id), parentId: null }))
}

/** The pod that a call is about. Throws `not-found` for one that is named and is not the caller's to see. */
export async function requirePod({ db, caller }: PagesContext, podId: string | undefined): Promise<string> {
  const found = await findPod(db, caller.user.id, { podId, wanted: caller.activePodId })
  if (found === null) throw new AppError('not-found', POD_NOT_THERE())
  return found
}

/**
 * Asks once more, under the lock, whether the caller may put pages there: what was made for minutes must not get where they
 * have no business by now. Throws like `requirePage` and {@link requirePod}.
 */
export async function requirePlace(
  ctx: PagesContext,
  place: { podId: string; parentId: string | null },
): Promise<void> {
  if (place.parentId === null) await requirePod(ctx, place.podId)
  else await requirePage(ctx, place.parentId, 'edit')
}

/** A page to be made; without a parent it stands on the top level of the pod, without a pod in the active one. */
export interface NewPage {
  /** Chosen beforehand by the server, so that a page is made once; never by who asks. */
  id?: string
  parentDocumentId?: string | null | undefined
  podId?: string | undefined
  title?: string | undefined
  blocks?: Block[] | undefined
  icon?: string | null | undefined
}

/** How many pages a person can make by calls in a minute; an import or a copy makes more of them at once. */
const CREATED_PER_MINUTE = 600

/**
 * Makes a page, last among its siblings, and answers it. Throws `rate-limited` for too many in a minute,
 * `not-found` for a parent or pod that is not the caller's, `locked` for a parent in the trash, `bad-input`
 * when pages would be nested too deeply.
 */
export async function createPage(
  ctx: PagesContext & Pick<Services, 'limits'>,
  input: NewPage,
): Promise<PageDetail> {
  const userId = ctx.caller.user.id
  await ctx.limits.take(`create-page:${userId}`, CREATED_PER_MINUTE, 60)
  const parentId = input.parentDocumentId ?? null
  const parent = parentId === null ? null : await requirePage(ctx, parentId, 'edit')
  const podId = parent ? parent.row.pod_id : await requirePod(ctx, input.podId)
  const { id = newId(), title = '', blocks = [] } = input
  const isEmpty = title === '' && blocks.length === 0
  const made = isEmpty ? null : await makePage({ id, title, rich: JSON.stringify(blocks) }, userId)
  await ctx.db.transaction().execute(async (trx) => {
    await queries.lockPods(trx, [podId])
    const above = await requireParent(trx, parentId, podId)
    // What was asked for at the beginning may have ended while the page was made.
    await requirePlace({ ...ctx, db: trx }, { podId, parentId })
    if (above.length + 1 > LIMITS.pageDepth) throw new AppError('bad-input', MOVE_REFUSALS['too-deep'])
    const last = await places.findLastPosition(trx, podId, parentId)
    await queries.insertPage(trx, {
      ...emptyPage(now()),
      id,
      pod_id: podId,
      parent_id: parentId,
      position: keyAfter(last),
      icon: input.icon ?? null,
      created_by: userId,
      updated_by: userId,
    })
    if (made) {
      await storeMade(trx, id, made, userId)
      await nameFiles(trx, { userId, documentId: id }, made.named)
    }
  })
  return getPage(ctx, { id, content: true })
}

/**
 * Under the pod's lock: the parent and those above it, none of them in the trash or gone. Throws `conflict` when they are in
 * another pod by now.
 */
export async function requireParent(trx: Db, parentId: string | null, podId: string): Promise<string[]> {
  const above = await listAncestors(trx, parentId)
  if (parentId !== null && above.length === 0) throw new AppError('not-found', NOT_THERE())
  if (above.some((page) => page.archived_at !== null))
    throw new AppError('locked', t('The page to put this into is in the trash.'))
  if (above.some((page) => page.pod_id !== podId)) throw new AppError('conflict', MOVED())
  return above.map((page) => page.id)
}

/**
 * Changes what is given and leaves the rest. Title and content become a forward edit of the live page, so that they
 * merge with people who are typing (rulings 3). `isFavorite` is the caller's own and needs only that they may see
 * the page; `lockPage` can be changed although the page is locked.
 */
export async function updatePage(ctx: PagesContext, input: UpdatePage): Promise<PageDetail> {
  const { id, title, contentRich, isFavorite, lockPage, content, ...rest } = input
  const userId = ctx.caller.user.id
  const page = await requirePage(ctx, id, 'view')
  const set = columnsOf(rest)
  const changes = Object.keys(input).some((key) => !NO_CHANGES.includes(key))
  // Who unlocks a page may change it in the same call; who locks it once more may not.
  const locked = lockPage !== false && page.row.lock_page === 1
  const onlyLocks = Object.keys(input).every((key) => key === 'lockPage' || NO_CHANGES.includes(key))
  const facts = { ...page.facts, locked: locked && !onlyLocks }
  const mayChange = async () => {
    const { facts: now } = await requirePage(ctx, id, 'view')
    if (!mayDo({ ...now, locked: now.locked && lockPage !== false }, 'edit'))
      await requirePage(ctx, id, 'edit')
  }
  if (changes && !mayDo(facts, 'edit')) await requirePage(ctx, id, 'edit')
  if (rest.coverImage) await showCoverFile(ctx, id, rest.coverImage)
  if (title !== undefined || contentRich !== undefined) {
    const rich = contentRich && JSON.stringify(contentRich)
    await ctx.live.change(id, userId, { do: 'write', title, rich }, mayChange)
  }
  if (lockPage !== undefined) set.lock_page = Number(lockPage)
  if (Object.keys(set).length > 0)
    await queries.updatePages(ctx.db, [id], { ...set, updated_by: userId, updated_at: now() })
  if (lockPage !== undefined) ctx.live.recheckPages([id])
  if (Object.keys(set).length > 0) ctx.live.tellChanged([id])
  if (isFavorite !== undefined) await marks.setFavorite(ctx.db, userId, id, isFavorite, now())
  return getPage(ctx, { id, content })
}

/**
 * Puts blocks behind those of a page, as a forward edit that merges with people who are typing. They keep their ids, so that
 * links to them go on leading somewhere, unless the page has one of them already. Answers them as they stand there.
 */
export async function appendBlocks(ctx: PagesContext, { id, blocks }: AppendBlocks): Promise<Block[]> {
  await requirePage(ctx, id, 'edit')
  let wanted = blocks
  const mayEdit = () => requirePage(ctx, id, 'edit')
  const append = () =>
    ctx.live.change(id, ctx.caller.user.id, { do: 'append', rich: JSON.stringify(wanted) }, mayEdit)
  if ((await append()) === 'conflict') {
    wanted = withOtherIds(blocks)
    await append()
  }
  const names = new Set(wanted.map((block) => block.id))
  return (await readContent(ctx, id)).blocks.filter((block) => names.has(block.id))
}

function withOtherIds(blocks: readonly Block[]): Block[] {
  const others = new Map([...blockIdsIn(blocks)].map((id) => [id, newBlockId()]))
  const block = (id: string): string => others.get(id) ?? id
  return copiedBlocks(blocks, { page: () => null, file: () => null, block, origin: '' })
}

/** Why a file cannot be a cover; `null` when it can (rulings 6). */
export function whyNoCover({ size, type }: Pick<StoredFile, 'size' | 'type'>): AppError | null {
  if (size > LIMITS.coverFile) return new AppError('too-large', COVER_TOO_LARGE())
  return /^(?:image|video|audio)\//.test(type) ? null : new AppError('bad-input', NO_COVER_FILE())
}

/** The page shows the file of its cover: one that the caller may see, no larger than a cover may be (rulings 6). */
async function showCoverFile(ctx: PagesContext, documentId: string, cover: string): Promise<void> {
  const id = fileOfCover(cover)
  if (id === null) return
  const fault = whyNoCover(await readyFile(ctx, id))
  if (fault) throw fault
  if (!(await showFile(ctx.db, { userId: ctx.caller.user.id, documentId }, id)))
    throw new AppError('not-found', FILE_NOT_THERE())
}

/** What may be said about a page that can only be read. */
const NO_CHANGES = ['id', 'isFavorite', 'content']

type Columns = Partial<Omit<NewDocumentRow, 'id'>>

export function columnsOf(
  input: Omit<UpdatePage, 'id' | 'title' | 'contentRich' | 'isFavorite' | 'lockPage' | 'content'>,
): Columns {
  const bit = (value: boolean | undefined) => (value === undefined ? undefined : Number(value))
  const set = {
    status: input.status,
    icon: input.icon,
    cover_image: input.coverImage,
    cover_fit: input.coverFit,
    background_gradient: input.backgroundGradient,
    text_style: input.textStyle,
    small_text: bit(input.smallText),
    full_width: bit(input.fullWidth),
    toc: bit(input.toc),
    tags: input.tags && JSON.stringify(input.tags),
    ai_summary: input.aiSummary,
    // What a person writes was made of no text.
    ai_summary_stamp: input.aiSummary === undefined ? undefined : (input.aiSummaryStamp ?? null),
  }
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)) as Columns
}

/** Notes that the person has the page open now. */
export async function visitPage(ctx: PagesContext, id: string): Promise<{ id: string }> {
  await requirePage(ctx, id, 'view')
  await marks.saveVisit(ctx.db, ctx.caller.user.id, id, now())
  return { id }
}
