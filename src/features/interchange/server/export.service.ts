import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Block } from '@/blocks'
import { plainBlocks } from '@/blocks/markdown/for-others'
import type { CarriedChange, CarriedReview } from '@/document'
import type { CarriedDiscussion } from '@/features/comments/carried'
import { authorNames, carryDiscussions } from '@/features/comments/server/carried.service'
import type { StoredFile } from '@/features/files/model'
import { fileShownBy } from '@/features/files/server/seen-file'
import { branchOf } from '@/features/pages/server/branch'
import { importedAuthor } from '@/features/review/imported-author'
import { isHiddenFrom } from '@/server/access/hidden-review'
import { type RequiredPage, requirePage } from '@/server/access/require-page'
import type { SignedInContext } from '@/server/context'
import { contentDisposition } from '@/server/http/content-disposition'
import { formatsOfPerson } from '@/server/person-formats'
import { AppError } from '@/shared/errors'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { MANIFEST, type Manifest } from '../formats/bundle'
import { exportFormats } from '../formats/export'
import type { Picture, WriteOptions, WrittenFile } from '../formats/format'
import { addressFrom, fileIdIn, mapReferences, pageIdIn } from '../formats/references'
import { EXPORT_FORMATS, type ExportFormatId, fileNameOf } from '../model'
import { PageProperties } from '../page-properties'
import { writePages } from './parse'
import type { WriteJob } from './parse-job'

/** How many files a person can export in a minute. */
const PER_MINUTE = 60
/** Pages that are written at a time; in between, others have their turn. */
const AT_A_TIME = 25

/** What is to be exported. */
export interface ExportInput {
  documentId: string
  format: ExportFormatId
  /** With everything below it, and what the pages show, as a `.zip`. */
  subPages: boolean
  options: WriteOptions
}

/** A file to send: what is in it and the headers that go with it. */
export interface ExportedFile {
  body: string | Uint8Array<ArrayBuffer> | Readable
  headers: Record<string, string>
}

/** The newest state of a page, or of it and its sub-pages, as a file. Throws like `requirePage`; stops at once when `signal` is aborted. */
export async function exportPage(
  ctx: SignedInContext,
  input: ExportInput,
  signal: AbortSignal,
): Promise<ExportedFile> {
  await requirePage(ctx, input.documentId, 'view')
  await ctx.limits.take(`export:${ctx.caller.user.id}`, PER_MINUTE, 60)
  return input.subPages ? exportBranch(ctx, input, signal) : exportOne(ctx, input, signal)
}

const formatOf = (format: ExportFormatId) => EXPORT_FORMATS.find(({ id }) => id === format)!

export const headersOf = (name: string, type: string): Record<string, string> => ({
  'content-type': type,
  'content-disposition': contentDisposition(name),
  'cache-control': 'private, no-store',
})

async function exportOne(
  ctx: SignedInContext,
  input: ExportInput,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const { extension, mediaType } = formatOf(input.format)
  const page = await readPage(ctx, input.documentId, input)
  const job = await jobOf(ctx, page, page.blocks, input)
  const left = await countLeftOut(ctx, page, job, input)
  const [written = []] = await writePages([job], { person: ctx.caller.user.id, signal })
  const [only, second] = written
  if (only && !second) {
    const charset = typeof only.content === 'string' ? '; charset=utf-8' : ''
    const body = typeof only.content === 'string' ? only.content : new Uint8Array(only.content)
    const headers = headersOf(fileNameOf(page.title, extension), `${mediaType}${charset}`)
    return { body, headers: { ...headers, ...(left > 0 && { [LEFT_OUT]: String(left) }) } }
  }
  const zip = new ZipFile()
  for (const file of written)
    zip.addBuffer(bytesOf(file), fileNameOf(`${page.title || t('Untitled')}${file.suffix}`, extension))
  zip.end()
  return { body: streamOf(zip, signal), headers: headersOf(fileNameOf(page.title, 'zip'), 'application/zip') }
}

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
  const ours = await Promise.all([...others].map((url) => fileAt(ctx, row.id, url)))
  return ours.filter((file) => file !== null).length
}

