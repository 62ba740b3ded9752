import { ZipFile } from 'yazl'
import { requirePage } from '@/server/access/require-page'
import { UNREADABLE } from '@/server/collab/page-reader'
import type { SignedInContext } from '@/server/context'
import { contentDisposition } from '@/server/http/content-disposition'
import { AppError, type AppErrorCode } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { MANIFEST } from '../formats/bundle'
import { exportFormats } from '../formats/export'
import { fileNameOf, LEFT_OUT_LIST } from '../model'
import { Branch, drained, type Entry, type Planned, planBranch, ZipFiles } from './export-branch'
import {
  bytesOf,
  type ExportInput,
  filesAt,
  formatOf,
  jobOf,
  mediaIn,
  type ReadPage,
  readPage,
} from './export-pages'
import { inWritersTurn, UnwrittenPage } from './parse'
import type { WriteJob } from './parse-job'
import { SentBody } from './sent-body'
import { type SentFile, whileSent } from './sent-file'

/** How many files a person can export in a minute. */
const PER_MINUTE = 60

/**
 * The newest state of a page, or of it and its sub-pages, as a file. Throws like `requirePage`, and `rate-limited` for too many in a minute
 * or at once; stops at once when `signal` is aborted.
 */
export async function exportPage(
  ctx: SignedInContext,
  input: ExportInput,
  signal: AbortSignal,
): Promise<SentFile> {
  await requirePage(ctx, input.documentId, 'view')
  await ctx.limits.take(`export:${ctx.caller.user.id}`, PER_MINUTE, 60)
  return input.subPages
    ? whileSent(ctx, 'zip', () => exportBranch(ctx, input, signal))
    : whileSent(ctx, 'page', () => exportOne(ctx, input, signal))
}

export const headersOf = (name: string, type: string): Record<string, string> => ({
  'content-type': type,
  'content-disposition': contentDisposition(name),
  'cache-control': 'private, no-store',
})

async function exportOne(ctx: SignedInContext, input: ExportInput, signal: AbortSignal): Promise<SentFile> {
  const { extension, mediaType } = formatOf(input.format)
  const asker = { person: ctx.caller.user.id, signal }
  const { title, left, written } = await inWritersTurn(asker, async (write) => {
    const page = await readPage(ctx, input.documentId, input)
    const job = await jobOf(ctx, page, input)
    const left = await countLeftOut(ctx, page, job, input)
    return { title: page.title, left, written: await write(job) }
  })
  const [only, second] = written
  if (only && !second) {
    const charset = typeof only.content === 'string' ? '; charset=utf-8' : ''
    const bytes = bytesOf(only)
    const body = bodyUntil(signal)
    body.end(bytes)
    const headers = headersOf(fileNameOf(title, extension), `${mediaType}${charset}`)
    const more = { 'content-length': String(bytes.length), ...(left > 0 && { [LEFT_OUT]: String(left) }) }
    return { body, headers: { ...headers, ...more } }
  }
  const zip = new ZipFile()
  for (const file of written)
    zip.addBuffer(
      bytesOf(file),
      fileNameOf(`${beginningOf(title || t('Untitled'))}${file.suffix}`, extension),
    )
  zip.end()
  return { body: streamOf(zip, signal), headers: headersOf(fileNameOf(title, 'zip'), 'application/zip') }
}

/** Of a long title so much that there is room for what tells one file of a page from another. */
const beginningOf = (title: string): string => [...title].slice(0, 60).join('')

/** How many files of ours a page names that are not inside of a file which holds pictures. */
async function countLeftOut(
  ctx: SignedInContext,
  { row, blocks }: ReadPage,
  { pictures }: WriteJob,
  { format }: ExportInput,
): Promise<number> {
  if (exportFormats[format].mostPictured === undefined) return 0
  const inside = new Set(pictures.map(([url]) => url))
  const others = new Set(mediaIn(blocks).filter((url) => !inside.has(url)))
  return (await filesAt(ctx, row.id, others)).size
}

/** How many files of ours are links in a file that holds pictures inside, so that the receiver can say so. */
const LEFT_OUT = 'x-sheaf-left-out'
/** So the receiver can tell how far it is. */
const ENTRIES = 'x-sheaf-entries'

async function exportBranch(
  ctx: SignedInContext,
  input: ExportInput,
  signal: AbortSignal,
): Promise<SentFile> {
  const plan = await planBranch(ctx, input.documentId)
  const zip = new ZipFile()
  const body = streamOf(zip, signal)
  const closed = new AbortController()
  body.once('close', () => closed.abort())
  const leftOut: string[] = []
  const leaveOut = (page: Planned, error: unknown) => {
    // The page that was asked for is not left out. What is no fault of one page ends the file, and is said.
    if (page === plan[0] || !isOfOnePage(error)) throw error
    ctx.log.warn({ err: error, documentId: page.id }, 'a page is left out of an export')
    leftOut.push(page.path)
  }
  const until = AbortSignal.any([signal, closed.signal])
  const branch = new Branch(ctx, input, plan, until, new ZipFiles(), leaveOut)
  // The first pages are written before anything is sent: most of what can go wrong goes wrong there, and is said in words.
  const started = await branch.writeNext().catch((error) => {
    body.destroy()
    throw error
  })
  void fill(zip, branch, started, leftOut).catch((error) => {
    if (!branch.signal.aborted) ctx.log.error({ err: error }, 'an export broke off')
    body.destroy(error)
  })
  const name = fileNameOf(plan[0]?.title ?? '', 'zip')
  return { body, headers: { ...headersOf(name, 'application/zip'), [ENTRIES]: String(plan.length + 1) } }
}

/** A page that went, or that one may see no more, since the export began, and one that cannot be read or written. */
const isOfOnePage = (error: unknown): boolean =>
  error instanceof UnwrittenPage ||
  (error instanceof AppError &&
    (OF_ONE_PAGE.has(error.code) || (error.code === 'unavailable' && error.message === UNREADABLE())))
const OF_ONE_PAGE: ReadonlySet<AppErrorCode> = new Set(['not-found', 'too-large', 'bad-input'])

/** What is sent of a `.zip`; it is closed when `signal` is aborted. */
export function streamOf(zip: ZipFile, signal: AbortSignal): SentBody {
  const body = bodyUntil(signal)
  zip.outputStream.pipe(body)
  zip.on('error', (error) => body.destroy(error as Error))
  return body
}

function bodyUntil(signal: AbortSignal): SentBody {
  const body = new SentBody()
  signal.addEventListener('abort', () => body.destroy(), { once: true })
  return body
}

/** Puts in what is written, a few pages at a time, as fast as it is taken; at the end the names of what was left out. */
async function fill(zip: ZipFile, branch: Branch, started: Entry[], leftOut: string[]): Promise<void> {
  for (let entries = started; ; entries = await branch.writeNext()) {
    for (const { path, content } of entries) {
      if (Buffer.isBuffer(content)) zip.addBuffer(content, path)
      else if (!(await branch.addFile(zip, path, content.file))) leftOut.push(path)
    }
    await drained(zip, branch.signal)
    if (branch.isDone) break
  }
  if (leftOut.length > 0) {
    const lines = [t('These could not be read when this was exported, and are not in it:'), '', ...leftOut]
    zip.addBuffer(Buffer.from(`${lines.join('\r\n')}\r\n`), LEFT_OUT_LIST)
  }
  zip.addBuffer(Buffer.from(JSON.stringify(branch.manifest, null, 1)), MANIFEST)
  zip.end()
}
