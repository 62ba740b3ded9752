import { readFile } from 'node:fs/promises'
import { type Block, type Json, normalizeBlocks } from '@/blocks'
import { Notes } from '@/blocks/markdown/notes'
import { pageSizeOf, whyTooLarge } from '@/blocks/page-size'
import type { CarriedReview } from '@/document'
import type { CarriedDiscussion } from '@/features/comments/carried'
import { FILE_NOT_THERE, fileUrl, safeFileName } from '@/features/files/model'
import { readCover } from '@/features/pages/cover/cover'
import { AppError } from '@/shared/errors'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import { LIMITS } from '@/shared/limits'
import { addressOfCover, coverAt } from '../cover-address'
import { importFormatOf } from '../formats'
import { boundDepth, LITTER, MANIFEST, Manifest, type PlannedPage, planBundle } from '../formats/bundle'
import type { FileRead } from '../formats/format'
import { mapReferences, pageIdIn, pathMeant, type References } from '../formats/references'
import { joinZips, openZip, type SafeZip } from '../formats/safe-zip'
import {
  boundTitle,
  type ImportReceipt,
  mostBytesOf,
  NOTHING_READABLE,
  NOTHING_TO_IMPORT,
  titleFromFileName,
  UNKNOWN_FILE_KIND,
} from '../model'
import type { PageProperties } from '../page-properties'
import { parseHtmlText } from './parse-html'
import { mergeReceipts, receiptOf } from './receipt'

/** A page that came of a file; its parent comes before it. */
export interface PagePart {
  say: 'page'
  id: string
  parentId: string | null
  title: string
  blocks: Block[]
  properties: PageProperties
  discussions?: readonly CarriedDiscussion[] | undefined
  review?: CarriedReview | undefined
}

/** A picture or file that a page names, which is to be kept with it; the page comes before it. */
export interface FilePart {
  say: 'file'
  id: string
  pageId: string
  name: string
  bytes: Uint8Array
}

/** The end: what became of everything. */
export interface EndPart {
  say: 'end'
  receipt: ImportReceipt
}
export type ImportPart = PagePart | FilePart | EndPart

/** What is read. */
export interface ImportSource {
  /** As the sender calls it: its ending says of which kind it is. */
  name: string
  /** Where its bytes are. */
  path: string
  /** How many levels of pages there is room for. */
  depth: number
  /** Of this server, as in `ReadTools`. */
  origin: string
}

interface Watcher {
  /** How many pages it is going to be. */
  onPlan(pages: number): void
  onProgress(done: number): void
}

/** The pages and files that come of one file, one after the other. Throws `AppError` in words for the person. */
export async function* importParts(source: ImportSource, watcher: Watcher): AsyncGenerator<ImportPart> {
  if (/\.zip$/i.test(source.name)) {
    const zip = await openZip(source.path)
    try {
      yield* partsOfZip(zip, source, watcher)
    } finally {
      zip.close()
    }
    return
  }
  watcher.onPlan(1)
  const bytes = new Uint8Array(await readFile(source.path))
  const read = await readOne(source.name, bytes, source.origin, watcher.onProgress)
  const { blocks } = read
  const isEmpty = blocks.length === 0 && read.title === '' && !read.review && !read.discussions?.length
  if (isEmpty) throw new AppError('bad-input', NOTHING_TO_IMPORT())
  const page: PlannedPage = { paths: [], title: '', parent: null, oldId: null, properties: {} }
  const title = read.title || titleFromFileName(source.name)
  const made = makePage(newId(), null, { ...page, title }, [{ path: source.name, read }], () => undefined)
  const notes = new Notes()
  notes.addAll(read.notes)
  // It lies in the .zip that this file was taken out of.
  if (read.properties?.coverImage !== undefined && made.page.properties.coverImage === undefined)
    notes.dropped(t('Cover: {reason}', { reason: FILE_NOT_THERE() }))
  yield made.page
  yield* made.files
  yield {
    say: 'end',
    receipt: { ...receiptOf(made.page.blocks, notes.all(), reviewOf(made.page)), files: made.files.length },
  }
}

const reviewOf = ({ review, discussions }: PagePart): ImportReceipt['review'] => ({
  suggestions: review?.changes.length ?? 0,
  discussions: discussions?.length ?? 0,
})

async function readOne(
  name: string,
  bytes: Uint8Array,
  origin: string,
  onProgress: (done: number) => void,
): Promise<FileRead> {
  const format = importFormatOf(name)
  if (!format) throw new AppError('bad-input', UNKNOWN_FILE_KIND())
  if (bytes.byteLength === 0) throw new AppError('bad-input', NOTHING_TO_IMPORT())
  return format.read({ name, bytes }, { parseHtml: parseHtmlText, onProgress, origin })
}

