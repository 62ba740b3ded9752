import type { SubPage } from '@/blocks/kit/block-program'
import { fileNameOf } from '@/features/interchange/model'
import { COVER_FITS, type Cover, readCover } from '@/features/pages/cover/cover'
import { getPage, listPages } from '@/features/pages/server/pages.service'
import { templatePage } from '@/features/templates/server/template-pages'
import { requirePage } from '@/server/access/require-page'
import type { Sheet } from '@/server/chromium/draw'
import type { RequestContext, SignedInContext } from '@/server/context'
import { countedAs } from '@/server/http/client-address'
import { ENGLISH_FORMATS, formatsOfPerson } from '@/server/person-formats'
import type { ExportPdf, ExportPng } from '../inputs'
import { exportName } from '../model'
import { PAPERS } from '../paper-sizes'
import { picturesOf, pictureUrls } from './pictures'
import { emojiFace, renderSheet } from './render-sheet'

/** How many files of these kinds a person can make in a minute. */
const PER_MINUTE = 30
/** Where documents ask for the face with all emoji, on this server and while they are drawn. */
export const EMOJI_PATH = '/fonts/emoji.woff2'
const PIXELS_PER_MM = 96 / 25.4
/** Above and below what is printed (`draw.ts`). */
const MARGINS_MM = 38
/** The words under a picture that fills a sheet. */
const CAPTION_PIXELS = 80
/** A page as wide as on the screen, with room beside it. */
const PNG_WIDTH = { usual: 784, wide: 1280, chosen: 784 }

/** A file that was drawn. */
export interface DrawnFile {
  name: string
  type: string
  bytes: Buffer
}

/**
 * A page as PDF (product.md 7.35). Throws like `requirePage`, `rate-limited` for too many, `unavailable` when there is no
 * browser, `too-large` when it takes too long. Stops at once when `signal` is aborted.
 */
export async function exportPdf(
  ctx: SignedInContext,
  input: ExportPdf,
  signal: AbortSignal,
): Promise<DrawnFile> {
  const asker = { person: ctx.caller.user.id, signal }
  const { height } = PAPERS.find(({ id }) => id === input.format)!
  const sheetHeight = Math.floor(((height - MARGINS_MM) * PIXELS_PER_MM) / input.scale) - CAPTION_PIXELS
  const { sheet, title } = await sheetOf(ctx, { ...input, chosen: null, sheetHeight }, signal)
  const { format: paper, scale, pageNumbers } = input
  const bytes = await ctx.printer.pdf(sheet, { paper, scale, pageNumbers }, asker)
  return { name: fileNameOf(exportName(title), 'pdf'), type: 'application/pdf', bytes }
}

/** A page, or some of its blocks, as PNG. Throws like `exportPdf`; `too-large` for a page higher than a picture can be. */
export async function exportPng(
  ctx: SignedInContext,
  input: ExportPng,
  signal: AbortSignal,
): Promise<DrawnFile> {
  const asker = { person: ctx.caller.user.id, signal }
  const chosen = input.blocks ?? null
  const { sheet, title, isWide } = await sheetOf(ctx, { ...input, chosen, sheetHeight: null }, signal)
  const width = chosen ? PNG_WIDTH.chosen : isWide ? PNG_WIDTH.wide : PNG_WIDTH.usual
  const bytes = await ctx.printer.png(sheet, { width }, asker)
  return { name: fileNameOf(exportName(title), 'png'), type: 'image/png', bytes }
}

/** The print page (product.md 2.13, rulings 2): read-only, complete, without scripts. Throws like `requirePage`. */
export async function printPage(
  ctx: SignedInContext,
  input: { documentId: string; disableMedia: boolean },
  signal: AbortSignal,
): Promise<string> {
  const { sheet } = await sheetOf(ctx, { ...input, chosen: null, sheetHeight: null, hint: true }, signal)
  return sheet.html
}

/**
 * The same of a built-in template, which everybody may read (product.md 4.3). `null`: there is none of this name. Throws
 * `rate-limited` for too many, `too-large` when it takes too long.
 */
