import { nanoid } from 'nanoid'
import type { BlockHost, FileInfo } from '@/blocks/kit/block-program'
import { t } from '@/shared/i18n'
import { pageIdOf } from '@/shared/page-address'
import { createListeners } from '@/shared/store'
import { toast } from '@/ui/toast'
import { arrivedFile, rememberArrived } from './arrived-uploads'

/** A file on its way. A new object for every change, so that it can be compared. */
export interface Upload {
  readonly id: string
  readonly file: File
  /** Shows the file in this tab before it is there. */
  readonly preview: string
  /** `local`: it stays in this tab, because nobody keeps it ("not uploaded: sign in to keep", rulings 4). */
  readonly state: 'waiting' | 'running' | 'paused' | 'failed' | 'done' | 'local'
  /** The connection is waited for. */
  readonly isCut: boolean
  /** The part that is there, 0 to 1. */
  readonly share: number
  /** Why it failed, in words. */
  readonly error: string
  readonly info: FileInfo | null
  /** Of a picture or video, once known. */
  readonly width: number | null
  readonly height: number | null
}

/** What a person is told when a failure says nothing itself (product.md 8.14). */
const SOMETHING_WRONG = () => t('Something went wrong, please try again later.')
/** How many are sent at once; the others wait. */
const AT_ONCE = 3
/** Milliseconds that the size of a picture is waited for, so that its room is known with it. */
const PATIENCE = 3_000
const STARTED = 'sheaf:uploads'
/** Ids that a tab remembers to have begun. */
const MOST_STARTED = 500
/** The beginning of the ids of files that stay in the tab. */
const LOCAL = 'local-'
/** Stands before the id in a block whose upload has failed, so that other tabs do not wait for it. */
const FAILED = 'failed-'

/** Ways to files that were dropped, with which their uploads go on after the tab was closed. */
export const fileHandles = new WeakMap<File, Promise<FileSystemHandle | null>>()

const uploads = new Map<string, Upload>()
const aborts = new Map<string, AbortController>()
const hosts = new Map<string, BlockHost>()
/** Measured once for each: a second measuring may end before the first, and then the size would be missing. */
const sizes = new Map<string, ReturnType<typeof measure>>()
const listeners = createListeners()
/** Those whose file stands on a block by now. */
const taken = new Set<string>()
/** Milliseconds after which a file that has arrived stands on its block, where that is on the screen. */
const TAKEN_MS = 3_000

/** A block has been given the file of this upload. */
export const markTaken = (id: string): void => void taken.add(id)

/** The page of its block was left: the file stands on it when it is opened again, which only this browser can do. */
function tellArrived(id: string, name: string): void {
  const { pagePath, openPath } = hosts.get(id) ?? {}
  // The address may say the words of the title before the id.
  if (taken.has(id) || !pagePath || `/${pageIdOf(location.pathname.slice(1))}` === pagePath) return
  toast.success(t('“{name}” is uploaded. It is put on its page when you open that.', { name }), {
    duration: Number.POSITIVE_INFINITY,
    ...(openPath && { action: { label: t('Open the page'), onClick: () => openPath(pagePath) } }),
  })
}

/** Tells of every change of any upload; the returned function ends that. */
export const watchUploads = listeners.subscribe

/** The upload of that id, if this tab knows it. */
export const uploadOf = (id: string): Upload | null => uploads.get(id) ?? null

function change(id: string, to: Partial<Upload>): void {
  const upload = uploads.get(id)
  if (!upload) return
  uploads.set(id, { ...upload, ...to })
  listeners.tell()
}

const isUnderWay = ({ state }: Upload): boolean =>
  state === 'waiting' || state === 'running' || state === 'paused'

/** How many files are on their way in this tab. */
export const countUnderWay = (): number => [...uploads.values()].filter(isUnderWay).length

/** Is this one on its way in this tab? */
export function isUploading(id: string): boolean {
  const upload = uploads.get(id)
  return upload !== undefined && isUnderWay(upload)
}

/** Leaving now would break them off: the browser asks first. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  if ([...uploads.values()].some(isUnderWay)) event.preventDefault()
}

/** What this tab began, also before it was reloaded. */
function startedIds(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STARTED) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function remember(id: string): void {
  try {
    sessionStorage.setItem(STARTED, JSON.stringify([...startedIds(), id].slice(-MOST_STARTED)))
  } catch {
    // Without storage a reload only tells less of what happened.
  }
}

/** Was it begun in this tab, and broken off by leaving the page? */
export const isInterrupted = (id: string): boolean =>
  !uploads.has(id) && startedIds().includes(id) && !arrivedFile(id)

/** The upload that a block's `placeholderId` names, whether it has failed or not. */
export const uploadNamed = (placeholder: string): string =>
  placeholder.startsWith(FAILED) ? placeholder.slice(FAILED.length) : placeholder

/** Does a block's `placeholderId` say that its upload has failed? */
export const saysFailed = (placeholder: string): boolean => placeholder.startsWith(FAILED)

/** What the blocks that wait for this upload keep as `placeholderId`. */
export const placeholderFor = ({ id, state }: Upload): string => (state === 'failed' ? FAILED + id : id)

