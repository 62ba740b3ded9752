import { addAbortListener, once } from 'node:events'
import type { Readable } from 'node:stream'
import type { ZipFile } from 'yazl'
import type { Block } from '@/blocks'
import type { StoredFile } from '@/features/files/model'
import { branchOf } from '@/features/pages/server/branch'
import { yieldToEventLoop } from '@/server/collab/yield-to-event-loop'
import type { SignedInContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { MANIFEST, type Manifest } from '../formats/bundle'
import type { WrittenFile } from '../formats/format'
import { fileNameOf, LEFT_OUT_LIST } from '../model'
import type { PageProperties } from '../page-properties'
import { withAddresses } from './export-addresses'
import { bytesOf, type ExportInput, formatOf, jobOf, type ReadPage, readPage } from './export-pages'
import { inWritersTurn, type WritePage } from './parse'
import type { WriteJob } from './parse-job'

/** Pages that are written at a time, fewer where they are long; in between, others have their turn. */
const AT_A_TIME = 25
const BYTES_AT_A_TIME = 4 * 1024 * 1024
/** Where pictures and files are in a `.zip` of ours. */
const FILES = 'files'

/** A page that is to be written into a `.zip`. */
export interface Planned {
  id: string
  title: string
  /** Place of its parent in the list. */
  parent: number | null
  /** Without the extension. */
  path: string
}

/** The pages of a branch that the caller may see, parents first, each with a path of its own. */
export async function planBranch(ctx: SignedInContext, rootId: string): Promise<Planned[]> {
  const rows = await branchOf(ctx, rootId)
  const below = Map.groupBy(rows, (row) => row.parent_id)
  const planned: Planned[] = []
  type Row = (typeof rows)[number]
  const visit = async (row: Row, parent: number | null, folder: string, taken: TakenNames) => {
    await yieldToEventLoop()
    const path = folder + freeName(row.title, taken)
    const at = planned.push({ id: row.id, title: row.title, parent, path }) - 1
    if (planned.length > LIMITS.importPages) {
      const most = inFigures(LIMITS.importPages)
      throw new AppError(
        'too-large',
        t('At most {most} pages can be exported at once. Export a part of them.', { most }),
      )
    }
    const inside = takenNames()
    for (const child of below.get(row.id) ?? []) await visit(child, at, `${path}/`, inside)
  }
  const root = rows.find(({ id }) => id === rootId)
  if (root) await visit(root, null, '', takenNames(FILES, MANIFEST, LEFT_OUT_LIST.replace('.txt', '')))
  return planned
}

/** Names in use, in small letters, each with the highest number that names counted on from it have reached. */
export type TakenNames = Map<string, number>

export const takenNames = (...names: string[]): TakenNames => new Map(names.map((name) => [name, 1]))

/** A name that no sibling has, on systems that do not tell capitals from small letters either. */
export const freeName = (title: string, taken: TakenNames): string =>
  counted(fileNameOf(title, '').slice(0, -1), '', taken)

/** The first of `base`, `base 2`, `base 3` … that is free, and takes it. Counting goes on where it stood: O(1) for each name, amortized. */
function counted(base: string, ending: string, taken: TakenNames): string {
  const key = `${base}${ending}`.toLowerCase()
  let count = taken.get(key) ?? 0
  let name: string
  do {
    count++
    name = count === 1 ? `${base}${ending}` : `${base} ${count}${ending}`
  } while (taken.has(name.toLowerCase()))
  taken.set(name.toLowerCase(), 1)
  taken.set(key, count)
  return name
}

/** What is put into a `.zip`. */
export interface Entry {
  path: string
  content: Buffer | { file: StoredFile }
}

/** Resolves when what was put in has been taken by the receiver. Throws when that one has gone away. */
export async function drained(zip: ZipFile, signal: AbortSignal): Promise<void> {
  const output = zip.outputStream as Readable
  while (output.readableLength > 0) await once(output, 'data', { signal })
}

/** The files that lie in a `.zip`, each once and with a name of its own. */
export class ZipFiles {
  readonly listed: Manifest['files'] = []
  private readonly names = takenNames()
  private readonly paths = new Map<string, string>()

  /** Where a file lies, and whether it has just been given that place. */
  pathOf({ id, name: given }: Pick<StoredFile, 'id' | 'name'>): { path: string; isNew: boolean } {
    const known = this.paths.get(id)
    if (known !== undefined) return { path: known, isNew: false }
    const ending = /\.[\p{L}\p{N}]{1,12}$/u.exec(given)?.[0] ?? ''
    const base = given.slice(0, given.length - ending.length) || 'file'
    const path = `${FILES}/${counted(base, ending, this.names)}`
    this.paths.set(id, path)
    this.listed.push({ path, id, name: given })
    return { path, isNew: true }
  }
}

/** A page to be written, and its properties as the list of the `.zip` says them. */
interface PageJob {
  job: WriteJob
  listed: PageProperties
}

/** What stands for a page that is left out. */
const LEFT = Symbol('left out')

/** Pages that are written one after the other into a `.zip`, with the files that they show. */
export class Branch {
  readonly manifest: Manifest
  private next = 0
  private readonly byId: Map<string, Planned>
  /** Places in the manifest, by places in the plan: the same unless a page before was left out. */
  private readonly listedAt = new Map<number, number>()

  constructor(
    private readonly ctx: SignedInContext,
    private readonly input: ExportInput,
    private readonly plan: readonly Planned[],
    readonly signal: AbortSignal,
    private readonly files = new ZipFiles(),
    /** Told of a page that cannot be read or written, which is left out; what it throws, and without it such a page, ends the whole. */
    private readonly onLeftOut: ((page: Planned, error: unknown) => void) | null = null,
  ) {
    this.byId = new Map(plan.map((page) => [page.id, page]))
    this.manifest = { format: 'sheaf-bundle', version: 1, pages: [], files: files.listed }
  }

  /** Has every page had its turn? */
  get isDone(): boolean {
    return this.next >= this.plan.length
  }

  /** The next pages and the files they show: a few, which may have nothing that the format can say. */
  async writeNext(): Promise<Entry[]> {
    this.signal.throwIfAborted()
    const entries: Entry[] = []
    if (this.isDone) return entries
    const asker = { person: this.ctx.caller.user.id, signal: this.signal }
    await inWritersTurn(asker, async (write) => {
      const end = this.next + AT_A_TIME
      let bytes = 0
      let isFresh = true
      while (!this.isDone && this.next < end && bytes < BYTES_AT_A_TIME) {
        const page = this.plan[this.next]!
        const read = await this.orLeftOut(page, () => readPage(this.ctx, page.id, this.input))
        if (read !== LEFT) {
          const asked = await this.jobFor(page, read, entries)
          try {
            bytes += this.add(page, asked, await this.written(write, asked.job), entries)
          } catch (error) {
            if (!this.onLeftOut || this.signal.aborted) throw error
            // What was written before may be the cause: a writer of its own tries it again. No other page is taken along.
            if (!isFresh) return
            this.onLeftOut(page, error)
            this.next++
            return
          }
          isFresh = false
        }
        this.next++
      }
    })
    return entries
  }

  private async jobFor(page: Planned, read: ReadPage, entries: Entry[]): Promise<PageJob> {
    const { extension } = formatOf(this.input.format)
    const fileOf = ({ path }: Planned) => `${path}.${extension}`
    const { listed, ...addressed } = await withAddresses(this.ctx, this.input, read, {
      from: fileOf(page),
      page: (id) => {
        const meant = this.byId.get(id)
        return meant && fileOf(meant)
      },
      file: (file) => this.pathOf(file, entries),
    })
    return { job: await jobOf(this.ctx, read, this.input, addressed), listed }
  }

  /** In a branch, a page that a format has nothing to say of is only listed. */
  private async written(write: WritePage, job: WriteJob): Promise<readonly WrittenFile[]> {
    return this.input.format === 'csv' && !hasTables(job.blocks) ? [] : write(job)
  }

  /** Puts in what was written of a page, and lists it. Answers how many bytes that is. */
  private add(
    page: Planned,
    { job, listed: properties }: PageJob,
    files: readonly WrittenFile[],
    entries: Entry[],
  ): number {
    const { extension } = formatOf(this.input.format)
    const added = files.map((file) => ({
      path: `${page.path}${file.suffix}.${extension}`,
      content: bytesOf(file),
    }))
    entries.push(...added)
    const [path = null, ...more] = added.map((file) => file.path)
    const listed = { path, id: page.id, parent: this.parentOf(page), title: job.title, properties }
    this.listedAt.set(this.next, this.manifest.pages.length)
    this.manifest.pages.push(more.length > 0 ? { ...listed, more } : listed)
    return added.reduce((sum, { content }) => sum + content.length, 0)
  }

  /** Where in the manifest the parent of a page stands, or where that one is left out, the nearest page around it. */
  private parentOf(page: Planned): number | null {
    for (let at = page.parent; at !== null; at = this.plan[at]!.parent) {
      const listed = this.listedAt.get(at)
      if (listed !== undefined) return listed
    }
    return null
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

  private pathOf(file: StoredFile, entries: Entry[]): string {
    const { path, isNew } = this.files.pathOf(file)
    if (isNew) entries.push({ path, content: { file } })
    return path
  }

  /**
   * Puts a kept file in as it is; it is opened when its turn comes, and closed when nobody takes it any more. Resolves when it has been
   * taken, so that no page is read for a receiver who is not through with it. False, and nothing is put in, when its bytes are not there.
   */
  async addFile(
    zip: ZipFile,
    path: string,
    file: Pick<StoredFile, 'id' | 'type' | 'size'>,
  ): Promise<boolean> {
    const { files, log } = this.ctx
    if ((await files.sizeOf(file.id)) !== file.size) return false
    this.signal.throwIfAborted()
    // Pictures, films and archives are packed already.
    const compress = !/^(?:image|video|audio)\/|zip/.test(file.type)
    const { promise: taken, resolve, reject } = Promise.withResolvers<void>()
    let bytes: Readable | null = null
    const stop = addAbortListener(this.signal, () => {
      bytes?.destroy()
      reject(this.signal.reason)
    })
    try {
      zip.addReadStreamLazy(path, { compress, size: file.size }, (take) => {
        files.read(file.id).then(
          (opened) => {
            if (!opened) return reject(new Error(`No bytes of ${file.id}`))
            if (this.signal.aborted) return opened.destroy()
            bytes = opened.once('error', reject).once('close', resolve)
            return take(null, opened)
          },
          (error) => {
            log.error({ err: error, file: file.id }, 'a file could not be exported')
            reject(error)
          },
        )
      })
      await taken
    } finally {
      stop[Symbol.dispose]()
    }
    return true
  }
}

const hasTables = (blocks: readonly Block[]): boolean =>
  blocks.some(({ kind, children = [] }) => kind === 'table' || kind === 'dataTable' || hasTables(children))