interface ReadPage {
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
async function readPage(
  ctx: SignedInContext,
  id: string,
  { format, options }: ExportInput,
): Promise<ReadPage> {
  const { row, facts } = await requirePage(ctx, id, 'view')
  const userId = ctx.caller.user.id
  if (!REVIEWED.has(format) || (!options.suggestions && !options.discussions))
    return { row, ...(await ctx.live.content(id, userId)) }
  const { title, blocks, review, anchors } = await ctx.live.review(id, userId)
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

const propertiesOf = (row: RequiredPage['row']): PageProperties =>
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

async function jobOf(
  ctx: SignedInContext,
  { title, row, blocks: own, review, discussions }: ReadPage,
  blocks: Block[],
  { format, subPages, options }: ExportInput,
): Promise<WriteJob> {
  const { mostPictured = 0, isAlone = false } = exportFormats[format]
  const pictures =
    isAlone && subPages ? [] : await picturesOf(ctx, row.id, review?.blocks ?? own, mostPictured)
  const { publicUrl: origin } = ctx.config
  const properties = propertiesOf(row)
  const days = await formatsOfPerson(ctx.db, ctx.caller.user.id)
  return { days, format, title, blocks, properties, pictures, origin, options, review, discussions }
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
  for (const url of room > 0 ? mediaIn(blocks) : []) {
    const file = pictures.has(url) ? null : await fileAt(ctx, documentId, url)
    if (!file?.type.startsWith('image/') || file.size > room) continue
    const bytes = await ctx.files.read(file.id)
    if (!bytes) continue
    room -= file.size
    pictures.set(url, { type: file.type, bytes: new Uint8Array(Buffer.concat(await bytes.toArray())) })
  }
  return [...pictures]
}

function mediaIn(blocks: readonly Block[]): string[] {
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

/** A file of ours that the page shows; `null` for everything else, also what it only names (R68). */
async function fileAt(ctx: SignedInContext, documentId: string, url: string): Promise<StoredFile | null> {
  const id = fileIdIn(url, ctx.config.publicUrl)
  return id === null ? null : fileShownBy(ctx.db, documentId, id)
}

export interface Planned {
  id: string
  title: string
  /** Place of its parent in the list. */
  parent: number | null
  /** Without the extension. */
  path: string
}

/** The pages of a branch that the caller may see, parents first, each with a path of its own. */
async function planBranch(ctx: SignedInContext, rootId: string): Promise<Planned[]> {
  const rows = await branchOf(ctx, rootId)
  const below = Map.groupBy(rows, (row) => row.parent_id)
  const planned: Planned[] = []
  const visit = (row: (typeof rows)[number], parent: number | null, folder: string, taken: Set<string>) => {
    const path = folder + freeName(row.title, taken)
    const at = planned.push({ id: row.id, title: row.title, parent, path }) - 1
    if (planned.length > LIMITS.importPages) {
      const most = inFigures(LIMITS.importPages)
      throw new AppError(
        'too-large',
        t('At most {most} pages can be exported at once. Export a part of them.', { most }),
      )
    }
    const inside = new Set<string>()
    for (const child of below.get(row.id) ?? []) visit(child, at, `${path}/`, inside)
  }
  const root = rows.find(({ id }) => id === rootId)
  if (root) visit(root, null, '', new Set([FILES.toLowerCase(), MANIFEST]))
  return planned
}

/** A name that no sibling has, on systems that do not tell capitals from small letters either. */
export function freeName(title: string, taken: Set<string>): string {
  const base = fileNameOf(title, '').slice(0, -1)
  let name = base
  for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${base} ${count}`
  taken.add(name.toLowerCase())
  return name
}

/** Where pictures and files are in a `.zip` of ours. */
const FILES = 'files'
/** How many files of ours are links in a file that holds pictures inside, so that the receiver can say so. */
const LEFT_OUT = 'x-sheaf-left-out'
/** So the receiver can tell how far it is. */
const ENTRIES = 'x-sheaf-entries'

async function exportBranch(
  ctx: SignedInContext,
  input: ExportInput,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const plan = await planBranch(ctx, input.documentId)
  const zip = new ZipFile()
  const body = streamOf(zip, signal)
  const closed = new AbortController()
  body.once('close', () => closed.abort())
  const branch = new Branch(ctx, input, plan, AbortSignal.any([signal, closed.signal]))
  // The first pages are written before anything is sent: most of what can go wrong goes wrong there, and is said in words.
  const started = await branch.writeNext()
  void fill(zip, branch, started).catch((error) => {
    if (!branch.signal.aborted) ctx.log.error({ err: error }, 'an export broke off')
    body.destroy(error)
  })
  const name = fileNameOf(plan[0]?.title ?? '', 'zip')
  return { body, headers: { ...headersOf(name, 'application/zip'), [ENTRIES]: String(plan.length + 1) } }
}

export function streamOf(zip: ZipFile, signal: AbortSignal): PassThrough {
  const body = new PassThrough()
  zip.outputStream.pipe(body)
  zip.on('error', (error) => body.destroy(error as Error))
  signal.addEventListener('abort', () => body.destroy(), { once: true })
  return body
}

interface Entry {
  path: string
  content: Buffer | { file: StoredFile }
}

/** Puts in what is written, a few pages at a time, as fast as it is taken. */
async function fill(zip: ZipFile, branch: Branch, started: Entry[]): Promise<void> {
  for (let entries: Entry[] = started; entries.length > 0; entries = await branch.writeNext()) {
    for (const { path, content } of entries) {
      if (Buffer.isBuffer(content)) zip.addBuffer(content, path)
      else if (!(await branch.addFile(zip, path, content.file)))
        throw new Error(`No bytes of ${content.file.id}`)
    }
    await drained(zip, branch.signal)
  }
  zip.addBuffer(Buffer.from(JSON.stringify(branch.manifest, null, 1)), MANIFEST)
  zip.end()
}

/** Resolves when what was put in has been taken by the receiver. Throws when that one has gone away. */
export async function drained(zip: ZipFile, signal: AbortSignal): Promise<void> {
  const output = zip.outputStream as Readable
  while (output.readableLength > 0) await once(output, 'data', { signal })
}

/** The files that lie in a `.zip`, each once and with a name of its own. */
export class ZipFiles {
  readonly listed: Manifest['files'] = []
  private readonly names = new Set<string>()
  private readonly paths = new Map<string, string>()

  /** Where a file lies, and whether it has just been given that place. */
  pathOf({ id, name: given }: Pick<StoredFile, 'id' | 'name'>): { path: string; isNew: boolean } {
    const known = this.paths.get(id)
    if (known !== undefined) return { path: known, isNew: false }
    const ending = /\.[\p{L}\p{N}]{1,12}$/u.exec(given)?.[0] ?? ''
    const base = given.slice(0, given.length - ending.length) || 'file'
    let name = `${base}${ending}`
    for (let count = 2; this.names.has(name.toLowerCase()); count++) name = `${base} ${count}${ending}`
    this.names.add(name.toLowerCase())
    const path = `${FILES}/${name}`
    this.paths.set(id, path)
    this.listed.push({ path, id, name: given })
    return { path, isNew: true }
  }
}

/** What stands for a page that is left out. */
const LEFT = Symbol('left out')

/** Pages that are written one after the other into a `.zip`, with the files that they show. */
export class Branch {
  readonly manifest: Manifest
  private next = 0
  private readonly byId: Map<string, Planned>

  constructor(
    private readonly ctx: SignedInContext,
    private readonly input: ExportInput,
    private readonly plan: readonly Planned[],
    readonly signal: AbortSignal,
    private readonly files = new ZipFiles(),
    /** Told of a page that cannot be read or written, which is left out; without it such a page ends the whole. */
    private readonly onLeftOut: ((page: Planned, error: unknown) => void) | null = null,
  ) {
    this.byId = new Map(plan.map((page) => [page.id, page]))
    this.manifest = { format: 'sheaf-bundle', version: 1, pages: [], files: files.listed }
  }

  /** Has every page had its turn? */
  get isDone(): boolean {
    return this.next >= this.plan.length
  }

  /** The next pages and the files they show; nothing at the end. */
  async writeNext(): Promise<Entry[]> {
    this.signal.throwIfAborted()
    const { extension } = formatOf(this.input.format)
    const batch = this.plan.slice(this.next, this.next + AT_A_TIME)
    this.next += batch.length
    const pages: { page: Planned; read: ReadPage; job: WriteJob }[] = []
    const entries: Entry[] = []
    for (const page of batch) {
      const read = await this.orLeftOut(page, () => readPage(this.ctx, page.id, this.input))
      if (read === LEFT) continue
      const from = `${page.path}.${extension}`
      const blocks = await this.withPaths(read, from, entries)
      const review = read.review && {
        ...read.review,
        blocks: await this.withPaths({ ...read, blocks: read.review.blocks }, from, entries),
      }
      pages.push({ page, read, job: await jobOf(this.ctx, { ...read, review }, blocks, this.input) })
    }
    const written = await this.writeAll(pages)
    for (const [at, { page, read }] of pages.entries()) {
      const files = written[at]
      if (!files) continue
      const paths = files.map(({ suffix }) => `${page.path}${suffix}.${extension}`)
      for (const [index, file] of files.entries())
        entries.push({ path: paths[index]!, content: Buffer.from(bytesOf(file)) })
      const [path = null, ...more] = paths
      const parent = page.parent
      const properties = propertiesOf(read.row)
      const listed = { path, id: page.id, parent, title: read.title, properties }
      this.manifest.pages.push(more.length > 0 ? { ...listed, more } : listed)
    }
    return entries
  }

  private async orLeftOut<T>(page: Planned, act: () => Promise<T>): Promise<T | typeof LEFT> {
    if (!this.onLeftOut) return act()
    try {
      return await act()
    } catch (error) {
      if (this.signal.aborted) throw error
      this.onLeftOut(page, error)
      return LEFT
    }
  }

  /** The files of each page; undefined for one that is left out. Where a page may be, one that fails takes no other along. */
  private async writeAll(
    pages: readonly { page: Planned; job: WriteJob }[],
  ): Promise<(readonly WrittenFile[] | undefined)[]> {
    if (pages.length === 0) return []
    const person = this.ctx.caller.user.id
    try {
      return await this.write(
        pages.map(({ job }) => job),
        person,
      )
    } catch (error) {
      if (!this.onLeftOut || this.signal.aborted) throw error
    }
    const written: (readonly WrittenFile[] | undefined)[] = []
    for (const { page, job } of pages) {
      const one = await this.orLeftOut(page, () => this.write([job], person))
      written.push(one === LEFT ? undefined : one[0])
    }
    return written
  }

  /** In a branch, a page that a format has nothing to say of is only listed. */
  private async write(jobs: WriteJob[], person: string): Promise<(readonly WrittenFile[])[]> {
    if (this.input.format !== 'csv') return writePages(jobs, { person, signal: this.signal })
    const holding = jobs.map(({ blocks }) => hasTables(blocks))
    const written = await writePages(
      jobs.filter((_, at) => holding[at]),
      { person, signal: this.signal },
    )
    let at = 0
    return holding.map((holds) => (holds ? written[at++]! : []))
  }

  /** The blocks with what they name inside the `.zip`: pages and files beside them. Files are put in when first named. */
  private async withPaths({ row, blocks: read }: ReadPage, from: string, entries: Entry[]): Promise<Block[]> {
    const isForOthers = this.input.format === 'markdown' && !this.input.options.exact
    const blocks = isForOthers ? plainBlocks(read) : read
    const { extension } = formatOf(this.input.format)
    const origin = this.ctx.config.publicUrl
    const urls = new Set<string>(mediaIn(blocks))
    mapReferences(blocks, {
      link: (url) => void urls.add(url),
      media: () => undefined,
      page: () => undefined,
      file: () => undefined,
    })
    const files = new Map<string, string>()
    for (const url of urls) {
      const file = await fileAt(this.ctx, row.id, url)
      if (file) files.set(url, this.pathOf(file, entries))
    }
    const pageAddress = (url: string): string | undefined => {
      const meant = pageIdIn(url, origin)
      const page = meant && this.byId.get(meant.id)
      if (page) return addressFrom(from, `${page.path}.${extension}`) + meant.rest
      return meant && url.startsWith('/') ? origin + url : undefined
    }
    const { mostPictured, isAlone } = exportFormats[this.input.format]
    const holdsPictures = mostPictured !== undefined && !isAlone
    return mapReferences(blocks, {
      link: (url) => (files.has(url) ? addressFrom(from, files.get(url)!) : pageAddress(url)),
      // What is inside of the file is found by the address that it had.
      media: (url) =>
        files.has(url) && !holdsPictures ? { url: addressFrom(from, files.get(url)!) } : undefined,
      page: () => undefined,
      file: () => undefined,
    })
  }

  private pathOf(file: StoredFile, entries: Entry[]): string {
    const { path, isNew } = this.files.pathOf(file)
    if (isNew) entries.push({ path, content: { file } })
    return path
  }

  /**
   * Puts a kept file in as it is; it is opened when its turn comes, and closed when nobody takes it any more. False, and nothing is put
   * in, when its bytes are not there.
   */
  async addFile(
    zip: ZipFile,
    path: string,
    file: Pick<StoredFile, 'id' | 'type' | 'size'>,
  ): Promise<boolean> {
    const { files, log } = this.ctx
    if ((await files.sizeOf(file.id)) !== file.size) return false
    // Pictures, films and archives are packed already.
    const compress = !/^(?:image|video|audio)\/|zip/.test(file.type)
    zip.addReadStreamLazy(path, { compress, size: file.size }, (take) => {
      files.read(file.id).then(
        (bytes) => {
          if (!bytes) return take(new Error(`No bytes of ${file.id}`), bytes as never)
          const close = () => bytes.destroy()
          if (this.signal.aborted) return close()
          this.signal.addEventListener('abort', close)
          bytes.once('close', () => this.signal.removeEventListener('abort', close))
          return take(null, bytes)
        },
        (error) => {
          log.error({ err: error, file: file.id }, 'a file could not be exported')
          take(error, null as never)
        },
      )
    })
    return true
  }
}

const hasTables = (blocks: readonly Block[]): boolean =>
  blocks.some(({ kind, children = [] }) => kind === 'table' || kind === 'dataTable' || hasTables(children))

const bytesOf = ({ content }: WrittenFile): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content)