/** Did it stay in a tab, by intention? */
export const isLocal = (id: string): boolean => id.startsWith(LOCAL)

/**
 * Begins to keep a file; the answer is the id under which it is asked for. Several are sent one after the other. With an id it goes on with
 * what a closed tab began under that one.
 */
export function startUpload(
  file: File,
  host: BlockHost,
  id = `${host.upload ? '' : LOCAL}${nanoid(16)}`,
): string {
  const preview = URL.createObjectURL(file)
  const state = host.upload ? 'waiting' : 'local'
  const made = {
    id,
    file,
    preview,
    state,
    isCut: false,
    share: 0,
    error: '',
    info: null,
    width: null,
    height: null,
  } as const
  uploads.set(id, made)
  hosts.set(id, host)
  if (uploads.size === 1) window.addEventListener('beforeunload', askBeforeLeaving)
  const size = measure(file, preview)
  sizes.set(id, size)
  void size.then((known) => known && change(id, known))
  if (host.upload) {
    remember(id)
    keep(id, file)
  }
  next()
  return id
}

/** What outlives this tab is noted by code that comes with the first file. */
const keptUploads = () => import('./kept-uploads')

/** Notes it, so that another tab can go on with it when this one is closed. */
const keep = (id: string, file: File) =>
  void keptUploads().then(({ keepUpload }) => keepUpload(id, file, fileHandles.get(file)))

/**
 * Stops an upload that is under way. The file is kept in this tab: a copy of its block, or one that undo brings back, says
 * that it was cancelled and can try again.
 */
export function cancelUpload(id: string): void {
  const upload = uploads.get(id)
  if (!upload || !isUnderWay(upload)) return
  const abort = aborts.get(id)
  aborts.delete(id)
  change(id, { state: 'failed', share: 0, error: t('The upload was canceled.') })
  abort?.abort()
  // What came before it was paused goes too.
  if (upload.state === 'paused') {
    const signal = AbortSignal.abort()
    hosts
      .get(id)
      ?.upload?.(upload.file, { signal })
      .catch(() => undefined)
  }
  void keptUploads().then(({ forgetUpload }) => forgetUpload(id))
  next()
}

/** Stops it for now; what has come stays. */
export function pauseUpload(id: string): void {
  const upload = uploads.get(id)
  if (upload?.state !== 'waiting' && upload?.state !== 'running') return
  const abort = aborts.get(id)
  aborts.delete(id)
  change(id, { state: 'paused', isCut: false })
  abort?.abort('paused')
  next()
}

/** Goes on with one that was paused. */
export function resumeUpload(id: string): void {
  if (uploads.get(id)?.state !== 'paused') return
  change(id, { state: 'waiting' })
  next()
}

/** Tries again to keep a file that could not be kept. */
export function retryUpload(id: string): void {
  const upload = uploads.get(id)
  if (upload?.state !== 'failed') return
  change(id, { state: 'waiting', share: 0, error: '' })
  keep(id, upload.file)
  next()
}

function next(): void {
  const all = [...uploads.values()]
  const free = AT_ONCE - all.filter(({ state }) => state === 'running').length
  for (const upload of all.filter(({ state }) => state === 'waiting').slice(0, free)) void send(upload)
}

async function send({ id, file }: Upload): Promise<void> {
  const host = hosts.get(id)
  if (!host?.upload) return
  const abort = new AbortController()
  aborts.set(id, abort)
  // One that was cancelled or paused has said so, and may have been begun anew.
  const isCurrent = () => aborts.get(id) === abort
  const ifCurrent = (to: Partial<Upload>) => void (isCurrent() && change(id, to))
  change(id, { state: 'running', isCut: false })
  try {
    const info = await host.upload(file, {
      signal: abort.signal,
      onProgress: (share) => ifCurrent({ share: Math.min(Math.max(share, 0), 1) }),
      onWaiting: (isCut) => ifCurrent({ isCut }),
    })
    const { width = null, height = null } = (await knownSize(id)) ?? {}
    if (!isCurrent()) return
    if (info.isKept) {
      rememberArrived(id, { ...info, previews: info.previews && [...info.previews], width, height })
      void keptUploads().then(({ forgetUpload }) => forgetUpload(id))
      setTimeout(() => tellArrived(id, file.name), TAKEN_MS)
    }
    change(id, { state: info.isKept ? 'done' : 'local', share: 1, info, width, height })
  } catch (error) {
    if (!isCurrent()) return
    const said = error instanceof Error && error.name !== 'TypeError' ? error.message : ''
    change(id, { state: 'failed', error: said || SOMETHING_WRONG() })
  } finally {
    if (isCurrent()) aborts.delete(id)
    next()
  }
}

/** The size that was measured since the upload began, which is waited for a moment more. */
const knownSize = (id: string) =>
  Promise.race([sizes.get(id), new Promise<null>((done) => setTimeout(done, PATIENCE, null))])

/** Without the code for it, the size is not known. */
const measure = (file: File, url: string) =>
  import('./measure-media').then(
    ({ measureMedia }) => measureMedia(file, url),
    () => null,
  )
