import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { FileCopies } from '@/features/files/server/copy-files'
import { findPages, type PageRow } from '@/server/access/page-row'
import { readPermitted, requirePage } from '@/server/access/require-page'
import { makePage } from '@/server/collab/make-page'
import type { MadeContent } from '@/server/collab/page-work'
import type { Projection } from '@/server/collab/projection'
import type { Services } from '@/server/context'
import type { NewDocumentRow } from '@/server/db/schema'
import { indexLinks } from '@/server/links/page-links'
import { indexPage } from '@/server/search/index-page'
import type { Progress } from '@/server/under-way'
import { AppError } from '@/shared/errors'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import { LIMITS } from '@/shared/limits'
import { NOT_THERE } from '@/shared/not-there'
import { type CopiedNames, copiedAddress, copiedBlocks, filesNamedIn } from '../copied-blocks'
import type { DuplicatePage } from '../inputs'
import type { PageDetail } from '../model'
import { keyAfter, planPlace } from '../page-order'
import { MOVE_REFUSALS } from '../page-tree'
import { emptyPage } from './empty-page'
import { keepCopiesClosed, settleAccess } from './inherited-access'
import { heightOf } from './move-page.service'
import * as places from './page-tree.queries'
import * as queries from './pages.queries'
import { getPage, type PagesContext, requireParent, requirePlace, requirePod } from './pages.service'
import { dropPrepared, endWhole } from './prepared-pages'
import * as preparations from './prepared-pages.queries'

/** Copying needs the files too. */
export interface CopyContext
  extends PagesContext,
    Pick<Services, 'files' | 'limits' | 'underWay' | 'log' | 'config' | 'lease'> {}

/** How many copies a person can make in a minute. */
const PER_MINUTE = 60
/** Copies that one person has made at once: each can be of a thousand pages. */
const AT_ONCE = 6
const COPYING = () => t('Other pages of yours are still being copied. Please wait for them.')

const nameOfCopy = (userId: string, copyId: string) => `copy:${userId} ${copyId}`

/** How far the caller's copy of that name is, in pages; null when none is being made. */
export const copyProgress = (
  { underWay, caller }: Pick<CopyContext, 'underWay' | 'caller'>,
  copyId: string,
): Promise<Progress | null> => underWay.progressOf(nameOfCopy(caller.user.id, copyId))

const copyTitle = (title: string): string =>
  title === '' ? '' : `${[...title].slice(0, LIMITS.title - 10).join('')} (copy)`

/**
 * Copies a page to the place right after it, alone or with everything inside that the caller may see (product.md 2.31).
 * Throws like `requirePage` for the page and its parent; `bad-input` for more than `LIMITS.copyPages`; the reason of
 * `signal` when the caller has gone away. Then nothing is made.
 */
export async function duplicatePage(
  ctx: CopyContext,
  { id, withSubpages, copyId, content }: DuplicatePage,
  signal: AbortSignal | undefined,
): Promise<PageDetail> {
  const { row } = await requirePage(ctx, id, 'view')
  if (row.archived_at !== null)
    throw new AppError('locked', t('This page is in the trash. Restore it to copy it.'))
  const place = { podId: row.pod_id, parentId: row.parent_id, afterId: id }
  const copy = await copyPages(ctx, { id, withSubpages, place, titled: copyTitle, copyId, signal })
  return getPage(ctx, { id: copy, content })
}

/** Which pages are copied, and to where. */
export interface PagesToCopy {
  id: string
  withSubpages: boolean
  /** In a pod; into a page (null: the top level); after a sibling, else last. */
  place: { podId: string; parentId: string | null; afterId?: string }
  /** What the copy of the page is called; those inside keep their names. */
  titled(title: string): string
  /** Columns of the copied page that are not those of the original. */
  columns?: Partial<NewDocumentRow>
  copyId?: string | undefined
  signal?: AbortSignal | undefined
}

/** A page that was copied. A copy may have a thousand large ones, so nothing more of them is kept in memory. */
interface Copied {
  /** The page that it is a copy of. */
  source: string
  id: string
  parent_id: string | null
  archived_at: null
}

/**
 * Copies a page as it reads now (not its history) to a place where the caller may add pages; answers the copy's id. Each page is stored
 * where nobody sees it, as by `preparePages`, and all appear in one transaction. Links and mentions inside what is copied lead to the
 * copies, files are copied along. The page has been checked by the caller of this; its place is checked here.
 */
