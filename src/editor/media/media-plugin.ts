import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { BlockHost } from '@/blocks/kit/block-program'
import { kindOfFile } from '@/blocks/media/media-url'
import { t } from '@/shared/i18n'
import { dropPlace } from '../core/drag'
import { withAnnouncement } from '../core/surface-state'
import { whyNotFiles } from './check-files'
import { insertMedia, mediaFromFiles, replaceMedia } from './insert-media'
import { PastedPictures } from './pasted-pictures'
import { fileHandles } from './uploads'

type Tell = (message: string) => void

/** Not every browser has these. */
type WithHandle = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> }

/** The files that are dropped or pasted; the ways to them are asked for now, since the browser tells them only while the event lasts. */
function filesOf({ files, items }: DataTransfer): File[] {
  const found = [...files]
  const ways: WithHandle[] = [...items].filter(({ kind }) => kind === 'file')
  for (const [at, file] of found.entries()) {
    const handle = ways[at]?.getAsFileSystemHandle?.()
    if (handle) fileHandles.set(file, handle)
  }
  return found
}

const holdsFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false

/**
 * Are the copied files what is meant, and not a picture of what is copied as text too (as spreadsheets do)? A copied
 * picture brings the address it was at along.
 */
function meansFiles(data: DataTransfer): boolean {
  if (data.files.length === 0) return false
  const html = data.getData('text/html')
  if (html === '') return true
  const body = new DOMParser().parseFromString(html, 'text/html').body
  return (
    !html.includes('data-pm-slice') &&
    body.textContent.trim() === '' &&
    body.querySelectorAll('img').length === 1
  )
}

/** What one tells a person whose browser cannot play what was brought (product.md 5.6). */
function whyNotPlayed(files: readonly File[]): string | null {
  for (const { type, name } of files) {
    const kind = kindOfFile(type, name)
    if ((kind !== 'video' && kind !== 'audio') || type === '') continue
    if (document.createElement(kind).canPlayType(type) === '')
      return t('This browser may not be able to play “{name}”. It is kept and can be downloaded.', { name })
  }
  return null
}

/** Takes files into the page: at a place between blocks, into the empty block of media at `into`, or at the caret. */
export function takeFiles(
  view: EditorView,
  files: readonly File[],
  host: BlockHost,
  tell: Tell,
  at: { place?: number; into?: number } = {},
): boolean {
  const wrong = whyNotFiles(files)
  if (wrong) {
    tell(wrong)
    return false
  }
  const blocks = mediaFromFiles(files, host)
  const tr =
    at.into === undefined
      ? insertMedia(view.state, blocks, at.place)
      : replaceMedia(view.state, at.into, blocks)
  const said =
    files.length === 1
      ? t('Added {name}', { name: files[0]!.name })
      : t('Added {count} files', { count: files.length })
  view.dispatch(withAnnouncement(tr, said))
  const warning = whyNotPlayed(files)
  if (warning) tell(warning)
  return true
}

/** The block of media without a file that is under the pointer. */
function emptyBlockAt(view: EditorView, event: DragEvent): number | undefined {
  const element = (event.target as Element | null)?.closest?.('.media')
  if (!element || !view.dom.contains(element)) return undefined
  const pos = view.posAtDOM(element, 0, -1)
  const node = view.state.doc.nodeAt(pos)
  return node && node.attrs.url === '' && node.attrs.placeholderId === '' ? pos : undefined
}

/** The line where dropped files would go, and what happens to files that are dropped beside the text. */
class FileDrop {
  private readonly line = document.createElement('div')
  private readonly view: EditorView
  private readonly host: () => BlockHost
  private readonly tell: Tell

  constructor(view: EditorView, host: () => BlockHost, tell: Tell) {
    this.view = view
    this.host = host
    this.tell = tell
    this.line.className = 'drop-indicator'
    // Before anybody else: the caret that follows what is dragged is for text.
    view.dom.addEventListener('dragover', this.over, true)
    view.dom.addEventListener('drop', this.drop, true)
    view.dom.addEventListener('dragleave', this.leave)
    window.addEventListener('dragover', this.beside)
    window.addEventListener('drop', this.beside)
  }

  destroy(): void {
    this.hide()
    this.view.dom.removeEventListener('dragover', this.over, true)
    this.view.dom.removeEventListener('drop', this.drop, true)
    this.view.dom.removeEventListener('dragleave', this.leave)
    window.removeEventListener('dragover', this.beside)
    window.removeEventListener('drop', this.beside)
  }

  private hide(): void {
    this.line.remove()
  }

  private readonly over = (event: DragEvent) => {
    if (!holdsFiles(event.dataTransfer) || !this.view.editable || this.view.dragging) return
    event.preventDefault()
    event.stopPropagation()
    event.dataTransfer!.dropEffect = 'copy'
    const into = emptyBlockAt(this.view, event)
    const place = into === undefined ? dropPlace(this.view, event.clientX, event.clientY) : null
    if (!place || place.beside) return this.hide()
    this.line.style.cssText = `top: ${place.top - 1}px; left: ${place.left}px; width: ${place.width}px`
    if (!this.line.isConnected) document.body.append(this.line)
  }

  private readonly leave = (event: DragEvent) => {
    if (!this.view.dom.contains(event.relatedTarget as globalThis.Node | null)) this.hide()
  }

  private readonly drop = (event: DragEvent) => {
    this.hide()
    const files = event.dataTransfer ? filesOf(event.dataTransfer) : []
    if (files.length === 0 || !this.view.editable || this.view.dragging) return
    event.preventDefault()
    event.stopPropagation()
    const into = emptyBlockAt(this.view, event)
    const place = dropPlace(this.view, event.clientX, event.clientY)
    const at = into !== undefined ? { into } : place && !place.beside ? { place: place.pos } : {}
    if (takeFiles(this.view, files, this.host(), this.tell, at)) this.view.focus()
  }

  /** A file that misses the text must not take the page away; what wants files itself has said so by now. */
  private readonly beside = (event: DragEvent) => {
    if (event.defaultPrevented || !holdsFiles(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer!.dropEffect = 'none'
    this.hide()
  }
}

/** Files that are pasted or dropped (product.md 2.38, 5.6). */
export function mediaPlugin(host: () => BlockHost, tell: Tell): Plugin {
  const pictures = new PastedPictures(host, tell)
  return new Plugin({
    view: (view) => new FileDrop(view, host, tell),
    appendTransaction: (transactions, _before, state) => pictures.append(transactions, state),
    props: {
      transformPastedHTML: (html) => pictures.keep(html),
      handlePaste(view, event) {
        const data = event.clipboardData
        if (!data || !meansFiles(data)) return false
        takeFiles(view, filesOf(data), host(), tell)
        return true
      },
    },
  })
}
