import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { FileCopies } from '@/features/files/server/copy-files'
import { findPages, type PageRow } from '@/server/access/page-row'
import { readPermitted, requirePage } from '@/server/access/require-page'
import { makePage } from '@/server/collab/make-page'
import type { Services } from '@/server/context'
import type { NewDocumentRow } from '@/server/db/schema'
import type { CutWords } from '@/server/search/cut-words'
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
import { planPlace } from '../page-order'
import { MOVE_REFUSALS } from '../page-tree'
import { emptyPage } from './empty-page'
import { keepCopiesClosed } from './inherited-access'
import * as places from './page-tree.queries'
import * as queries from './pages.queries'
import {
  getPage,
  heightOf,
  type PagesContext,
  requireParent,
  requirePlace,
  requirePod,
} from './pages.service'

/** Copying needs the files too. */
export interface CopyContext
  extends PagesContext,
    Pick<Services, 'files' | 'limits' | 'underWay' | 'log' | 'config' | 'lease'> {}

/** How many copies a person can make in a minute. */
const PER_MINUTE = 60

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

/** A page that is ready to be inserted. */
interface MadePage {
  /** The page that it is a copy of. */
  source: string
  row: NewDocumentRow
  packed: Uint8Array
  cut: CutWords
}

/**
 * Copies a page as it reads now (not its history) to a place where the caller may add pages, in one transaction; answers
 * the copy's id. Links and mentions inside what is copied lead to the copies, files are copied along. The page has been
 * checked by the caller of this; its place is checked here.
 */
export async function copyPages(ctx: CopyContext, asked: PagesToCopy): Promise<string> {
  const userId = ctx.caller.user.id
  const { parentId } = asked.place
  const parent = parentId === null ? null : await requirePage(ctx, parentId, 'edit')
  const podId = parent?.row.pod_id ?? (await requirePod(ctx, asked.place.podId))
  await ctx.limits.take(`copy:${userId}`, PER_MINUTE, 60)
  const sources = await sourcesOf(ctx, asked)
  const name = asked.copyId === undefined ? null : nameOfCopy(userId, asked.copyId)
  const tell = async (progress: Progress | null) => {
    if (name !== null) await ctx.underWay.tell(name, progress)
  }
  await tell({ done: 0, total: sources.length })
  const files = new FileCopies(ctx)
  try {
    const pages = await makePages(ctx, { ...asked, podId, sources, files, tell })
    const [root] = pages
    if (!root) throw new AppError('not-found', NOT_THERE())
    await insertPages(ctx, {
      pages,
      parentId,
      podId,
      afterId: asked.place.afterId,
      files,
      signal: asked.signal,
    })
    await indexPages(ctx, pages)
    return root.row.id
  } catch (error) {
    // What cannot be removed now is removed by the next start.
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

interface Making extends PagesToCopy {
  podId: string
  sources: readonly PageRow[]
  files: FileCopies
  tell(progress: Progress): Promise<void>
}

async function makePages(ctx: CopyContext, making: Making): Promise<MadePage[]> {
  const { sources, files, tell, signal, podId } = making
  const ids = new Map(sources.map(({ id }) => [id, newId()]))
  // Equal ids of blocks give equal ones in every page of this copy, and others in the next.
  const salt = newId()
  const names: CopiedNames = {
    page: (id) => ids.get(id) ?? null,
    block: (id) => createHash('sha256').update(`${salt} ${id}`).digest('base64url').slice(0, 12),
    file: (id) => files.idOf(id),
    origin: ctx.config.publicUrl,
  }
  const made: MadePage[] = []
  for (const source of sources) {
    signal?.throwIfAborted()
    const id = ids.get(source.id) as string
    const isRoot = made.length === 0
    const read = () => ctx.live.content(source.id, ctx.caller.user.id)
    const original = await readPermitted(ctx, source.id, 'view', read)
    for (const file of filesNamedIn(original.blocks, source.cover_image))
      await files.add(file, source.id, { id, pod_id: podId })
    const title = isRoot ? making.titled(original.title) : original.title
    const rich = JSON.stringify(copiedBlocks(original.blocks, names))
    const content = await makePage({ id, title, rich }, ctx.caller.user.id)
    const { cut, links: _links, named: _named, ...projection } = content.projection
    const at = new Date().toISOString()
    const row: NewDocumentRow = {
      ...emptyPage(at),
      ...lookOf(source, names),
      ...projection,
      id,
      pod_id: podId,
      parent_id: ids.get(source.parent_id ?? '') ?? null,
      position: source.position,
      created_by: ctx.caller.user.id,
      updated_by: ctx.caller.user.id,
      ...(isRoot ? making.columns : {}),
    }
    made.push({ source: source.id, row, packed: content.packed, cut })
    await tell({ done: made.length, total: sources.length })
    // A person who types meanwhile has a turn after every page.
    await nextTurn()
  }
  return made
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

interface Inserting {
  pages: readonly MadePage[]
  podId: string
  parentId: string | null
  afterId: string | undefined
  files: FileCopies
  signal: AbortSignal | undefined
}

function insertPages(
  ctx: CopyContext,
  { pages, podId, parentId, afterId, files, signal }: Inserting,
): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    await queries.lockPods(trx, [podId])
    await requirePlace({ ...ctx, db: trx }, { podId, parentId })
    const above = await requireParent(trx, parentId, podId)
    const rows = pages.map(({ row }) => row)
    const [root] = rows
    if (!root) return
    if (above.length + heightOf(rows, root.id) > LIMITS.pageDepth)
      throw new AppError('bad-input', MOVE_REFUSALS['too-deep'])
    const siblings = await places.listSiblings(trx, podId, parentId)
    // The original may have gone elsewhere while it was copied.
    const place = planPlace(siblings, afterId === undefined ? {} : { afterId }) ?? planPlace(siblings, {})
    for (const repair of place?.repairs ?? [])
      await queries.updatePages(trx, [repair.id], { position: repair.position })
    for (const { row, packed } of pages) {
      const at = row === root ? { parent_id: parentId, position: place?.position ?? row.position } : {}
      await queries.insertWholePage(trx, { ...row, ...at }, packed)
    }
    const copies = pages.map(({ source, row }) => ({ source, id: row.id, by: row.created_by }))
    await keepCopiesClosed(trx, copies, parentId)
    await files.keep(trx)
    signal?.throwIfAborted()
  })
}

/** Makes the copies to be found. What fails here is made up for by the next start of the server. */
async function indexPages(ctx: CopyContext, pages: readonly MadePage[]): Promise<void> {
  for (const { row, cut } of pages) {
    try {
      await ctx.db
        .transaction()
        .execute((trx) =>
          indexPage(trx, row.id, { title: row.title, text: row.plain_text, cut, editedAt: row.updated_at }),
        )
    } catch (error) {
      ctx.log.error({ err: error, documentId: row.id }, 'a copied page could not be made to be found')
    }
    await nextTurn()
  }
}