export async function printTemplate(
  { limits, config, caller }: Pick<RequestContext, 'limits' | 'config' | 'caller'>,
  { documentId, disableMedia }: { documentId: string; disableMedia: boolean },
  signal: AbortSignal,
): Promise<string | null> {
  const found = await templatePage(documentId)
  if (!found) return null
  const person = countedAs(caller)
  await limits.take(`print:${person}`, PER_MINUTE, 60)
  const { template, blocks, children } = found
  const subPages = children.map(({ slug, title, icon }) => ({
    path: `/${slug}`,
    title,
    icon,
    status: 'none' as const,
    tags: [],
    updatedAt: '',
  }))
  return renderSheet(
    {
      documentId,
      origin: config.publicUrl,
      title: template.title,
      icon: template.icon,
      cover: null,
      coverFit: 'cover',
      gradient: null,
      look: { textStyle: 'default', isSmall: false, isWide: false },
      blocks,
      chosen: null,
      disableMedia,
      // What stands in templates is no file of ours.
      pictures: [],
      days: ENGLISH_FORMATS,
      subPages,
      sheetHeight: null,
      hint: true,
      emojiPath: EMOJI_PATH,
    },
    { person, signal },
  )
}

interface Asked {
  documentId: string
  disableMedia: boolean
  chosen: string[] | null
  sheetHeight: number | null
  hint?: boolean
}

async function sheetOf(
  ctx: SignedInContext,
  { documentId, disableMedia, chosen, sheetHeight, hint = false }: Asked,
  signal: AbortSignal,
): Promise<{ sheet: Sheet; title: string; isWide: boolean }> {
  const person = ctx.caller.user.id
  // Who may not see the page is told so first; a page that they may see is only read when it counts.
  await requirePage(ctx, documentId, 'view')
  await ctx.limits.take(`print:${person}`, PER_MINUTE, 60)
  const page = await getPage(ctx, { id: documentId, content: true })
  const blocks = page.contentRich ?? []
  const cover = page.coverImage ? readCover(page.coverImage) : null
  const coverUrls = cover?.kind === 'media' ? [cover.url] : []
  const pictures = await picturesOf(
    ctx,
    documentId,
    disableMedia ? [] : [...pictureUrls(blocks), ...coverUrls],
  )
  const html = await renderSheet(
    {
      documentId,
      origin: ctx.config.publicUrl,
      title: page.title,
      icon: page.icon,
      cover: stillCover(cover, new Map(pictures.paths)),
      coverFit: COVER_FITS.find((fit) => fit === page.coverFit) ?? 'cover',
      gradient: page.backgroundGradient,
      look: {
        textStyle: page.textStyle === 'serif' || page.textStyle === 'mono' ? page.textStyle : 'default',
        isSmall: page.smallText,
        isWide: page.fullWidth,
      },
      blocks,
      chosen,
      disableMedia,
      days: await formatsOfPerson(ctx.db, ctx.caller.user.id),
      pictures: pictures.paths,
      subPages: await subPagesOf(ctx, documentId),
      sheetHeight,
      hint,
      emojiPath: EMOJI_PATH,
    },
    { person, signal },
  )
  const resource = async (path: string) =>
    path === EMOJI_PATH ? { type: 'font/woff2', bytes: await emojiFace() } : pictures.read(path)
  return { sheet: { html, resource }, title: page.title, isWide: page.fullWidth }
}

/**
 * A cover as it stands still: of pictures those that are brought along, of films, sound and players only the background
 * that they have.
 */
function stillCover(cover: Cover | null, pictures: ReadonlyMap<string, string>): Cover | null {
  if (cover === null || cover.kind === 'background' || cover.kind === 'icon') return cover
  if (cover.kind === 'embed') return null
  const picture = cover.type === 'image' ? pictures.get(cover.url) : undefined
  if (picture !== undefined) return { ...cover, url: picture }
  return cover.background === null ? null : { kind: 'background', background: cover.background }
}

async function subPagesOf(ctx: SignedInContext, documentId: string): Promise<SubPage[]> {
  const pages = await listPages(ctx, { parentDocumentId: documentId })
  return pages.map(({ id, title, icon, status, tags, updatedAt }) => ({
    path: `/${id}`,
    title,
    icon,
    status,
    tags,
    updatedAt,
  }))
}