async function* partsOfZip(
  outer: SafeZip,
  source: ImportSource,
  watcher: Watcher,
): AsyncGenerator<ImportPart> {
  const zip = await innerZip(outer)
  const notes = new Notes()
  const manifest = await manifestIn(zip)
  const plan = planBundle(zip.paths, manifest)
  const { pages, moved } = boundDepth(plan.pages, source.depth)
  for (let at = 0; at < moved; at++) notes.converted(t('Page nested too deeply'), t('page further up'))
  if (pages.length > LIMITS.importPages) {
    const number = (value: number) => inFigures(value)
    throw new AppError(
      'too-large',
      t('This .zip holds {number} pages; {number2} can be imported at once. Split it into several.', {
        number: number(pages.length),
        number2: number(LIMITS.importPages),
      }),
    )
  }
  watcher.onPlan(pages.length)
  const ids = pages.map(() => newId())
  const pageAt = new Map(pages.flatMap((page, at) => pathsOf(page).map((path) => [path, ids[at]!] as const)))
  const pageOnce = new Map(
    pages.flatMap(({ oldId }, at) => (oldId === null ? [] : [[oldId, ids[at]!] as const])),
  )
  const fileOnce = new Map(manifest?.files.map(({ id, path }) => [id, path.normalize('NFC')]))
  const ledTo = new Set<string>()
  const others = new Set(plan.others)
  const kept = new Map<string, { id: string; name: string; size: number }>()
  const receipts: ImportReceipt[] = []
  for (const [at, page] of pages.entries()) {
    const reads: { path: string; read: FileRead }[] = []
    for (const path of page.paths) {
      const read = await tryRead(zip, path, source.origin, notes, watcher)
      if (read) reads.push({ path, read })
    }
    const hasChildren = pages.some(({ parent }) => parent === at)
    if (page.paths.length > 0 && reads.length === 0 && !hasChildren && page.oldId === null) {
      for (const path of pathsOf(page)) {
        pageAt.delete(path)
        // Pages before lead to it already.
        if (ledTo.has(path)) notes.dropped(missing('link', path, false))
      }
      continue
    }
    const files = new Map<string, FilePart>()
    const fileAt = (path: string): { id: string; name: string; size: number } | undefined => {
      if (!others.has(path)) return undefined
      const known = kept.get(path)
      if (known) return known
      const name = safeFileName(path)
      const size = zip.statedSize(path)
      if (size === 0 || size > LIMITS.importAttached) return undefined
      const file = { id: newId(), name, size }
      kept.set(path, file)
      files.set(path, { say: 'file', id: file.id, pageId: ids[at]!, name, bytes: new Uint8Array() })
      return file
    }
    const parentId = page.parent === null ? null : ids[page.parent]!
    const made = makePage(
      ids[at]!,
      parentId,
      page,
      reads,
      (from, url, what) => {
        const old = pageIdIn(url)
        const mentioned = old && pageOnce.get(old.id)
        if (mentioned) return { url: `/${mentioned}${old.rest}` }
        const path = pathMeant(from, url)
        if (path === null) return undefined
        const target = pageAt.get(path)
        if (target) {
          ledTo.add(path)
          return { url: `/${target}${/#.*$/s.exec(url)?.[0] ?? ''}` }
        }
        const file = fileAt(path)
        if (file) return { url: fileUrl(file.id, file.name), file }
        if (!url.startsWith('/')) notes.dropped(missing(what, path, others.has(path)))
        return undefined
      },
      {
        page: (old) => pageOnce.get(old),
        file: (old) => {
          const path = fileOnce.get(old)
          const file = path === undefined ? undefined : fileAt(path)
          if (path !== undefined && !file) notes.dropped(missing('media', path, others.has(path)))
          return file?.id
        },
      },
    )
    yield made.page
    yield* made.files
    for (const [path, part] of files) yield { ...part, bytes: await zip.read(path, LIMITS.importAttached) }
    receipts.push({
      ...receiptOf(
        made.page.blocks,
        reads.flatMap(({ read }) => read.notes),
        reviewOf(made.page),
      ),
      files: made.files.length + files.size,
    })
    watcher.onProgress((at + 1) / pages.length)
  }
  if (receipts.length === 0)
    throw new AppError('bad-input', pages.length === 0 ? NOTHING_READABLE() : NOTHING_TO_IMPORT())
  for (const path of others)
    if (!kept.has(path)) notes.dropped(t('File that no page shows ({path})', { path }))
  yield { say: 'end', receipt: mergeReceipts(receipts, notes.all()) }
}

/** The paths that lead to a page. */
const pathsOf = ({ paths, doubles = [] }: PlannedPage): readonly string[] => [...paths, ...doubles]

/** Notion packs its export twice, a large one in parts. All of them are in memory, so together they are as large as one may be. */
async function innerZip(zip: SafeZip): Promise<SafeZip> {
  const paths = zip.paths.filter((path) => !LITTER.test(path))
  if (paths.length === 0 || !paths.every((path) => /\.zip$/i.test(path))) return zip
  const parts: SafeZip[] = []
  let room: number = LIMITS.importBundle
  for (const path of paths) {
    const bytes = await zip.read(path, room)
    room -= bytes.byteLength
    parts.push(await openZip(bytes))
  }
  // Our own say what belongs together, each for itself.
  const areOurs = parts.length > 1 && parts.some((part) => part.paths.includes(MANIFEST))
  return areOurs ? zip : joinZips(parts)
}