export async function copyPages(ctx: CopyContext, asked: PagesToCopy): Promise<string> {
  const userId = ctx.caller.user.id
  const { parentId } = asked.place
  const parent = parentId === null ? null : await requirePage(ctx, parentId, 'edit')
  const podId = parent?.row.pod_id ?? (await requirePod(ctx, asked.place.podId))
  await ctx.limits.take(`copy:${userId}`, PER_MINUTE, 60)
  return ctx.underWay.within(`copies:${userId}`, AT_ONCE, COPYING(), () => copyAll(ctx, asked, podId))
}

async function copyAll(ctx: CopyContext, asked: PagesToCopy, podId: string): Promise<string> {
  const userId = ctx.caller.user.id
  const sources = await sourcesOf(ctx, asked)
  const name = asked.copyId === undefined ? null : nameOfCopy(userId, asked.copyId)
  const tell = async (progress: Progress | null) => {
    if (name !== null) await ctx.underWay.tell(name, progress)
  }
  await tell({ done: 0, total: sources.length })
  const files = new FileCopies(ctx)
  const batch = newId()
  const copied: Copied[] = []
  try {
    await preparations.insertPreparation(ctx.db, batch, new Date().toISOString())
    await copyEach(ctx, { ...asked, podId, sources, files, tell, batch, copied })
    const [root] = copied
    if (!root) throw new AppError('not-found', NOT_THERE())
    await showCopies(ctx, { ...asked, podId, files, batch, copied })
    return root.id
  } catch (error) {
    // What cannot be removed now is removed later: pages that are not shown after a while, files by the next start.
    const ids = copied.map(({ id }) => id)
    const isGone = await dropPrepared(ctx.db, batch, ids)
      // Where the answer to the last step was lost on the way, the pages may be seen, and their files are theirs.
      .then(async () => !(await preparations.isAnyThere(ctx.db, ids)))
      .catch((left: unknown) => {
        ctx.log.error({ err: left }, 'pages of a copy that was not made are left')
        return false
      })
    if (isGone)
      await files
        .discard()
        .catch((left) => ctx.log.error({ err: left }, 'files of a copy that was not made are left'))
    throw error
  } finally {
    await tell(null)
  }
}

/** The pages that are copied, each after the one it lies in; without those in the trash and those the caller does not see. */
async function sourcesOf(ctx: CopyContext, { id, withSubpages }: PagesToCopy): Promise<PageRow[]> {
  if (!withSubpages) return findPages(ctx.db, [id])
  const below = await places.listBranch(ctx.db, ctx.caller.user.id, id)
  if (below.length > LIMITS.copyPages) {
    const most = inFigures(LIMITS.copyPages)
    throw new AppError(
      'bad-input',
      t('At most {most} pages can be copied at once; these are more.', { most }),
    )
  }
  const ids = below.map((page) => page.id)
  const byId = new Map((await findPages(ctx.db, ids)).map((row) => [row.id, row]))
  const childrenOf = Map.groupBy(byId.values(), (row) => row.parent_id)
  const ordered: PageRow[] = []
  const next = [byId.get(id)]
  for (let row = next.shift(); row; row = next.shift()) {
    if (ordered.includes(row)) continue
    ordered.push(row)
    next.push(...(childrenOf.get(row.id) ?? []))
  }
  return ordered
}

/** A copy under way. */
interface Copying extends PagesToCopy {
  podId: string
  files: FileCopies
  /** The preparation that hides its pages. */
  batch: string
  /** Each after the one it lies in. */
  copied: Copied[]
}

interface Making extends Copying {
  sources: readonly PageRow[]
  tell(progress: Progress): Promise<void>
}

