import { type PageDetail, UNTITLED } from '@/features/pages/model'
import { type CopyContext, copyPages } from '@/features/pages/server/copy-pages.service'
import { getPage } from '@/features/pages/server/pages.service'
import { requirePage } from '@/features/pages/server/require-page'
import { AppError } from '@/shared/errors'
import type { SaveTemplate, UseTemplate } from '../inputs'
import { NO_TEMPLATE, type OwnTemplate } from '../own-template'
import * as queries from './templates.queries'

const asItIs = (title: string): string => title

/** The caller's templates: those of every pod whose pages they may see, or of one. */
export async function listTemplates(ctx: CopyContext, podId: string | undefined): Promise<OwnTemplate[]> {
  const rows = await queries.listTemplates(ctx.db, ctx.caller.user.id, podId)
  return rows.map((row) => ({
    id: row.id,
    podId: row.pod_id,
    title: row.title || UNTITLED,
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
    throw new AppError('locked', 'This page is in the trash. Restore it to make a template of it.')
  const place = { podId: row.pod_id, parentId: null }
  const columns = { template_at: new Date().toISOString(), status: 'none' }
  const made = await copyPages(ctx, { id, withSubpages, place, titled: asItIs, columns, copyId, signal })
  return getPage(ctx, { id: made, content: false })
}

/**
 * Makes a new page of a template, with everything inside it. Throws `not-found` for a page that is none, and like
 * `requirePage` for the place.
 */
export async function applyTemplate(
  ctx: CopyContext,
  { id, parentDocumentId, podId, copyId }: UseTemplate,
  signal: AbortSignal | undefined,
): Promise<PageDetail> {
  const { row } = await requireTemplate(ctx, id)
  const place = { podId: podId ?? row.pod_id, parentId: parentDocumentId }
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
    throw new AppError('not-found', NO_TEMPLATE)
  return page
}
