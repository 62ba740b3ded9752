import { Fragment, type Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type * as Y from 'yjs'
import { type AnchoredSelection, anchoredSelection, restoreSelection } from './positions'
import { NodeMap, readBody } from './read'
import { replaceDifference } from './replace'
import { updateElement, writeBody } from './write'

interface BodyState {
  binding: PageBinding
  /** Was the newest change one that undo may take back? */
  keepInHistory: boolean
}

/** Finds the binding in a state; also the origin of local edits in the page's Y.Doc, which undo takes back. */
export const bodyKey = new PluginKey<BodyState>('pageBody')

/** Did this transaction bring in what somebody else wrote (or an undo), rather than what was done in the view? */
export function isFromElsewhere(transaction: Transaction): boolean {
  return transaction.getMeta(bodyKey) !== undefined
}

/** Keeps a ProseMirror view and the body of a page equal, both ways, by the smallest change each way. */
export class PageBinding {
  readonly map = new NodeMap()
  /** What was selected before the newest local edit. */
  selectionBefore: AnchoredSelection | null = null
  private readonly doc: Y.Doc
  /** What is selected, kept over a change that comes from elsewhere. */
  private selectionKept: AnchoredSelection | null = null
  private view: EditorView | null = null
  private isBusy = false
  /** The document that is known to equal the body. */
  private written: Node | null = null

  constructor(readonly body: Y.XmlFragment) {
    if (!body.doc) throw new Error('The body must belong to a document')
    this.doc = body.doc
  }

  open(view: EditorView): void {
    this.view = view
    this.doc.on('beforeTransaction', this.beforeTransaction)
    this.body.observeDeep(this.bodyChanged)
    this.show(view)
  }

  close(): void {
    this.view = null
    this.doc.off('beforeTransaction', this.beforeTransaction)
    this.body.unobserveDeep(this.bodyChanged)
  }

  /** Writes what was done in the view. An empty page stays empty until something is typed (R9). */
  viewChanged(state: EditorState, before: EditorState | null, keepInHistory: boolean): void {
    if (this.isBusy || state.doc === this.written) return
    const standing = this.written
    this.written = state.doc
    if (this.body.length === 0 && isBlank(state.doc)) return
    if (before && before.doc === standing) {
      this.selectionBefore = anchoredSelection(this.map, before.doc, before.selection)
    }
    this.isBusy = true
    try {
      this.doc.transact((transaction) => {
        transaction.meta.set('addToHistory', keepInHistory)
        if (!this.writeOneBlock(standing, state.doc)) writeBody(this.body, childrenOf(state.doc), this.map)
      }, bodyKey)
    } finally {
      this.isBusy = false
    }
  }

  /** Selects again what these anchors mark. */
  select(selection: AnchoredSelection): void {
    if (!this.view) return
    const { tr } = this.view.state
    restoreSelection(tr, this.map, this.body, selection)
    this.view.dispatch(tr.scrollIntoView())
  }

  /** What a key changes is nearly always the inside of one block: then nothing else is looked at. */
  private writeOneBlock(standing: Node | null, doc: Node): boolean {
    if (!standing || standing.childCount !== doc.childCount) return false
    let changed = -1
    for (let i = 0; i < doc.childCount; i++) {
      if (doc.child(i) === standing.child(i)) continue
      if (changed >= 0) return false
      changed = i
    }
    if (changed < 0) return false
    const before = standing.child(changed)
    const now = doc.child(changed)
    const element = this.map.elementOf(before)
    if (!element || element.parent !== this.body) return false
    if (!before.inlineContent || !now.inlineContent || before.attrs.id !== now.attrs.id) return false
    updateElement(element, now, this.map)
    return true
  }

  private beforeTransaction = (transaction: Y.Transaction): void => {
    if (!this.view || this.isBusy || transaction.origin === bodyKey) return
    const { doc, selection } = this.view.state
    this.selectionKept = doc === this.written ? anchoredSelection(this.map, doc, selection) : null
  }

  private bodyChanged = (
    events: { target: Parameters<NodeMap['delete']>[0] }[],
    transaction: Y.Transaction,
  ): void => {
    if (!this.view || this.isBusy) return
    for (const type of transaction.changedParentTypes.keys()) this.map.delete(type)
    for (const event of events) this.map.delete(event.target)
    this.show(this.view)
  }

  /** Brings the view to what the body holds, by one step over what differs. */
  private show(view: EditorView): void {
    const { state } = view
    const nodes = readBody(this.body, state.schema, this.map)
    const wanted = state.schema.topNodeType.createAndFill(null, Fragment.fromArray(nodes))
    if (!wanted) return
    const tr = replaceDifference(state, wanted)
    // The nodes that were read are the ones that are known to stand for the elements.
    if (tr.docChanged) this.adopt(tr.doc, wanted)
    if (tr.docChanged && this.selectionKept) restoreSelection(tr, this.map, this.body, this.selectionKept)
    tr.setMeta('addToHistory', false)
    tr.setMeta(bodyKey, true)
    this.isBusy = true
    this.written = tr.doc
    try {
      view.dispatch(tr)
    } finally {
      this.isBusy = false
    }
    // A plugin may have answered with a change of its own: it is written once this turn is over.
    if (view.state.doc !== this.written) {
      queueMicrotask(() => this.view && this.viewChanged(this.view.state, null, false))
    }
  }

  /** A step builds some nodes anew that are equal to those that were read: they take their place. */
  private adopt(doc: Node, read: Node): void {
    for (let i = 0; i < doc.childCount; i++) {
      const node = doc.child(i)
      const same = read.maybeChild(i)
      if (!same || same === node) continue
      const element = this.map.elementOf(same)
      if (element) this.map.set(element, node)
      if (!node.inlineContent) this.adopt(node, same)
    }
  }
}

/** Is this what an empty page looks like: one untouched paragraph? Its id does not count. */
function isBlank(doc: Node): boolean {
  const only = doc.firstChild
  if (!only || doc.childCount !== 1 || only.content.size > 0) return false
  const blank = doc.type.createAndFill()?.firstChild
  if (!blank || blank.type !== only.type) return false
  return blank.hasMarkup(only.type, { ...only.attrs, id: blank.attrs.id })
}

const childrenOf = (doc: Node): Node[] => Array.from({ length: doc.childCount }, (_, i) => doc.child(i))

/** The plugin that binds a view to the body of a page. */
export function bodyPlugin(binding: PageBinding): Plugin<BodyState> {
  return new Plugin<BodyState>({
    key: bodyKey,
    state: {
      init: () => ({ binding, keepInHistory: true }),
      apply: (tr, value) => {
        const keepInHistory = tr.getMeta('addToHistory') !== false
        return tr.docChanged && keepInHistory !== value.keepInHistory ? { binding, keepInHistory } : value
      },
    },
    view: (view) => {
      binding.open(view)
      return {
        update: ({ state }, before) => {
          binding.viewChanged(state, before, bodyKey.getState(state)?.keepInHistory !== false)
        },
        destroy: () => binding.close(),
      }
    },
  })
}
