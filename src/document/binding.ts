import { Fragment, type Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'
import {
  absolutePositionToRelativePosition,
  relativePositionToAbsolutePosition,
  ySyncPluginKey,
} from '@tiptap/y-tiptap'
import * as Y from 'yjs'
import { type NodeMap, readBody } from './read'
import { writeBody } from './write'

/** A selection that survives what others write. */
interface KeptSelection {
  type: string
  anchor: Y.RelativePosition
  head: Y.RelativePosition
}

/** What the editor did has this origin in the page's Y.Doc: it is what undo undoes. */
export const LOCAL_ORIGIN = ySyncPluginKey

/** Did this transaction bring in what somebody else wrote (or an undo), rather than what was done in the view? */
export function isFromElsewhere(transaction: Transaction): boolean {
  return Boolean(transaction.getMeta(ySyncPluginKey)?.isChangeOrigin)
}

/**
 * Keeps a ProseMirror view and the body of a page equal, both ways, by the smallest change each way. The undo and
 * cursor plugins of y-tiptap find it in the plugin's state under their names (`binding`, `mapping`, `type`).
 */
class PageBinding {
  readonly mapping: NodeMap = new Map()
  readonly doc: Y.Doc
  /** Where the caret was when the running Yjs transaction began; undo puts its own here. */
  beforeTransactionSelection: KeptSelection | null = null
  private view: EditorView | null = null
  private applying = false
  /** The document that is known to equal the body. */
  private written: Node | null = null

  constructor(readonly type: Y.XmlFragment) {
    if (!type.doc) throw new Error('The body must belong to a document')
    this.doc = type.doc
  }

  open(view: EditorView): void {
    this.view = view
    this.doc.on('beforeAllTransactions', this.keepSelection)
    this.doc.on('afterAllTransactions', this.dropSelection)
    this.type.observeDeep(this.bodyChanged)
    this.show(view, false)
  }

  close(): void {
    this.view = null
    this.doc.off('beforeAllTransactions', this.keepSelection)
    this.doc.off('afterAllTransactions', this.dropSelection)
    this.type.unobserveDeep(this.bodyChanged)
  }

  /** Writes what was done in the view. An empty page stays empty until something is typed (R9). */
  viewChanged(state: EditorState, keepInHistory: boolean): void {
    if (this.applying || state.doc === this.written) return
    this.written = state.doc
    if (this.type.length === 0 && isBlank(state.doc)) return
    const nodes: Node[] = []
    state.doc.forEach((node) => {
      nodes.push(node)
    })
    this.applying = true
    try {
      this.doc.transact((transaction) => {
        transaction.meta.set('addToHistory', keepInHistory)
        writeBody(this.type, nodes, this.mapping)
      }, LOCAL_ORIGIN)
    } finally {
      this.applying = false
    }
  }

  private bodyChanged = (
    events: { target: Parameters<NodeMap['delete']>[0] }[],
    transaction: Y.Transaction,
  ): void => {
    if (!this.view || this.applying) return
    for (const type of transaction.changedParentTypes.keys()) this.mapping.delete(type)
    for (const event of events) this.mapping.delete(event.target)
    this.show(this.view, transaction.origin instanceof Y.UndoManager)
  }

  /** Brings the view to what the body holds, by one step over what differs. */
  private show(view: EditorView, isUndo: boolean): void {
    const { state } = view
    const nodes = readBody(this.type, state.schema, this.mapping)
    const wanted = state.schema.topNodeType.createAndFill(null, Fragment.fromArray(nodes))
    if (!wanted) return
    const tr = replaceDifference(state, wanted)
    if (tr.docChanged) this.restoreSelection(tr, isUndo)
    tr.setMeta('addToHistory', false)
    tr.setMeta(ySyncPluginKey, { isChangeOrigin: true, isUndoRedoOperation: isUndo })
    if (isUndo) tr.scrollIntoView()
    this.applying = true
    this.written = tr.doc
    try {
      view.dispatch(tr)
    } finally {
      this.applying = false
    }
    // A plugin may have answered with a change of its own (a missing id): it is written once this turn is over.
    if (view.state.doc !== this.written)
      queueMicrotask(() => this.view && this.viewChanged(view.state, false))
  }

  private restoreSelection(tr: Transaction, isUndo: boolean): void {
    const kept = this.beforeTransactionSelection
    if (!kept || (kept.type !== 'text' && !isUndo)) return
    const at = (position: Y.RelativePosition) =>
      relativePositionToAbsolutePosition(this.doc, this.type, position, this.mapping)
    const anchor = at(kept.anchor)
    const head = at(kept.head)
    if (anchor === null || head === null) return
    const size = tr.doc.content.size
    if (anchor > size || head > size) return
    tr.setSelection(TextSelection.between(tr.doc.resolve(anchor), tr.doc.resolve(head)))
  }

  private keepSelection = (): void => {
    if (this.beforeTransactionSelection || !this.view) return
    const { anchor, head } = this.view.state.selection
    const at = (position: number): Y.RelativePosition =>
      absolutePositionToRelativePosition(position, this.type, this.mapping)
    // A typed selection's name; ProseMirror keeps it off its type declarations.
    const { jsonID } = this.view.state.selection as unknown as { jsonID: string }
    this.beforeTransactionSelection = { type: jsonID, anchor: at(anchor), head: at(head) }
  }

  private dropSelection = (): void => {
    this.beforeTransactionSelection = null
  }
}

/** Is this what an empty page looks like: one untouched paragraph? Its id does not count. */
function isBlank(doc: Node): boolean {
  const only = doc.firstChild
  if (!only || doc.childCount !== 1 || only.content.size > 0) return false
  const blank = doc.type.createAndFill()?.firstChild
  return Boolean(
    blank && blank.type === only.type && blank.hasMarkup(only.type, { ...only.attrs, id: blank.attrs.id }),
  )
}

/** A transaction that turns the state's document into `wanted` and touches nothing but what differs. */
function replaceDifference(state: EditorState, wanted: Node): Transaction {
  const { doc } = state
  const start = doc.content.findDiffStart(wanted.content)
  if (start === null) return state.tr
  const ends = doc.content.findDiffEnd(wanted.content)
  if (!ends) return state.tr
  const overlap = Math.max(0, start - Math.min(ends.a, ends.b))
  const tr = state.tr
  try {
    const slice = wanted.slice(start, ends.b + overlap)
    if (!tr.maybeStep(new ReplaceStep(start, ends.a + overlap, slice)).failed && tr.doc.eq(wanted)) return tr
  } catch {
    // The cut is at different depths on the two sides; whole blocks are replaced below.
  }
  return replaceBlocks(state, wanted)
}

function replaceBlocks(state: EditorState, wanted: Node): Transaction {
  const { doc } = state
  const shorter = Math.min(doc.childCount, wanted.childCount)
  let head = 0
  while (head < shorter && doc.child(head).eq(wanted.child(head))) head++
  let tail = 0
  while (
    tail < shorter - head &&
    doc.child(doc.childCount - 1 - tail).eq(wanted.child(wanted.childCount - 1 - tail))
  )
    tail++
  let from = 0
  for (let i = 0; i < head; i++) from += doc.child(i).nodeSize
  let to = doc.content.size
  let toWanted = wanted.content.size
  for (let i = 1; i <= tail; i++) {
    to -= doc.child(doc.childCount - i).nodeSize
    toWanted -= wanted.child(wanted.childCount - i).nodeSize
  }
  return state.tr.step(new ReplaceStep(from, to, wanted.slice(from, toWanted)))
}

/** The plugin that binds a view to the body of a page. */
export function bodyPlugin(body: Y.XmlFragment): Plugin {
  const binding = new PageBinding(body)
  const initial = {
    type: body,
    doc: binding.doc,
    binding,
    snapshot: null,
    prevSnapshot: null,
    isChangeOrigin: false,
    isUndoRedoOperation: false,
    addToHistory: true,
  }
  return new Plugin({
    key: ySyncPluginKey,
    state: {
      init: () => initial,
      apply: (tr, value) => {
        const change = tr.getMeta(ySyncPluginKey)
        return {
          ...value,
          isChangeOrigin: Boolean(change?.isChangeOrigin),
          isUndoRedoOperation: Boolean(change?.isChangeOrigin && change.isUndoRedoOperation),
          addToHistory: tr.docChanged ? tr.getMeta('addToHistory') !== false : value.addToHistory,
        }
      },
    },
    view: (view) => {
      binding.open(view)
      return {
        update: (current) => {
          binding.viewChanged(current.state, ySyncPluginKey.getState(current.state).addToHistory)
        },
        destroy: () => binding.close(),
      }
    },
  })
}
