import { bringDiscussions } from '@/features/comments/server/carried.service'
import { discardFiles, keepEnclosedFile } from '@/features/files/server/receive-file'
import { filesShownBy } from '@/features/files/server/seen-file'
import { fileOfCover } from '@/features/pages/cover/cover'
import { whyNoCover } from '@/features/pages/server/pages.service'
import { preparePages } from '@/features/pages/server/prepared-pages'
import type { SignedInContext } from '@/server/context'
import { settleGiven } from '@/server/files/settled-files'
import { AppError, invariant } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import { importFormatOf } from '../formats'
import { type ImportAnswer, TOO_MANY_IMPORTS, UNKNOWN_FILE_KIND, UNREAD_SUGGESTIONS } from '../model'
import { readFileParts } from './parse'
import type { ReadPart } from './parse-job'
import { type UploadedFile, uploadedFile } from './uploaded-file'

/** How many files a person can import in a minute, and have here at the same time: sent, waiting or read. */
const PER_MINUTE = 60
const AT_ONCE = 4
/** An import that takes longer is given up; what it made is removed. */
const LONGEST_MS = 30 * 60_000

const TOO_LONG = () => t('This import took longer than half an hour and was stopped. Nothing was imported.')

/** How far an import is. */
export type OnProgress = (progress: { done: number; pages: number }) => void

/**
 * Receives the file of a request, to be imported; it counts among those that the person has here until it is removed. Throws `rate-limited`
 * before anything of it is read, and like `uploadedFile`.
 */
export function receiveFile(ctx: SignedInContext, request: Request): Promise<UploadedFile> {
  const person = ctx.caller.user.id
  return new Promise((resolve, reject) => {
    const whileHere = async (): Promise<void> => {
      await ctx.limits.take(`import:${person}`, PER_MINUTE, 60)
      const file = await uploadedFile(request, ctx.config)
      await new Promise<void>((removed) =>
        resolve({ ...file, remove: () => file.remove().finally(() => removed()) }),
      )
    }
    ctx.underWay.within(`import:${person}`, AT_ONCE, TOO_MANY_IMPORTS(), whileHere).catch(reject)
  })
}

/**
 * Makes pages of a file (product.md 5.3, rulings 6): one, or as many as a `.zip` holds. They appear together when all are made. Throws
 * `bad-input` for files of no known kind, that hold nothing, or cannot be read; `too-large` for more than `LIMITS` allow; `not-found`
 * for a parent that is not the caller's. When `signal` says that the caller has gone away, stops at once with its reason. Whatever it throws, no
 * page and no file is left.
 */
export async function importFile(
  ctx: SignedInContext,
  file: UploadedFile,
  signal: AbortSignal,
  onProgress: OnProgress = () => undefined,
): Promise<ImportAnswer> {
  const person = ctx.caller.user.id
  const isBundle = /\.zip$/i.test(file.name)
  if (!isBundle && !importFormatOf(file.name)) throw new AppError('bad-input', UNKNOWN_FILE_KIND())
  // Before the work, so that nobody waits for a file that has nowhere to go.
  const batch = await preparePages(ctx, file)
  const late = AbortSignal.timeout(LONGEST_MS)
  const source = { name: file.name, path: file.path, depth: batch.depth, origin: ctx.config.publicUrl }
  /** By the page that they came with, which names them from the beginning. */
  const files = new Map<string, string[]>()
  /** The files that are the covers of pages. */
  const covers = new Map<string, string>()
  const lost: ImportAnswer['receipt']['dropped'] = []
  let first: ImportAnswer['document'] | null = null
  let receipt: ImportAnswer['receipt'] | null = null
  let planned = 1
  let made = 0
  let unsaid = 0
  const onPart = async (part: ReadPart): Promise<void> => {
    signal.throwIfAborted()
    if (part.say === 'end') {
      receipt = part.receipt
    } else if (part.say === 'page') {
      const { id, parentId, title, rich, properties, review } = part
      const { createdAt, ...columns } = properties
      const discussions = (part.discussions ?? []).map((given) => ({ id: newId(), given }))
      const anchors = discussions
        .filter(({ given }) => given.spans.length > 0)
        .map((one) => ({ discussion: one.id, spans: one.given.spans }))
      const page = { id, parentId, title, rich, review, anchors, columns, createdAt }
      const cover = fileOfCover(columns.coverImage ?? '')
      if (cover !== null) covers.set(id, cover)
      const { anchored, isReviewed } = await batch.add(page)
      if (!isReviewed) unsaid += review?.changes.length ?? 0
      const brought = discussions.map((one) => ({ ...one, ranges: anchored[one.id] ?? [] }))
      if (brought.length > 0) await ctx.db.transaction().execute((trx) => bringDiscussions(trx, id, brought))
      first ??= { id, title }
      made++
      onProgress({ done: made, pages: planned })
    } else {
      const ofPage = files.get(part.pageId) ?? []
      files.set(part.pageId, ofPage)
      ofPage.push(part.id)
      const body = (async function* () {
        yield part.bytes
      })()
      const page = { id: part.pageId, pod_id: batch.podId }
      const size = part.bytes.byteLength
      await keepEnclosedFile(ctx, { id: part.id, name: part.name, size, body }, page)
    }
  }
  try {
    const asker = { person, signal: AbortSignal.any([signal, late]) }
    const onPlan = (pages: number) => {
      planned = pages
    }
    await readFileParts(source, asker, { onPlan, onPart })
    // The person who canceled has gone away and wants no page.
    signal.throwIfAborted()
    for (const [page, ids] of files) await settleGiven(ctx.db, page, ids)
    for (const [page, id] of covers) {
      const shown = (await filesShownBy(ctx.db, page, [id])).get(id)
      const fault = shown && whyNoCover(shown)
      if (!fault) continue
      await batch.removeCover(page)
      lost.push({ what: t('Cover: {reason}', { reason: fault.message }), count: 1 })
    }
    await batch.show()
  } catch (error) {
    // What cannot be removed now is removed later, the pages by the next start and then their files.
    await (async () => {
      if (await batch.drop()) await discardFiles(ctx, [...files.values()].flat())
    })().catch((left: unknown) =>
      ctx.log.error({ err: left }, 'an import that was not made has left something'),
    )
    throw error === late.reason ? new AppError('too-large', TOO_LONG(), { cause: error }) : error
  }
  invariant(first && receipt, 'an import ends with a page and a receipt')
  const { dropped, review } = receipt as ImportAnswer['receipt']
  dropped.push(...lost)
  if (unsaid > 0) {
    review.suggestions -= unsaid
    dropped.push({ what: UNREAD_SUGGESTIONS(), count: unsaid })
  }
  return { document: first, receipt }
}
