import { fileHandles } from './uploads'

/** Not every browser has these. */
type WithWays = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> }

/** A folder that was dropped or pasted. */
export interface BroughtFolder {
  entry: FileSystemDirectoryEntry
  /** The way to it that lasts, where the browser has one. */
  handle: Promise<FileSystemHandle | null> | null
}

/** What was dropped or pasted. */
export interface Brought {
  files: File[]
  folders: BroughtFolder[]
}

/** The files and folders that are dropped or pasted; the ways to them are asked for now, since the browser tells them only while the event lasts. */
export function broughtBy({ files, items }: DataTransfer): Brought {
  const brought: Brought = { files: [], folders: [] }
  const ways: WithWays[] = [...items].filter(({ kind }) => kind === 'file')
  for (const [at, file] of [...files].entries()) {
    const way = ways[at]
    const entry = way?.webkitGetAsEntry?.()
    const handle = way?.getAsFileSystemHandle?.() ?? null
    // One that fails is like none.
    handle?.catch(() => undefined)
    if (entry?.isDirectory) brought.folders.push({ entry: entry as FileSystemDirectoryEntry, handle })
    else {
      if (handle) fileHandles.set(file, handle)
      brought.files.push(file)
    }
  }
  return brought
}
