import type { Block } from '@/blocks'
import type { CarriedChange, CarriedReview } from '@/document'
import type { CarriedDiscussion } from '@/features/comments/carried'
import { authorNames, carryDiscussions } from '@/features/comments/server/carried.service'
import type { StoredFile } from '@/features/files/model'
import { filesShownBy } from '@/features/files/server/seen-file'
import { importedAuthor } from '@/features/review/imported-author'
import { isHiddenFrom } from '@/server/access/hidden-review'
import { type RequiredPage, requirePage } from '@/server/access/require-page'
import type { SignedInContext } from '@/server/context'
import { formatsOfPerson } from '@/server/person-formats'
import { t } from '@/shared/i18n'
import { exportFormats } from '../formats/export'
import type { Picture, WriteOptions, WrittenFile } from '../formats/format'
import { fileIdIn, mapReferences } from '../formats/references'
import { EXPORT_FORMATS, type ExportFormatId } from '../model'
import { PageProperties } from '../page-properties'
import type { WriteJob } from './parse-job'

/** What is to be exported. */
export interface ExportInput {
  documentId: string
  format: ExportFormatId
  /** With everything below it, and what the pages show, as a `.zip`. */
  subPages: boolean
  options: WriteOptions
}

export const formatOf = (format: ExportFormatId) => EXPORT_FORMATS.find(({ id }) => id === format)!

/** A page as it is read for a file. */
export interface ReadPage {
  row: RequiredPage['row']
  title: string
  blocks: Block[]
  /** Where that was asked for and is not hidden from the caller. The authors are names. */
  review?: CarriedReview | undefined
  discussions?: CarriedDiscussion[] | undefined
}

/** The formats that can say what is suggested of a page, and what people say about it. */
const REVIEWED: ReadonlySet<ExportFormatId> = new Set(['json', 'word'])

/** A page as it is now. Throws like `requirePage`. */
export async function readPage(
  ctx: SignedInContext,
  id: string,
  { format, options }: ExportInput,
): Promise<ReadPage> {
  await requirePage(ctx, id, 'view')
  const userId = ctx.caller.user.id
  if (!REVIEWED.has(format) || (!options.suggestions && !options.discussions)) {
    const content = await ctx.live.content(id, userId)
    const { row } = await requirePage(ctx, id, 'view')
    return { row, ...content }
  }
  const { title, blocks, review, anchors } = await ctx.live.review(id, userId)
  // Reading may have waited in a queue for minutes.
  const { row, facts } = await requirePage(ctx, id, 'view')
  const isHidden = await isHiddenFrom(ctx, id, facts.level)
  const isTold = options.suggestions && !isHidden && review !== null
  // Where words stand among suggested ones says something of those.
  const places = isTold || review === null ? anchors : {}
  return {
    ...{ row, title, blocks },
    review: isTold ? await namedReview(ctx, review) : undefined,
    discussions:
      options.discussions && !isHidden ? await carryDiscussions(ctx.db, userId, id, places) : undefined,
  }
}

/** With the names of its authors in place of their ids. */
async function namedReview(ctx: SignedInContext, review: CarriedReview): Promise<CarriedReview> {
  const names = await authorNames(ctx.db, [...new Set(review.changes.map(({ author }) => author))])
  const changes = review.changes.map(({ author, at, via }): CarriedChange => {
    const imported = via === undefined ? null : importedAuthor(via)
    const name = imported ?? names.get(author) ?? t('Somebody')
    return { author: name, at, ...(via !== undefined && imported === null && { via }) }
  })
  return { ...review, changes }
}

export const propertiesOf = (row: RequiredPage['row']): PageProperties =>
  PageProperties.parse({
    icon: row.icon ?? undefined,
    coverImage: row.cover_image ?? undefined,
    coverFit: row.cover_image === null ? undefined : row.cover_fit,
    backgroundGradient: row.background_gradient ?? undefined,
    textStyle: row.text_style === 'default' ? undefined : row.text_style,
    smallText: row.small_text === 1 || undefined,
    fullWidth: row.full_width === 1 || undefined,
    toc: row.toc === 0 ? false : undefined,
    status: row.status === 'none' ? undefined : row.status,
    tags: row.tags === '[]' ? undefined : JSON.parse(row.tags),
    aiSummary: row.ai_summary ?? undefined,
    createdAt: row.created_at,
  })

/** A page to be written. `addressed`: what it says inside of a `.zip`, where that is something else. */
export async function jobOf(
  ctx: SignedInContext,
  { title, row, blocks, review, discussions }: ReadPage,
  { format, subPages, options }: ExportInput,
  addressed: Partial<Pick<WriteJob, 'blocks' | 'review' | 'properties' | 'beside'>> = {},
): Promise<WriteJob> {
  const { mostPictured = 0, isAlone = false } = exportFormats[format]
  const pictures =
    isAlone && subPages ? [] : await picturesOf(ctx, row.id, review?.blocks ?? blocks, mostPictured)
  return {
    ...{ format, title, blocks, review, discussions, pictures, options },
    properties: propertiesOf(row),
    beside: [],
    origin: ctx.config.publicUrl,
    days: await formatsOfPerson(ctx.db, ctx.caller.user.id),
    ...addressed,
  }
}

/** The pictures of ours that a page shows, by their address; those of others are not fetched (R36). */
async function picturesOf(
  ctx: SignedInContext,
  documentId: string,
  blocks: readonly Block[],
  most: number,
): Promise<[string, Picture][]> {
  const pictures = new Map<string, Picture>()
  let room = most
  const files = await filesAt(ctx, documentId, room > 0 ? mediaIn(blocks) : [])
  for (const [url, file] of files) {
    if (!file.type.startsWith('image/') || file.size > room) continue
    const bytes = await ctx.files.read(file.id)
    if (!bytes) continue
    room -= file.size
    pictures.set(url, { type: file.type, bytes: new Uint8Array(Buffer.concat(await bytes.toArray())) })
  }
  return [...pictures]
}

export function mediaIn(blocks: readonly Block[]): string[] {
  const found: string[] = []
  mapReferences(blocks, {
    link: () => undefined,
    page: () => undefined,
    file: () => undefined,
    media: (url) => {
      found.push(url)
      return undefined
    },
  })
  return found
}

/** The files of ours among these addresses that the page shows, by address; none that it only names (R68). */
export async function filesAt(
  ctx: SignedInContext,
  documentId: string,
  urls: Iterable<string>,
): Promise<Map<string, StoredFile>> {
  const ids = new Map<string, string>()
  for (const url of urls) {
    const id = fileIdIn(url, ctx.config.publicUrl)
    if (id !== null) ids.set(url, id)
  }
  const shown = await filesShownBy(ctx.db, documentId, ids.values())
  const files = new Map<string, StoredFile>()
  for (const [url, id] of ids) {
    const file = shown.get(id)
    if (file) files.set(url, file)
  }
  return files
}

/** What is written, as bytes. */
export const bytesOf = ({ content }: WrittenFile): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content)
