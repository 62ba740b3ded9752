import type { Node } from '@tiptap/pm/model'
import { type EditorState, Selection, type Transaction } from '@tiptap/pm/state'
import type { StepMap } from '@tiptap/pm/transform'
import type * as Y from 'yjs'
import { newBlockId } from '@/shared/ids'
import { ROOT } from '../format/layout'
import { type AnchoredSelection, anchoredSelection, restoreSelection } from '../page-index/anchors'
import type { TreeChanges } from '../page-index/block-tree'
import { PageIndex } from '../page-index/page-index'
import { PageUndo } from '../write/undo'
import { type PageEdit, writePage } from '../write/write-page'
import { ComposedBlock, changedBlock, composedSelection, touches } from './composing'
import { type Amiss, docEdit, type TopPlace } from './doc-edit'
import { nodeFromBlock } from './nodes'
import { patchEditor, wholeDoc } from './patch-editor'
import { CellPlaceholders } from './placeholder-paragraphs'
import { rebase, type StepOn, stepBetween } from './rebase'
import { differOnlyInSections, withoutSections } from './sections'
import { makeWhole } from './table-nodes'
import { UnevenPage } from './uneven-page'

/** The part of the editor that the binding needs. */
export interface BoundEditor {
  readonly state: EditorState
  /** Is something being composed in it with an input method? */
  readonly composing?: boolean
  /** Does somebody write in it now? */
  hasFocus?(): boolean
  /** What is selected in it; where it has no screen, that is the state's selection. */
  selectionInSight?(): Selection
  dispatch(tr: Transaction): void
}

/** Set on the transactions of the binding itself, to what they bring. */
export const FROM_ELSEWHERE = 'page$'

/** Set on the transactions in which the binding puts right what was done in the editor. */
export const PUT_RIGHT = 'putRight$'

/**
 * How often something may be put right before it counts as what never will be. Names come first, and the tables that
 * they stand in after them: two rounds are what is needed, and a third when a table's parts have to be named anew.
 */
const MOST_ROUNDS = 6

/** How often in a row plugins may answer to what is shown with changes of their own, without anybody doing anything. */
const MOST_ANSWERS = 50

/** What was written in the page, by others as a rule, or what an undo or a redo of one's own made of it. */
export type Elsewhere = 'written' | 'taken back'

/** How a binding reads and writes a page that is under review. */
export interface BoundReview {
  /** Opens the reading of the page that the editor is to show; the binding closes it. */
  openIndex(): PageIndex
  /** Are edits suggested? Then what the editor deletes stays in sight. */
  readonly isSuggesting: boolean
  /**
   * Writes an edit, in words of that reading, inside of a transaction. With the states of the editor before (null: unknown)
   * and after it, gives what finds the selection again once the page has been read back; null where that stays as it is.
   */
  write(
    index: PageIndex,
    edit: PageEdit,
    origin: unknown,
    states: { before: EditorState | null; after: EditorState } | null,
  ): (() => AnchoredSelection | null) | null
}

/** Steps between two documents of the editor. */
export interface Steps {
  from: Node
  maps: readonly StepMap[]
  /** The steps themselves, where they are known: then they can be done again on top of what others did. */
  steps?: readonly StepOn[]
}

/**
 * Keeps an editor and a page equal, both ways, by the smallest change each way. Needs no screen: the owner of the editor
 * tells it of every new state (`stateChanged`), and it dispatches what arrives. It is the origin of what is written here,
 * which `undo` takes back.
 */
export class PageBinding {
  readonly undoManager: PageUndo
  private editor: BoundEditor | null = null
  /** The document that shows the page as it reads. */
  private shown: Node | null = null
  private isShowing = false
  private late: TreeChanges | null = null
  private kept: AnchoredSelection | null = null
  private selectionBefore: AnchoredSelection | null = null
  private placeholderNode: Node | null = null
  private readonly cellPlaceholders = new CellPlaceholders()
  /** The block that is composed in, as it was before what is arriving now. */
  private composed: ComposedBlock | null = null
  /** What arrived is not shown until composing ends. */
  private isHeld = false
  /** Where what is being written begins. */
  private writing: TopPlace | null = null
  /** How many transactions that put something right are on their way, one inside the other. */
  private repairs = 0
  /** How often plugins have answered to what was shown since somebody did something. */
  private answers = 0
  private current: PageIndex | null = null
  private review: BoundReview | null = null
  /** What is to be read by once composing ends. */
  private nextReview: { review: BoundReview | null } | null = null
  private readonly listeners = new Set<(changes: TreeChanges, transaction: Y.Transaction) => void>()

