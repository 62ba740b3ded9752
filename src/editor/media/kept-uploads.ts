import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** What is known of a file whose upload began in this browser, and may have been broken off by the end of its tab. */
export interface KeptUpload {
  name: string
  size: number
  /** The file itself, where the browser gave a way to it. */
  handle: FileSystemFileHandle | null
  /** Milliseconds since 1970. */
  startedAt: number
}

interface Schema extends DBSchema {
  uploads: { key: string; value: KeptUpload }
}

const NAME = 'sheaf:uploads'
/** The server gives an upload up a day after its last part. */
const KEPT_MS = 48 * 3_600_000

let opened: Promise<IDBPDatabase<Schema>> | null = null

function database(): Promise<IDBPDatabase<Schema>> {
  const forget = () => {
    opened = null
  }
  opened ??= openDB<Schema>(NAME, 1, {
    upgrade: (made) => void made.createObjectStore('uploads'),
    blocking: (_now, _next, event) => {
      ;(event.target as IDBDatabase).close()
      forget()
    },
    terminated: forget,
  })
  opened.catch(forget)
  return opened
}

const lockOf = (id: string) => `sheaf:upload:${id}`
const held = new Map<string, () => void>()
/** Those of this tab that are known no more. */
const forgotten = new Set<string>()

/** Says to other tabs, until this one ends, that it sends the file. */
function hold(id: string): void {
  if (held.has(id)) return
  const done = new Promise<void>((resolve) => held.set(id, resolve))
  void navigator.locks?.request(lockOf(id), () => done)
}

/** Notes an upload that begins, so that another tab can go on with it when this one is closed. */
export async function keepUpload(
  id: string,
  { name, size }: File,
  handle: Promise<FileSystemHandle | null> | undefined,
): Promise<void> {
  forgotten.delete(id)
  hold(id)
  const found = await handle?.catch(() => null)
  const kept = { name, size, startedAt: Date.now() }
  try {
    const db = await database()
    await removeOld(db)
    // It may have come to its end meanwhile.
    if (forgotten.has(id)) return
    await db.put(
      'uploads',
      { ...kept, handle: found?.kind === 'file' ? (found as FileSystemFileHandle) : null },
      id,
    )
  } catch {
    // A browser that keeps nothing asks for the file again.
  }
}

async function removeOld(db: IDBPDatabase<Schema>): Promise<void> {
  for (const id of await db.getAllKeys('uploads')) {
    const kept = await db.get('uploads', id)
    if (kept && kept.startedAt < Date.now() - KEPT_MS) await db.delete('uploads', id)
  }
}

/** The upload has come to its end, or is not wanted any more. */
export async function forgetUpload(id: string): Promise<void> {
  letGo(id)
  forgotten.add(id)
  await database()
    .then((db) => db.delete('uploads', id))
    .catch(() => undefined)
}

/** This tab does not send it any more. */
function letGo(id: string): void {
  held.get(id)?.()
  held.delete(id)
}

/** Resolves when no tab sends the file any more; never when the signal ends that. */
export const whenLetGo = (id: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    navigator.locks?.request(lockOf(id), { signal }, () => resolve()).catch(() => undefined)
  })

/** How many files the tabs of this browser are sending. */
export async function countSending(): Promise<number> {
  const { held: locks = [] } = (await navigator.locks?.query()) ?? {}
  return locks.filter(({ name }) => name?.startsWith(lockOf(''))).length
}

/** Removes what is known of all uploads from this browser, as when somebody signs out. */
export async function forgetAllUploads(): Promise<void> {
  if (typeof indexedDB !== 'undefined') await (await database()).clear('uploads')
}

/** What can be done about a file that this tab does not have. */
export type Absent =
  /** Another tab of this browser sends it. */
  | { state: 'elsewhere' }
  /** It was begun in this browser and broken off. */
  | { state: 'broken-off'; kept: KeptUpload }
  /** This browser knows nothing of it. */
  | { state: 'unknown' }

/** What this browser knows of an upload that is not one of this tab's. */
export async function absentUpload(id: string): Promise<Absent> {
  const { held: locks = [] } = (await navigator.locks?.query()) ?? {}
  if (locks.some(({ name }) => name === lockOf(id))) return { state: 'elsewhere' }
  const kept = await database()
    .then((db) => db.get('uploads', id))
    .catch(() => undefined)
  return kept ? { state: 'broken-off', kept } : { state: 'unknown' }
}

/** Handles can be asked whether they may be read (Chromium). */
type Asking = FileSystemFileHandle & {
  queryPermission?(what: { mode: 'read' }): Promise<PermissionState>
  requestPermission?(what: { mode: 'read' }): Promise<PermissionState>
}

/**
 * The file itself, when the browser lets it be read; `ask`: the person may be asked, which takes a press of theirs. Null when it may not be
 * read, is gone, or is another one by now.
 */
export async function fileOfHandle(kept: KeptUpload, ask: boolean): Promise<File | null> {
  const handle = kept.handle as Asking | null
  if (!handle) return null
  try {
    const mode = { mode: 'read' } as const
    let may = (await handle.queryPermission?.(mode)) ?? 'granted'
    if (may === 'prompt' && ask) may = (await handle.requestPermission?.(mode)) ?? may
    if (may !== 'granted') return null
    const file = await handle.getFile()
    return isThatFile(kept, file) ? file : null
  } catch {
    return null
  }
}

/** Does this look like the file whose upload was broken off? One that was changed since is sent from its beginning. */
export const isThatFile = ({ name, size }: KeptUpload, file: File): boolean =>
  file.name === name && file.size === size
