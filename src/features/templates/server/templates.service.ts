import { type CopiedNames, copiedBlocks } from '@/features/pages/copied-blocks'
import { type PageDetail, UNTITLED } from '@/features/pages/model'
import { MOVE_REFUSALS } from '@/features/pages/page-tree'
import { type CopyContext, copyPages } from '@/features/pages/server/copy-pages.service'
import { getPage, requirePod } from '@/features/pages/server/pages.service'
import { preparePages } from '@/features/pages/server/prepared-pages'
import { requirePage } from '@/server/access/require-page'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import type { SaveTemplate, UseTemplate } from '../inputs'
import { NO_TEMPLATE, type OwnTemplate } from '../own-template'
import { type BuiltInPage, builtInPages } from './built-in-pages'
import * as queries from './templates.queries'

/** How many built-in templates a person can use in a minute, as copies of pages. */
const PER_MINUTE = 60

const asItIs = (title: string): string => title

/** The caller's templates: those of every pod whose pages they may see, or of one. */
export async function listTemplates(ctx: CopyContext, podId: string | undefined): Promise<OwnTemplate[]> {
  const rows = await queries.listTemplates(ctx.db, ctx.caller.user.id, podId)
  return rows.map((row) => ({
    id: row.id,
    podId: row.pod_id,
    title: row.title || UNTITLED(),
    icon: row.icon,
    excerpt: row.excerpt.replace(/\s+/g, ' ').trim(),
    hasChildren: Boolean(row.hasChildren),
    updatedAt: row.updated_at,
    savedBy: row.savedBy,
  }))
}

/**
 * Keeps a copy of a page as a template of its pod; the page itself stays what it is, and later edits of either do not
 * reach the other. Throws like `requirePage`, and `locked` for a page of the trash.
 */
export async function saveTemplate(
  ctx: CopyContext,
  { id, withSubpages, copyId }: SaveTemplate,
  signal: AbortSignal | undefined,
): Promise<PageDetail> {
  const { row } = await requirePage(ctx, id, 'view')
  if (row.archived_at !== null)
    throw new AppError('locked', t('This page is in the trash. Restore it to make a template of it.'))
  const place = { podId: row.pod_id, parentId: null }
  const columns = { template_at: new Date().toISOString(), status: 'none' }
  const made = await copyPages(ctx, { id, withSubpages, place, titled: asItIs, columns, copyId, signal })
  return getPage(ctx, { id: made, content: false })
}

/**
 * Makes a new page of a template, with everything inside it: one of a pod by its id, or a built-in one by its slug or id. Throws
 * `not-found` for a page that is none, and like `requirePage` for the place.
 */
export async function applyTemplate(
  ctx: CopyContext,
  asked: UseTemplate,
  signal: AbortSignal | undefined,
): Promise<PageDetail> {
  const { id, parentDocumentId, podId, copyId } = asked
  const builtIn = builtInPages(id, asked.today ?? new Date().toISOString().slice(0, 10))
  if (builtIn) return applyBuiltIn(ctx, builtIn, asked, signal)
  const { row } = await requireTemplate(ctx, id)
  // On the top level of the pod that the person works in, as everything new: what they begin is not for all who have the template.
  const pod = parentDocumentId === null ? await requirePod(ctx, podId) : (podId ?? row.pod_id)
  const place = { podId: pod, parentId: parentDocumentId }
  const columns = { template_at: null }
  const made = await copyPages(ctx, {
    id,
    withSubpages: true,
    place,
    titled: asItIs,
    columns,
    copyId,
    signal,
  })
  return getPage(ctx, { id: made, content: false })
}

/**
 * The same of a built-in template. Links between it and the templates inside it lead to the pages that are made of them;
 * links to others go on leading to those, which everybody has.
 */
async function applyBuiltIn(
  ctx: CopyContext,
  pages: readonly BuiltInPage[],
  { parentDocumentId, podId }: UseTemplate,
  signal: AbortSignal | undefined,
): Promise<PageDetail> {
  const ids = new Map(pages.map(({ key }) => [key, newId()]))
  const names: CopiedNames = {
    page: (key) => ids.get(key) ?? null,
    // Numbered from the first of each page on, and so also what links to a block say.
    block: (id) => id,
    file: () => null,
    origin: ctx.config.publicUrl,
  }
  await ctx.limits.take(`copy:${ctx.caller.user.id}`, PER_MINUTE, 60)
  const batch = await preparePages(ctx, { parentDocumentId, podId })
  if (levelsOf(pages) > batch.depth) throw new AppError('bad-input', MOVE_REFUSALS['too-deep'])
  try {
    for (const { key, parent, title, icon, blocks } of pages) {
      signal?.throwIfAborted()
      await batch.add({
        id: ids.get(key)!,
        parentId: parent === null ? null : ids.get(parent)!,
        title,
        rich: JSON.stringify(copiedBlocks(await blocks(), names)),
        columns: { icon },
      })
    }
    await batch.show()
  } catch (error) {
    await batch.drop()
    throw error
  }
  return getPage(ctx, { id: ids.get(pages[0]!.key)!, content: false })
}

/** How many levels these pages take; each stands behind the one it lies in. */
function levelsOf(pages: readonly BuiltInPage[]): number {
  const levels = new Map<string, number>()
  for (const { key, parent } of pages) levels.set(key, 1 + (parent === null ? 0 : (levels.get(parent) ?? 0)))
  return Math.max(...levels.values())
}

/** Makes an ordinary page of a template, where it stands. */
export async function turnIntoPage(ctx: CopyContext, id: string): Promise<PageDetail> {
  await requireTemplate(ctx, id)
  await requirePage(ctx, id, 'edit')
  await queries.forgetTemplate(ctx.db, id)
  ctx.live.tellChanged([id])
  return getPage(ctx, { id, content: false })
}

async function requireTemplate(ctx: CopyContext, id: string) {
  const page = await requirePage(ctx, id, 'view')
  if (page.row.template_at === null || page.row.archived_at !== null)
    throw new AppError('not-found', NO_TEMPLATE())
  return page
}