  constructor(
    readonly doc: Y.Doc,
    /** Runs what must wait until the editor is done with its own turn. */
    private readonly later: (act: () => void) => void = (act) => queueMicrotask(act),
  ) {
    this.undoManager = new PageUndo(doc, this)
  }

  /** The page as it reads now. */
  get index(): PageIndex {
    this.current ??= this.review?.openIndex() ?? new PageIndex(this.doc)
    return this.current
  }

  /** Tells after every transaction that changed how the page reads, whatever it is read by. Gives back what ends it. */
  onChange(listener: (changes: TreeChanges, transaction: Y.Transaction) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /**
   * Reads and writes the page by `review` from now on (null: as it is stored), and shows what reads differently. What is being
   * composed is left alone until it is done. Give the same again when it reads by another reading.
   */
  readBy(review: BoundReview | null): void {
    if (this.editor?.composing) {
      this.nextReview = { review }
      return
    }
    this.nextReview = null
    const { editor, shown } = this
    // What was done in the editor is in words of the reading until now.
    if (editor && shown && editor.state.doc !== shown) this.stateChanged(editor.state, null, null)
    this.review = review
    if (!editor) {
      this.current?.close()
      this.current = null
      return
    }
    const { doc, selection } = editor.state
    this.kept = doc === this.shown && !this.late ? anchoredSelection(this.index, doc, selection) : null
    this.letGo()
    const ids = new Set<string>()
    const note = (parent: string) => {
      for (const id of this.index.children(parent)) {
        if (ids.has(id)) continue
        ids.add(id)
        note(id)
      }
    }
    note(ROOT)
    this.readAnew()
    note(ROOT)
    this.late = { blocks: ids, lists: new Set([ROOT, ...ids]) }
    this.show()
  }

  /** Reads the page as it is stored when the editor is opened next: for a review that ends together with the editor. */
  forgetReview(review: BoundReview): void {
    if (this.review === review) this.review = null
    if (this.nextReview?.review === review) this.nextReview = null
  }

  private readAnew(): void {
    this.current?.close()
    this.current = null
    this.index.onChange((change) => {
      for (const listener of [...this.listeners]) listener(change, change.transaction)
      this.pageChanged(change, change.transaction)
    })
  }

  /**
   * Shows the page in the editor, and from now on whatever happens to it. Can be opened again after `close`, with the
   * same undo: editors end and begin their plugins when one is added.
   */
  open(editor: BoundEditor): void {
    this.editor = editor
    this.doc.on('beforeTransaction', this.keepSelection)
    this.readAnew()
    this.undoManager.resume()
    this.undoManager.on('stack-item-added', this.noteSelection)
    this.undoManager.on('stack-item-popped', this.selectAgain)
    const { state } = editor
    const wanted = this.wholeDoc(state)
    if (wanted.eq(withoutSections(state.doc))) {
      this.shown = state.doc
      return
    }
    const tr = state.tr.replaceWith(0, state.doc.content.size, wanted.content)
    this.beginAtTop(tr)
    this.dispatch(tr)
  }

  close(): void {
    this.editor = null
    this.shown = null
    this.late = null
    this.letGo()
    this.doc.off('beforeTransaction', this.keepSelection)
    this.undoManager.off('stack-item-added', this.noteSelection)
    this.undoManager.off('stack-item-popped', this.selectAgain)
    this.undoManager.pause()
    this.current?.close()
    this.current = null
  }

  /** The document that shows the page, for making the editor's first state with it. */
  wholeDoc(state: EditorState): Node {
    return wholeDoc(this.index, state.doc, (cell) => this.placeholder(state, cell))
  }

  /** Does the editor show the page as it reads? Positions can be asked only then. */
  isShown(doc: Node): boolean {
    return doc === this.shown && !this.isHeld
  }

  /** Has everything that was written been read back and shown? */
  get isReadBack(): boolean {
    return this.late === null && !this.isHeld
  }

  /** Is something held back until composing ends? What is shown is then not what the page reads. */
  get isWaiting(): boolean {
    return this.isHeld
  }

  /** The node that shows a block of the page as it reads now. */
  nodeOf(id: string, state: EditorState): Node {
    return nodeFromBlock(this.index.block(id), state.schema, (cell) => this.placeholder(state, cell))
  }

  /** Is this what was last shown or written? Others may have gone on since. */
  isWritten(doc: Node): boolean {
    return doc === this.shown
  }

  /** Composing has ended: what was held back meanwhile is shown. */
  composingEnded(): void {
    if (this.nextReview && !this.editor?.composing) {
      this.readBy(this.nextReview.review)
      return
    }
    if (!this.isHeld || !this.editor || this.editor.composing) return
    const { state } = this.editor
    if (state.doc !== this.shown) this.stateChanged(state, null, null)
    if (!this.isHeld) return
    this.kept = this.composed && composedSelection(this.composed, state)
    this.letGo()
    this.show()
  }

  private letGo(): void {
    this.isHeld = false
    this.composed = null
  }

  /**
   * Writes what was done in the editor. `before` is the state before; `steps` tells which characters stayed. An empty
   * page stays empty until something is done in it (R9).
   */
  stateChanged(
    state: EditorState,
    before: EditorState | null,
    steps: Steps | null,
    keepInHistory = true,
  ): void {
    if (this.isShowing || !this.editor || !this.shown || state.doc === this.shown) return
    if (before && this.repairs === 0) this.answers = 0
    if (this.index.children('').length === 0 && isBlank(state.doc)) {
      this.shown = state.doc
      this.placeholderNode = state.doc.firstChild
      return
    }
    const composes = this.isHeld || (!this.late && this.composesSuggestion(state))
    if (composes && this.composed) {
      if (this.writeComposed(this.composed, this.shown, state.doc, keepInHistory)) return
    }
    if (this.late) {
      this.catchUp(state, steps, keepInHistory)
      return
    }
    // What is put right first comes back here with a state of its own: undo goes back to what was selected before all of it.
    if (before?.doc === this.shown) {
      this.selectionBefore = anchoredSelection(this.index, before.doc, before.selection)
    }
    const maps = steps?.from === this.shown ? steps.maps : null
    const found = docEdit(this.index, this.shown, state.doc, maps)
    if (!('edit' in found)) {
      this.putRight(state, this.shown, found, keepInHistory)
      return
    }
    this.cellPlaceholders.adopt(found.placeholders)
    this.shown = state.doc
    this.writing = found.at
    try {
      this.write(found.edit, keepInHistory, { before, after: state })
    } finally {
      this.writing = null
    }
    // What is deleted comes back under the caret at once, before anything else is done to what the editor shows.
    if (this.review?.isSuggesting && this.late && !this.isHeld) this.show()
  }

  private write(
    edit: PageEdit,
    keepInHistory: boolean,
    states: { before: EditorState | null; after: EditorState } | null,
  ): void {
    let selected: (() => AnchoredSelection | null) | null = null
    this.doc.transact((transaction) => {
      transaction.meta.set('addToHistory', keepInHistory)
      if (this.review) selected = this.review.write(this.index, edit, this, states)
      else writePage(this.index, edit)
    }, this)
    if (selected) this.kept = (selected as () => AnchoredSelection | null)()
    if (this.review?.isSuggesting) this.readBack(edit)
  }

  /** The page may read as before where something was suggested away: what the edit was about is looked into. */
  private readBack({ gone, set, texts, formats, lists }: PageEdit): void {
    const changes = this.late ?? { blocks: new Set<string>(), lists: new Set<string>() }
    this.late = changes
    const { tree } = this.index
    for (const id of gone) changes.lists.add(tree.parentOf(id))
    for (const id of [...gone, ...set.keys()]) changes.blocks.add(id)
    for (const [id, parts] of texts) {
      changes.blocks.add(id)
      for (const part of parts) if ('keep' in part) changes.blocks.add(part.keep)
    }
    for (const { block } of formats) changes.blocks.add(block)
    for (const { parent, ids } of lists) {
      changes.lists.add(parent)
      for (const id of ids) if (tree.isShown(id)) changes.lists.add(tree.parentOf(id))
    }
    if (this.editor?.composing && this.composed) this.isHeld = true
  }

  /**
   * Is a suggestion being composed? Then it is remembered which characters the block with the caret shows: what composing deletes is
   * shown again when it is over.
   */
  private composesSuggestion({ selection }: EditorState): boolean {
    if (!this.review?.isSuggesting || !this.editor?.composing) return false
    const { attrs, isTextblock } = selection.$head.parent
    const id: unknown = attrs.id
    if (!isTextblock || typeof id !== 'string' || !this.index.tree.isShown(id)) return false
    this.composed = new ComposedBlock(this.index, id)
    return true
  }

  /**
   * Names what has no name and makes tables whole, all of it in one transaction, which comes back to `stateChanged`.
   * Throws {@link UnevenPage} when that does not come to an end.
   */
  private putRight(state: EditorState, shown: Node, found: Amiss, keepInHistory: boolean): void {
    if (this.repairs === MOST_ROUNDS) throw new UnevenPage('What was put right did not stay so')
    const { tr } = state
    for (let amiss: Amiss | null = found, round = 0; amiss; round++) {
      if (round === MOST_ROUNDS) throw new UnevenPage(`Still not right: ${JSON.stringify(amiss)}`)
      if ('nameless' in amiss) for (const pos of amiss.nameless) tr.setNodeAttribute(pos, 'id', newBlockId())
      else for (const pos of amiss.uneven.reverse()) makeWhole(tr, pos)
      const now = docEdit(this.index, shown, tr.doc, null)
      amiss = 'edit' in now ? null : now
    }
    tr.setMeta(PUT_RIGHT, true)
    if (!keepInHistory) tr.setMeta('addToHistory', false)
    this.repairs++
    try {
      this.editor?.dispatch(tr)
    } finally {
      this.repairs--
    }
  }

  /**
   * The page has gone on since what the editor showed when this was done in it: what others did is shown first, and this
   * is done again on top of that. Compared as it is, it would look as if their words had been deleted.
   */
  private catchUp(state: EditorState, steps: Steps | null, keepInHistory: boolean): void {
    const { late, shown } = this
    if (!late || !shown || !this.editor) return
    this.letGo()
    this.late = null
    const known = steps?.from === shown && steps.steps
    const { tr, ...done } = rebase(state, known || stepBetween(shown, state.doc), (theirs) =>
      patchEditor(this.index, theirs, late, (cell) => this.placeholder(state, cell)),
    )
    this.dispatch(tr)
    this.shown = done.shown
    const { state: now } = this.editor
    // What a plugin has added since only sets attributes and marks, or nothing is known of where what stands.
    const maps = now.doc.content.size === tr.doc.content.size ? done.maps : []
    this.stateChanged(now, null, maps.length > 0 ? { from: done.shown, maps } : null, keepInHistory)
  }

  /** Writes what was composed in a block that others have changed meanwhile; false when more than that was done. */
  private writeComposed(composed: ComposedBlock, before: Node, after: Node, keepInHistory: boolean): boolean {
    const change = changedBlock(before, after, composed.id)
    if (!change) return false
    this.shown = after
    this.write(composed.edit(this.index, change.before, change.after), keepInHistory, null)
    composed.written(this.index, change.before, change.after)
    return true
  }

  /** Takes back one's own last edit. */
  undo(): boolean {
    return this.undoManager.undo() !== null
  }

  redo(): boolean {
    return this.undoManager.redo() !== null
  }

  private placeholder(state: EditorState, cell: string): Node {
    if (cell !== ROOT) return this.cellPlaceholders.of(this.index, cell, state.schema)
    const { paragraph } = state.schema.nodes
    this.placeholderNode ??= paragraph!.create({ id: newBlockId() })
    return this.placeholderNode
  }

  private keepSelection = (transaction: Y.Transaction): void => {
    if (!this.editor || transaction.origin === this || this.isHeld) return
    const { doc } = this.editor.state
    const selection = this.editor.selectionInSight?.() ?? this.editor.state.selection
    const id: unknown = selection.$head.parent.attrs.id
    const composes =
      this.editor.composing === true && doc === this.shown && selection.$head.parent.isTextblock
    this.composed =
      composes && typeof id === 'string' && this.index.tree.isShown(id)
        ? new ComposedBlock(this.index, id)
        : null
    this.kept = doc === this.shown && !this.late ? anchoredSelection(this.index, doc, selection) : null
  }

  private pageChanged(change: TreeChanges, transaction: Y.Transaction): void {
    if (!this.editor) return
    const changes = this.late ?? { blocks: new Set<string>(), lists: new Set<string>() }
    for (const id of change.blocks) changes.blocks.add(id)
    for (const cell of this.cellPlaceholders.bereft(this.index, change.blocks)) changes.lists.add(cell)
    for (const id of change.lists) changes.lists.add(id)
    this.late = changes
    if (this.isHeld) return
    if (transaction.origin !== this) {
      this.show()
      return
    }
    // Blocks that were suggested away stand in the page and not in the editor: all of it is read back once it is written.
    if (this.review?.isSuggesting) return
    // What was written is read back: usually it is what the editor shows, and then there is nothing to do.
    const { tr } = this.editor.state
    if (this.editor.state.doc === this.shown)
      patchEditor(this.index, tr, changes, (cell) => this.placeholder(this.editor!.state, cell), this.writing)
    else return
    if (tr.docChanged) this.later(() => this.show())
    else this.late = null
  }

  private show(): void {
    if (!this.editor || !this.late) return
    const { state } = this.editor
    // The editor holds something that was not written yet; it is done again on top.
    if (state.doc !== this.shown) {
      this.catchUp(state, null, true)
      return
    }
    const changes = this.late
    const { tr } = state
    patchEditor(this.index, tr, changes, (cell) => this.placeholder(state, cell))
    if (this.composed && this.editor.composing && touches(tr, state.selection.$head)) {
      this.isHeld = true
      return
    }
    this.late = null
    if (!tr.docChanged) return
    if (this.kept) restoreSelection(this.index, tr, this.kept)
    else this.beginAtTop(tr)
    this.dispatch(tr)
  }

  /** Anybody who comes to a page begins at its top: what was selected in the empty page before would be its end. */
  private beginAtTop(tr: Transaction): void {
    if (isBlank(tr.before) && !this.editor?.hasFocus?.()) tr.setSelection(Selection.atStart(tr.doc))
  }

  private dispatch(tr: Transaction): void {
    if (!this.editor) return
    tr.setMeta('addToHistory', false)
    const { undoing, redoing } = this.undoManager
    tr.setMeta(FROM_ELSEWHERE, (undoing || redoing ? 'taken back' : 'written') satisfies Elsewhere)
    this.isShowing = true
    this.shown = tr.doc
    try {
      this.editor.dispatch(tr)
    } finally {
      this.isShowing = false
    }
    // A plugin may have answered with a change of its own: it is written once this turn is over.
    const { doc } = this.editor.state
    if (this.shown && differOnlyInSections(this.shown, doc)) this.shown = doc
    else {
      if (++this.answers > MOST_ANSWERS) throw new UnevenPage('What is shown is answered without end')
      this.later(() => this.editor && this.stateChanged(this.editor.state, null, null, false))
    }
  }

  private noteSelection = ({ stackItem }: { stackItem: { meta: Map<unknown, unknown> } }): void => {
    if (!stackItem.meta.has(this)) stackItem.meta.set(this, this.selectionBefore)
  }

  private selectAgain = ({ stackItem }: { stackItem: { meta: Map<unknown, unknown> } }): void => {
    const selection = stackItem.meta.get(this) as AnchoredSelection | null | undefined
    if (!selection || !this.editor || this.editor.state.doc !== this.shown) return
    const { tr } = this.editor.state
    restoreSelection(this.index, tr, selection)
    if (tr.selectionSet) this.dispatch(tr.scrollIntoView())
  }
}

/** Is this what an empty page looks like: one untouched paragraph? Its id does not count. */
function isBlank(doc: Node): boolean {
  const only = doc.firstChild
  if (!only || doc.childCount !== 1 || only.content.size > 0 || !only.inlineContent) return false
  const blank = doc.type.contentMatch.defaultType?.create()
  return blank !== undefined && only.hasMarkup(blank.type, { ...blank.attrs, id: only.attrs.id })
}