async function copyEach(ctx: CopyContext, making: Making): Promise<void> {
  const { sources, files, tell, signal, podId, copied } = making
  const ids = new Map(sources.map(({ id }) => [id, newId()]))
  // Equal ids of blocks give equal ones in every page of this copy, and others in the next.
  const salt = newId()
  const names: CopiedNames = {
    page: (id) => ids.get(id) ?? null,
    block: (id) => createHash('sha256').update(`${salt} ${id}`).digest('base64url').slice(0, 12),
    file: (id) => files.idOf(id),
    origin: ctx.config.publicUrl,
  }
  const addFile: FileCopies['add'] = async (...asked) => {
    await files.add(...asked)
    // A large page may have so much to copy that it would be taken for left.
    await preparations.goesOn(ctx.db, making.batch, new Date().toISOString())
  }
  for (const source of sources) {
    signal?.throwIfAborted()
    const id = ids.get(source.id) as string
    const isRoot = copied.length === 0
    const read = () => ctx.live.content(source.id, ctx.caller.user.id)
    const original = await readPermitted(ctx, source.id, 'view', read)
    for (const file of filesNamedIn(original.blocks, source.cover_image))
      await addFile(file, source.id, { id, pod_id: podId })
    const title = isRoot ? making.titled(original.title) : original.title
    const rich = JSON.stringify(copiedBlocks(original.blocks, names))
    const made = await makePage({ id, title, rich }, ctx.caller.user.id)
    const row = {
      ...emptyPage(new Date().toISOString()),
      ...lookOf(source, names),
      id,
      pod_id: podId,
      parent_id: isRoot ? making.place.parentId : (ids.get(source.parent_id ?? '') ?? null),
      position: source.position,
      created_by: ctx.caller.user.id,
      updated_by: ctx.caller.user.id,
      ...(isRoot ? making.columns : {}),
    }
    await insertHidden(ctx, making, row, made)
    copied.push({ source: source.id, id, parent_id: row.parent_id, archived_at: null })
    await tell({ done: copied.length, total: sources.length })
    // A person who types meanwhile has a turn after every page.
    await nextTurn()
  }
}

/** Stores a copy that nobody sees yet, with what it is found by and leads to. */
async function insertHidden(
  ctx: CopyContext,
  { batch, copied, place, podId }: Making,
  row: Omit<NewDocumentRow, keyof Projection>,
  { packed, projection }: MadeContent,
): Promise<void> {
  const { cut, links, named: _, ...columns } = projection
  await ctx.db.transaction().execute(async (trx) => {
    let { position } = row
    if (copied.length === 0) {
      // A place of its own, until it has the one in which it is seen.
      await queries.lockPods(trx, [podId])
      position = keyAfter(await places.findLastPosition(trx, podId, place.parentId))
    }
    await queries.insertWholePage(trx, { ...row, ...columns, position }, packed)
    await preparations.hidePage(trx, row.id, { id: batch, at: new Date().toISOString() })
    const { title, plain_text: text } = projection
    await indexPage(trx, row.id, { title, text, cut, editedAt: row.updated_at })
    // Nobody is told of the mentions in a copy.
    await indexLinks(trx, row.id, links)
  })
}

/** What a page looks like, named column by column: of the people who see the original, nobody is copied. */
const lookOf = (source: PageRow, names: CopiedNames) => ({
  icon: source.icon,
  status: source.status,
  cover_image: source.cover_image && copiedAddress(source.cover_image, names),
  cover_fit: source.cover_fit,
  background_gradient: source.background_gradient,
  text_style: source.text_style,
  small_text: source.small_text,
  full_width: source.full_width,
  toc: source.toc,
  ai_summary: source.ai_summary,
  ai_summary_stamp: source.ai_summary_stamp,
  tags: source.tags,
})

/** Lets all copies be seen, where they are to stand. */
function showCopies(
  ctx: CopyContext,
  { batch, copied, podId, place, files, signal }: Copying,
): Promise<void> {
  const { parentId, afterId } = place
  return ctx.db.transaction().execute(async (trx) => {
    await queries.lockPods(trx, [podId])
    await requirePlace({ ...ctx, db: trx }, { podId, parentId })
    const above = await requireParent(trx, parentId, podId)
    const [root] = copied
    if (!root) return
    if (above.length + heightOf(copied, root.id) > LIMITS.pageDepth)
      throw new AppError('bad-input', MOVE_REFUSALS['too-deep'])
    const siblings = (await places.listSiblings(trx, podId, parentId)).filter(({ id }) => id !== root.id)
    // The original may have gone elsewhere while it was copied.
    const found = planPlace(siblings, afterId === undefined ? {} : { afterId }) ?? planPlace(siblings, {})
    for (const repair of found?.repairs ?? [])
      await queries.updatePages(trx, [repair.id], { position: repair.position })
    if (found) await queries.updatePages(trx, [root.id], { position: found.position })
    await endWhole(trx, batch, copied.length)
    // Who has the page around them may have changed while they were made.
    await settleAccess(trx, [root.id])
    const by = ctx.caller.user.id
    await keepCopiesClosed(
      trx,
      copied.map(({ source, id }) => ({ source, id, by })),
      parentId,
    )
    await files.keep(trx)
    signal?.throwIfAborted()
  })
}
