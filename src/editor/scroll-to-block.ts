import type { Editor } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { revealPosition } from './core/open-toggles'

/** How long a block that was linked to is marked, and how long we wait for it to arrive, in milliseconds. */
const SHOWN = 1800
const PATIENCE = 15_000

const key = new PluginKey<DecorationSet>('flash')

/** Marks a block for a moment. */
export const flashPlugin = () =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, set) {
        const pos = tr.getMeta(key) as number | null | undefined
        if (pos === null) return DecorationSet.empty
        if (pos === undefined) return set === DecorationSet.empty ? set : set.map(tr.mapping, tr.doc)
        const node = tr.doc.nodeAt(pos)
        if (!node) return DecorationSet.empty
        return DecorationSet.create(tr.doc, [
          Decoration.node(pos, pos + node.nodeSize, { class: 'is-flashing' }),
        ])
      },
    },
    props: { decorations: (state) => key.getState(state) },
  })

function positionOf({ doc }: EditorState, id: string): number | null {
  let found: number | null = null
  doc.descendants((node, pos) => {
    if (found === null && node.attrs.id === id) found = pos
    return found === null && !node.isTextblock
  })
  return found
}

/** On a long page heights above are estimates until they have been painted: the place is corrected for some frames. */
const FRAMES = 6

function bringIntoView(view: EditorView, id: string, frames: number): void {
  if (view.isDestroyed || frames === 0) return
  const pos = positionOf(view.state, id)
  const dom = pos === null ? null : view.nodeDOM(pos)
  if (dom instanceof Element) dom.scrollIntoView({ block: 'center' })
  requestAnimationFrame(() => bringIntoView(view, id, frames - 1))
}

/** Scrolls to a block that is on the page and flashes it; the toggles around it are opened. `false` when it is not there. */
export function showBlock(view: EditorView, id: string): boolean {
  const pos = positionOf(view.state, id)
  if (pos === null) return false
  revealPosition(view.state.doc, pos)
  view.dispatch(view.state.tr.setMeta(key, pos))
  bringIntoView(view, id, FRAMES)
  setTimeout(() => {
    if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, null))
  }, SHOWN)
  return true
}

/**
 * Scrolls to the block with this id and flashes it (`/{documentId}#{blockId}`, rulings 3). A block that is not there
 * yet, because the page is still arriving, is awaited for a while; the returned function stops waiting.
 */
export function scrollToBlock(editor: Editor, id: string): () => void {
  if (showBlock(editor.view, id)) return () => {}
  const look = ({ transaction }: { transaction: { docChanged: boolean } }) => {
    if (transaction.docChanged && positionOf(editor.state, id) !== null) {
      stop()
      // Not inside of the transaction that brought it.
      queueMicrotask(() => !editor.isDestroyed && showBlock(editor.view, id))
    }
  }
  const timer = setTimeout(() => stop(), PATIENCE)
  const stop = () => {
    clearTimeout(timer)
    editor.off('transaction', look)
  }
  editor.on('transaction', look)
  return stop
}
