import { blocksOf, titleOf } from '@/document'
import { createPage } from '@/features/pages/server/pages.service'
import { requirePage } from '@/features/pages/server/require-page'
import type { SignedInContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { importFormatOf } from '../formats'
import {
  boundTitle,
  contentDisposition,
  EXPORT_FORMATS,
  type ExportFormatId,
  fileNameOf,
  type ImportAnswer,
  NOTHING_TO_IMPORT,
  titleFromFileName,
  UNKNOWN_FILE_KIND,
} from '../model'
import { readFileText, writeFileText } from './parse'
import { decodeText, type UploadedFile } from './uploaded-file'

/** How many files a person can import or export in a minute. */
const PER_MINUTE = 60

/**
 * Makes a page of a file (product.md 5.3, rulings 6). Throws `bad-input` for files that are no text of a known kind,
 * hold nothing, or can not be read; `too-large` for more than `LIMITS` allow; `not-found` for a parent that is not the
 * caller's. When `signal` says that the caller has gone away, stops at once with its reason and makes nothing.
 */
export async function importFile(
  ctx: SignedInContext,
  file: UploadedFile,
  signal: AbortSignal,
): Promise<ImportAnswer> {
  await ctx.limits.take(`import:${ctx.caller.user.id}`, PER_MINUTE, 60)
  const format = importFormatOf(file.name)
  if (!format) throw new AppError('bad-input', UNKNOWN_FILE_KIND)
  // Before the work, so that nobody waits for a file that has nowhere to go.
  if (file.parentDocumentId !== null) await requirePage(ctx, file.parentDocumentId, 'edit')
  const text = decodeText(file.bytes)
  if (text.trim() === '') throw new AppError('bad-input', NOTHING_TO_IMPORT)
  const { title, blocks, receipt } = await readFileText(format.id, text, {
    person: ctx.caller.user.id,
    signal,
  })
  if (blocks.length === 0 && title === '') throw new AppError('bad-input', NOTHING_TO_IMPORT)
  // Whoever cancelled has gone away and wants no page.
  signal.throwIfAborted()
  const page = await createPage(ctx, {
    parentDocumentId: file.parentDocumentId,
    title: boundTitle(title || titleFromFileName(file.name)),
    blocks,
  })
  return { document: { id: page.id, title: page.title }, receipt }
}

/** A file to send: what is in it and the headers that go with it. */
export interface ExportedFile {
  text: string
  headers: Record<string, string>
}

/** The newest state of a page as a file. Throws like `requirePage`; stops at once when `signal` is aborted. */
export async function exportPage(
  ctx: SignedInContext,
  input: { documentId: string; format: ExportFormatId },
  signal: AbortSignal,
): Promise<ExportedFile> {
  await requirePage(ctx, input.documentId, 'view')
  await ctx.limits.take(`export:${ctx.caller.user.id}`, PER_MINUTE, 60)
  const { title, blocks } = await ctx.live.read(input.documentId, (doc) => ({
    title: titleOf(doc),
    blocks: blocksOf(doc),
  }))
  const { extension, mediaType } = EXPORT_FORMATS.find(({ id }) => id === input.format)!
  return {
    text: await writeFileText(input.format, blocks, title, { person: ctx.caller.user.id, signal }),
    headers: {
      'content-type': `${mediaType}; charset=utf-8`,
      'content-disposition': contentDisposition(fileNameOf(title, extension)),
      'cache-control': 'private, no-store',
    },
  }
}
