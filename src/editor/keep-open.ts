import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import * as Y from 'yjs'
import { type Block, blocksFromDoc } from '@/blocks'
import { tellLeaving } from '@/blocks/kit/keep-typed'
import { PageGuard, type Parting, putBack, settledText } from '@/document'
import { lostInDom } from './lost-in-dom'
import type { EditorSourceLive } from './source'

/** A page that comes apart more often than this, within this many milliseconds, is only shown from then on. */
const MOST = 3
const WITHIN_MS = 60_000
/** How long nothing has to happen until it is looked whether the screen shows the page. */
const REST_MS = 1_000
/** Blocks that are looked into in one idle moment. */
const MOST_AT_ONCE = 400

export interface KeepOpenOptions {
  element: HTMLElement
  source: EditorSourceLive
  /** Makes an editor in the element, that can only be read when `isStuck`. */
  make(guard: PageGuard, isStuck: boolean): Editor
  /** There is another editor. */
  show(editor: Editor, isStuck: boolean): void
  /** There is none for the moment. */
  gone(): void
}

/**
 * Keeps an editor for a live page on the screen. When editor and page come apart, be it by an error anywhere between them
 * or without one, the page is opened again from its document, what stood on the screen and is not in it is written anew,
 * and the person is told (`source.keeper`). A page that does so again and again ends in one that can be read, and when not
 * even that can be drawn, in a picture of what stood there. Returns what ends all that.
 */
export function keepOpen({ element, source, make, show, gone }: KeepOpenOptions): () => void {
  const { doc, keeper } = source
  const partings: number[] = []
  let mode: 'open' | 'stuck' | 'picture' = 'open'
  let editor: Editor | null = null
  let guard: PageGuard
  let resting: ReturnType<typeof setTimeout> | undefined
  let picture: HTMLElement | null = null

  const open = (): void => {
    const own = new PageGuard((parting) => parted(parting, own))
    guard = own
    try {
      editor = make(own, mode === 'stuck')
    } catch (error) {
      // Told like every other error, unless the page had not even come to the editor.
      if (own.isWatching) own.part(error)
      else parted({ error, screen: null, selection: null, agreed: null }, own)
    }
  }

  const close = (): void => {
    clearTimeout(resting)
    const view = editor
    editor = null
    gone()
    try {
      view?.destroy()
    } catch (error) {
      reportError(error)
    }
    element.replaceChildren()
  }

  const parted = ({ error, screen, selection, agreed }: Parting | NothingShown, by: PageGuard): void => {
    if (by !== guard || mode === 'picture') return
    const shown = screen && agreed ? blocksOn(screen) : []
    keeper?.parted(shown)
    reportError(error)
    const now = performance.now()
    partings.push(now)
    const lately = partings.filter((time) => now - time < WITHIN_MS).length
    const hadFocus = editor?.view.hasFocus() ?? false
    if (agreed) picture = pictureOf(element)
    close()
    const { update, left } = agreed ? putBack(doc, blocksOn(agreed), shown) : NOTHING
    if (update) Y.applyUpdate(doc, update, PUT_BACK)
    if (mode === 'stuck') {
      mode = 'picture'
      element.append(picture ?? wordsOf(doc))
      keeper?.reopened({ left, isStuck: true })
      return
    }
    if (lately > MOST) mode = 'stuck'
    open()
    if (!editor || guard.hasParted) return
    show(editor, mode === 'stuck')
    if (selection && hadFocus && mode === 'open') goBack(editor.view, selection)
    keeper?.reopened({ left, isStuck: mode === 'stuck' })
    lookSoon()
  }

  const lookSoon = () => {
    clearTimeout(resting)
    resting = setTimeout(() => idly(look), REST_MS)
  }
  const look = () => {
    if (editor && !guard.look(MOST_AT_ONCE)) idly(look)
  }
  // What went wrong elsewhere on the screen may have kept something typed from being read.
  const failedSomewhere = () => {
    if (!editor || guard.hasParted) return
    const lost = lostInDom(editor.view)
    if (lost) guard.partWith(lost)
    else lookSoon()
  }

  open()
  if (editor && !guard!.hasParted) show(editor, false)
  doc.on('afterTransaction', lookSoon)
  element.addEventListener('input', lookSoon)
  window.addEventListener('error', failedSomewhere)
  lookSoon()
  return () => {
    doc.off('afterTransaction', lookSoon)
    element.removeEventListener('input', lookSoon)
    window.removeEventListener('error', failedSomewhere)
    if (editor) tellLeaving((editor as Editor).view)
    mode = 'picture'
    close()
  }
}

/** The origin of what is written into a page that was opened again. */
const PUT_BACK = Symbol('put back')

/** The page could not be opened at all. */
interface NothingShown {
  error: unknown
  screen: null
  selection: null
  agreed: null
}

const NOTHING = { update: null, left: [] as Block[] }

const idly = (act: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(act, { timeout: 2_000 }) : setTimeout(act, 0)

/** The blocks that a document of the editor shows. One that cannot be read is at least its words. */
function blocksOn(doc: Node): Block[] {
  return doc.children.flatMap((node): Block[] => {
    try {
      return blocksFromDoc(doc.type.create(null, node))
    } catch {
      const text = node.textBetween(0, node.content.size, '\n', ' ')
      return [{ id: String(node.attrs.id ?? ''), kind: 'paragraph', text: [{ text }] }]
    }
  })
}

/** What stands in the element, to look at and to copy from. */
function pictureOf(element: HTMLElement): HTMLElement {
  const picture = element.cloneNode(true) as HTMLElement
  for (const part of [picture, ...picture.querySelectorAll<HTMLElement>('*')]) {
    part.removeAttribute('contenteditable')
    part.removeAttribute('id')
  }
  return picture
}

/** The page's words alone. */
function wordsOf(doc: Y.Doc): HTMLElement {
  const words = document.createElement('div')
  words.className = 'page-body whitespace-pre-wrap'
  try {
    words.textContent = settledText(doc)
  } catch (error) {
    reportError(error)
  }
  return words
}

/** Sets the caret where it was, by block and place in it. */
function goBack(view: EditorView, selection: Selection): void {
  const { $head } = selection
  const id: unknown = $head.parent.attrs.id
  let place = -1
  view.state.doc.descendants((node, pos) => {
    if (place < 0 && node.isTextblock && node.attrs.id === id)
      place = pos + 1 + Math.min($head.parentOffset, node.content.size)
    return place < 0
  })
  if (place >= 0) view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, place)))
  view.focus()
}
