import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { BlockHost } from '@/blocks/kit/block-program'
import { t } from '@/shared/i18n'
import { dropPlace } from '../core/drag'
import { type Brought, broughtBy } from './brought-files'
import { PastedPictures } from './pasted-pictures'
import { type FilesPlace, type Tell, takeFiles } from './take-files'

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

/** Takes what was brought into the page; the answer says whether that is done. Folders take a moment to be read. */
function take(
  view: EditorView,
  brought: Brought,
  host: () => BlockHost,
  tell: Tell,
  at?: FilesPlace,
): boolean {
  if (brought.folders.length === 0) return takeFiles(view, brought.files, host(), tell, at)
  void import('./folders').then(
    ({ takeFolders }) => takeFolders(view, brought, host, tell, at),
    () => tell(t('This folder could not be read.')),
  )
  return false
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
    const brought = event.dataTransfer && broughtBy(event.dataTransfer)
    if (!brought || (brought.files.length === 0 && brought.folders.length === 0)) return
    if (!this.view.editable || this.view.dragging) return
    event.preventDefault()
    event.stopPropagation()
    const into = emptyBlockAt(this.view, event)
    const place = dropPlace(this.view, event.clientX, event.clientY)
    const at = into !== undefined ? { into } : place && !place.beside ? { place: place.pos } : {}
    if (take(this.view, brought, this.host, this.tell, at)) this.view.focus()
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
        take(view, broughtBy(data), host, tell)
        return true
      },
    },
  })
}
