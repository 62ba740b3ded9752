import { Fragment, type Node } from '@tiptap/pm/model'
import type { EditorState, Selection, Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { cellParts } from '../format/grid'
import { ROOT } from '../format/layout'
import type { TreeChanges } from '../page-index/block-tree'
import { type Elsewhere, FROM_ELSEWHERE, type PageBinding } from './binding'
import { LISTENER_FAILED } from './live-doc'
import { withoutSections } from './sections'

/** An editor and its page have come apart: an error on the way between them, or a difference that was found at rest. */
export interface Parting {
  error: unknown
  /** What stood on the screen, with what was just being done. */
  screen: Node
  selection: Selection
  /** What editor and page last agreed on; null when the page had not been shown yet. */
  agreed: Node | null
}

/** The error of a difference that was found without one. */
export class ScreenDiffers extends Error {
  override name = 'ScreenDiffers'
  constructor() {
    super('The screen shows something else than the page holds')
  }
}

/**
 * Stands around everything that passes between an editor and its page. The first error ends the binding, so that nothing
 * half done is written or shown, and is told once, with what was on the screen; the editor then takes no more changes and
 * is to be opened anew. Stack overflows and endless loops end here too, as what they do is no longer taken.
 */
export class PageGuard {
  private view: EditorView | null = null
  private binding: PageBinding | null = null
  private stopListening: () => void = () => undefined
  private agreed: Node | null = null
  /** The outermost transaction that is being dispatched, and the state it was made in. */
  private attempt: { state: EditorState; tr: Transaction } | null = null
  private parting: Parting | null = null
  private isTold = false
  /** Blocks at the top that were found to show what the page reads, and ids of those that have changed in the page since. */
  private verified = new WeakSet<Node>()
  private touched = new Set<string>()

  constructor(private readonly onParted: (parting: Parting) => void) {}

  get hasParted(): boolean {
    return this.parting !== null
  }

  get isWatching(): boolean {
    return this.view !== null
  }

  /** From now on `view` shows the page. */
  watch(view: EditorView, binding: PageBinding): void {
    this.rest()
    this.view = view
    this.binding = binding
    const failed = (error: unknown) => this.part(error)
    const doc = binding.doc as unknown as {
      on(event: string, listener: (error: unknown) => void): void
      off(event: string, listener: (error: unknown) => void): void
    }
    doc.on(LISTENER_FAILED, failed)
    const stopNoting = binding.onChange((change) => this.note(change))
    this.stopListening = () => {
      doc.off(LISTENER_FAILED, failed)
      stopNoting()
    }
  }

  /** The view shows the page no longer, for now or for good. */
  rest(): void {
    this.stopListening()
    this.stopListening = () => undefined
    this.verified = new WeakSet()
    this.touched.clear()
  }

  /** Does something between editor and page. */
  run(act: () => void): void {
    if (this.parting) return
    try {
      act()
      const doc = this.view?.state.doc
      if (doc && this.binding?.isShown(doc)) this.agreed = doc
    } catch (error) {
      this.part(error)
    }
  }

  /** Dispatches a transaction: every plugin's answer to it and all that is drawn happens in `next`. */
  dispatch(tr: Transaction, next: (tr: Transaction) => void): void {
    if (this.parting) return
    const isOutermost = this.attempt === null
    if (isOutermost && this.view) this.attempt = { state: this.view.state, tr }
    try {
      next(tr)
    } catch (error) {
      if (!this.view) throw error
      this.part(error)
    } finally {
      if (isOutermost) this.attempt = null
    }
  }

  /** Ends the binding and tells of it, the first time. Needs hardly any stack: there may be none left. */
  part(error: unknown): void {
    if (!this.view || !this.binding) throw error
    this.parting ??= { error, ...this.screen(this.view), agreed: this.agreed }
    if (this.isTold) return
    // Where there is no stack left for this, a caller further up catches it and comes back.
    queueMicrotask(this.tell)
    this.isTold = true
    this.binding.close()
  }

  /** Something on the screen did not come to the editor: this would have brought it. */
  partWith({ doc: screen, selection }: Transaction): void {
    if (!this.view || this.parting) return
    this.parting = { error: new ScreenDiffers(), screen, selection, agreed: this.agreed }
    this.part(this.parting.error)
  }

  private tell = (): void => {
    this.stopListening()
    // Once more, with the stack that it may have lacked.
    this.binding?.close()
    this.onParted(this.parting as Parting)
  }

  /** What was being done counts as on the screen, also when it did not get to be the editor's state. */
  private screen(view: EditorView): { screen: Node; selection: Selection } {
    const { attempt } = this
    const isOwn =
      attempt?.state === view.state &&
      (attempt.tr.getMeta(FROM_ELSEWHERE) as Elsewhere | undefined) === undefined
    const { doc, selection } = isOwn && attempt ? attempt.tr : view.state
    return { screen: doc, selection }
  }

  /**
   * Looks whether the screen shows what the page reads, when nothing is going on; if not, the two have come apart. Looks
   * into at most `most` blocks, and into none that is as it was; answers whether it has seen them all.
   */
  look(most = 400): boolean {
    const { view, binding } = this
    if (this.parting || !view || !binding || view.isDestroyed || view.composing || binding.isWaiting)
      return true
    try {
      return this.lookAt(view.state, binding, most)
    } catch (error) {
      this.part(error)
      return true
    }
  }

  private lookAt(state: EditorState, binding: PageBinding, most: number): boolean {
    const { doc } = state
    const ids = binding.index.children(ROOT)
    const isSame =
      ids.length === 0 ||
      (ids.length === doc.childCount && ids.every((id, i) => id === doc.child(i).attrs.id))
    if (!isSame || (ids.length === 0 && !binding.wholeDoc(state).eq(withoutSections(doc)))) {
      this.part(new ScreenDiffers())
      return true
    }
    let left = most
    for (const [i, id] of ids.entries()) {
      const node = doc.child(i)
      if (this.verified.has(node) && !this.touched.has(id)) continue
      if (left-- === 0) return false
      const shown = withoutSections(doc.type.create(null, Fragment.from(node))).firstChild
      if (!shown || !binding.nodeOf(id, state).eq(shown)) {
        this.part(new ScreenDiffers())
        return true
      }
      this.verified.add(node)
      this.touched.delete(id)
    }
    this.touched.clear()
    return true
  }

  /** The blocks at the top in which the page has changed. */
  private note({ blocks, lists }: TreeChanges): void {
    const tree = this.binding?.index.tree
    if (!tree) return
    for (const id of [...blocks, ...lists]) {
      let at = id
      for (let depth = 0; at !== ROOT && depth < 1000; depth++) {
        const up = cellParts(at)?.row ?? tree.parentOf(at)
        if (up === ROOT) this.touched.add(at)
        at = up
      }
    }
  }
}