async function manifestIn(zip: SafeZip): Promise<Manifest | null> {
  if (!zip.paths.includes(MANIFEST)) return null
  try {
    const text = new TextDecoder().decode(await zip.read(MANIFEST, LIMITS.importFile))
    return Manifest.parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof AppError) throw error
    // Somebody else's file of that name, or one that was changed: the names of the files say enough.
    return null
  }
}

/** One file of many that cannot be read is left out and named; all others are imported, an empty one as an empty page. */
async function tryRead(
  zip: SafeZip,
  path: string,
  origin: string,
  notes: Notes,
  watcher: Watcher,
): Promise<FileRead | null> {
  try {
    const bytes = await zip.read(path, mostBytesOf(path))
    const read = await readOne(path, bytes, origin, () => watcher.onProgress(0))
    const reason = whyTooLarge(pageSizeOf(read.blocks))
    if (reason !== null) throw new AppError('too-large', reason)
    return read
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // A page that nothing is written on; others may lead to it.
    if (error.message === NOTHING_TO_IMPORT()) return { title: '', blocks: [], notes: [] }
    notes.dropped(`${path}: ${error.message}`)
    return null
  }
}

/** What a page of a `.zip` shows or leads to, and cannot. */
function missing(what: Named, path: string, isThere: boolean): string {
  if (isThere) return t('File that is empty or too large ({path})', { path })
  return what === 'media'
    ? t('Picture or file that is not in the .zip ({path})', { path })
    : t('Link to a page or file that is not in the .zip ({path})', { path })
}

/** Is something shown, or only led to? */
type Named = 'link' | 'media'

type Found = { url: string; file?: { id: string; name: string; size: number } } | undefined

/** The page of its files, with the addresses of what came along. */
function makePage(
  id: string,
  parentId: string | null,
  planned: PlannedPage,
  reads: readonly { path: string; read: FileRead }[],
  find: (from: string, url: string, what: Named) => Found,
  mentioned: Pick<References, 'page' | 'file'> = { page: () => undefined, file: () => undefined },
): { page: PagePart; files: FilePart[] } {
  const files: FilePart[] = []
  let review: CarriedReview | undefined
  const blocks = reads.flatMap(({ path, read }) => {
    const enclosed = new Map((read.enclosed ?? []).map((one) => [one.ref, one]))
    const kept = new Map<string, Found>()
    const enclosedAs = (ref: string): Found => {
      const one = enclosed.get(ref)
      if (!one) return undefined
      const known = kept.get(ref)
      if (known) return known
      const name = safeFileName(one.name)
      const file = { id: newId(), name, size: one.bytes.byteLength }
      files.push({ say: 'file', id: file.id, pageId: id, name, bytes: one.bytes })
      const found = { url: fileUrl(file.id, name), file }
      kept.set(ref, found)
      return found
    }
    const found = (url: string, what: Named): Found => enclosedAs(url) ?? find(path, url, what)
    const to = {
      link: (url: string) => found(url, 'link')?.url,
      media: (url: string) => mediaAttributes(found(url, 'media')),
      ...mentioned,
    }
    // What is suggested of one of several files cannot be said of the page of all.
    if (read.review && reads.length === 1)
      review = { ...read.review, blocks: mapReferences(read.review.blocks, to) }
    return mapReferences(read.blocks, to)
  })
  const normal = reads.length > 1 ? normalizeBlocks(blocks) : blocks
  const reason = whyTooLarge(pageSizeOf(normal)) ?? (review && whyTooLarge(pageSizeOf(review.blocks)))
  if (typeof reason === 'string') throw new AppError('too-large', reason)
  const first = reads[0]?.read
  const title = (planned.oldId === null && first?.title) || planned.title || first?.title || ''
  const properties = { ...first?.properties, ...planned.properties }
  const { coverImage } = properties
  // What a file says itself is where that file is; the list of a .zip speaks of the whole.
  const beside = planned.properties.coverImage === undefined ? (reads[0]?.path ?? '') : ''
  const address = coverImage === undefined ? null : addressOfCover(coverImage)
  const cover = address === null ? undefined : find(beside, address, 'media')?.url
  if (coverImage !== undefined && cover !== undefined) properties.coverImage = coverAt(coverImage, cover)
  else if (coverImage !== undefined && readCover(coverImage) === null) delete properties.coverImage
  const discussions = reads.length === 1 ? first?.discussions : undefined
  return {
    page: {
      say: 'page',
      id,
      parentId,
      title: boundTitle(title),
      blocks: normal,
      properties,
      discussions,
      review,
    },
    files,
  }
}

function mediaAttributes(found: Found): Record<string, Json> | undefined {
  if (!found?.file) return undefined
  const { url, file } = found
  return { url, name: file.name, size: file.size, isUpload: true }
}
