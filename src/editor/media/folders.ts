import type { EditorView } from '@tiptap/pm/view'
import type { BlockHost } from '@/blocks/kit/block-program'
import type { MediaKind } from '@/blocks/media/media-url'
import { t } from '@/shared/i18n'
import type { Brought, BroughtFolder } from './brought-files'
import { whyNotFiles } from './check-files'
import { addFiles, type FilesPlace, type Tell } from './take-files'
import { fileHandles } from './uploads'

/** How many files of folders are taken at once. */
const MOST_FOLDER_FILES = 200
/** How much of a folder is looked at, for one that holds thousands of empty folders. */
const MOST_LOOKED_AT = 5_000
/** Files that systems write into every folder. Those whose name begins with a dot are hidden as well. */
const OF_SYSTEMS = new Set(['thumbs.db', 'desktop.ini', 'icon\r', '__macosx'])

const isHidden = (name: string): boolean => name.startsWith('.') || OF_SYSTEMS.has(name.toLowerCase())

/** Something in a folder, however the browser gives it. */
interface Inside {
  name: string
  isFolder: boolean
  inside(): AsyncIterable<Inside>
  file(): Promise<File>
}

type DirectoryHandle = FileSystemDirectoryHandle & { values(): AsyncIterable<FileSystemHandle> }

const ofHandle = (handle: FileSystemHandle): Inside => ({
  name: handle.name,
  isFolder: handle.kind === 'directory',
  async *inside() {
    for await (const one of (handle as DirectoryHandle).values()) yield ofHandle(one)
  },
  async file() {
    const file = await (handle as FileSystemFileHandle).getFile()
    fileHandles.set(file, Promise.resolve(handle))
    return file
  },
})

const ofEntry = (entry: FileSystemEntry): Inside => ({
  name: entry.name,
  isFolder: entry.isDirectory,
  async *inside() {
    const reader = (entry as FileSystemDirectoryEntry).createReader()
    for (;;) {
      // Browsers give some of them at a time, and at last none.
      const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
      if (some.length === 0) return
      for (const one of some) yield ofEntry(one)
    }
  },
  file: () => new Promise((done, fail) => (entry as FileSystemFileEntry).file(done, fail)),
})

async function wayTo({ entry, handle }: BroughtFolder): Promise<Inside> {
  const found = await handle?.catch(() => null)
  return found?.kind === 'directory' ? ofHandle(found) : ofEntry(entry)
}

const byName = new Intl.Collator(undefined, { numeric: true })

/** The files of folders and of those inside them, in the order of their names, but for hidden ones; null when they are too many. */
async function filesIn(folders: readonly BroughtFolder[]): Promise<File[] | null> {
  const files: { path: string; file: File }[] = []
  let lookedAt = 0
  const look = async (folder: Inside, path: string): Promise<boolean> => {
    for await (const one of folder.inside()) {
      if (++lookedAt > MOST_LOOKED_AT) return false
      if (isHidden(one.name)) continue
      const at = `${path}/${one.name}`
      if (one.isFolder) {
        if (!(await look(one, at))) return false
      } else if (files.length === MOST_FOLDER_FILES) return false
      else files.push({ path: at, file: await one.file() })
    }
    return true
  }
  for (const folder of folders) if (!(await look(await wayTo(folder), folder.entry.fullPath))) return null
  return inOrder(files)
}

const inOrder = (files: { path: string; file: File }[]): File[] =>
  files.sort((one, other) => byName.compare(one.path, other.path)).map(({ file }) => file)

/** What is taken of folders, and what a person is told of the rest. */
export interface Taken {
  files: File[]
  note: string | null
}

const tooMany = () =>
  t('A folder can be added with at most {most} files. There are more in this one.', {
    most: MOST_FOLDER_FILES,
  })

/** Leaves out which of the files cannot be taken; `null` are too many files. */
function taken(files: readonly File[] | null, kind?: MediaKind): Taken {
  if (files === null || files.length > MOST_FOLDER_FILES) return { files: [], note: tooMany() }
  if (files.length === 0) return { files: [], note: t('There are no files in this folder.') }
  const reasons = files.map((file) => whyNotFiles([file], kind))
  const wrong = reasons.filter((reason) => reason !== null)
  return {
    files: files.filter((_, at) => reasons[at] === null),
    note:
      wrong.length === 0
        ? null
        : t('{count, plural, one {# file was left out: {reason}} other {# files were left out. {reason}}}', {
            count: wrong.length,
            reason: wrong[0]!,
          }),
  }
}

/** What is taken of a folder that was chosen: every file of it, as the browser lists them. `kind`: what they must be. */
export function takenOfChosen(chosen: readonly File[], kind: MediaKind): Taken {
  const shown = chosen
    .map((file) => ({ file, path: file.webkitRelativePath || file.name }))
    // A hidden folder is chosen on purpose.
    .filter(({ path }) => !path.split('/').slice(1).some(isHidden))
  return taken(shown.length > MOST_FOLDER_FILES ? null : inOrder(shown), kind)
}

/** What is taken of folders that were dropped, and of files that came with them. `kind`: what they must be. */
export async function takenOfBrought({ files, folders }: Brought, kind?: MediaKind): Promise<Taken> {
  try {
    const inside = await filesIn(folders)
    return taken(inside && [...files, ...inside], kind)
  } catch {
    return { files: [], note: t('This folder could not be read.') }
  }
}

/** Where that is by then, while others write: the block behind it, or before it, is still the same. */
function followed(view: EditorView, { place, into }: FilesPlace): () => FilesPlace {
  const idAt = (pos: number): unknown => view.state.doc.nodeAt(pos)?.attrs.id
  const posOf = (id: unknown): number | undefined => {
    let found: number | undefined
    view.state.doc.descendants((node, pos) => {
      if (found === undefined && node.attrs.id === id) found = pos
      return found === undefined
    })
    return found
  }
  if (into !== undefined) {
    const id = idAt(into)
    return () => {
      const pos = posOf(id)
      return pos === undefined ? {} : { into: pos }
    }
  }
  if (place === undefined) return () => ({})
  const { nodeAfter, nodeBefore } = view.state.doc.resolve(place)
  return () => {
    const pos = posOf(nodeAfter ? nodeAfter.attrs.id : nodeBefore?.attrs.id)
    if (pos === undefined) return {}
    return { place: nodeAfter ? pos : pos + view.state.doc.nodeAt(pos)!.nodeSize }
  }
}

/** Takes folders, and files that came with them, into the page. */
export async function takeFolders(
  view: EditorView,
  brought: Brought,
  host: () => BlockHost,
  tell: Tell,
  at: FilesPlace = {},
): Promise<void> {
  const placeNow = followed(view, at)
  const { files, note } = await takenOfBrought(brought)
  if (note) tell(note)
  if (files.length === 0 || view.isDestroyed || !view.editable) return
  addFiles(view, files, host(), tell, placeNow())
  view.focus()
}
