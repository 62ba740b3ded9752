import { DOMSerializer, type Node as PMNode } from '@tiptap/pm/model'
import type { EditorView, NodeView, ViewMutationRecord } from '@tiptap/pm/view'
import type { BlockFrame, BlockHost, BlockProgram, RunBlock } from '@/blocks/kit/block-program'
import { withPopup } from './surface-state'

/** A program that may still be on its way. */
export interface ProgramSource {
  /** The program, when it is here already. */
  now(): RunBlock | null
  /** Calls back when it has arrived; the returned function takes that back. */
  wait(arrived: (run: RunBlock) => void): () => void
}

/** What the kind's own HTML makes of a node. */
function rendered(node: PMNode) {
  const made = DOMSerializer.renderSpec(document, node.type.spec.toDOM!(node))
  return { dom: made.dom as HTMLElement, contentDOM: (made.contentDOM as HTMLElement | undefined) ?? null }
}

/** Brings the attributes that come from the node up to date; what others have put on the element stays. */
function syncAttributes(element: HTMLElement, before: HTMLElement, after: HTMLElement): void {
  for (const { name } of before.attributes) {
    if (name !== 'class' && !after.hasAttribute(name)) element.removeAttribute(name)
  }
  for (const { name, value } of after.attributes) {
    if (name !== 'class' && before.getAttribute(name) !== value) element.setAttribute(name, value)
  }
  element.classList.remove(...before.classList)
  element.classList.add(...after.classList)
}

/**
 * The view of a kind with a program. The block stands on the page at once, as its HTML says, with its content editable;
 * the program joins when its code has been loaded.
 */
export class FrameView implements NodeView, BlockFrame {
  readonly dom: HTMLElement
  readonly contentDOM: HTMLElement | null
  private shape: { dom: HTMLElement; contentDOM: HTMLElement | null }
  private program: BlockProgram | null = null
  private readonly stopWaiting: (() => void) | null
  private editable: boolean
  private selected = false

  constructor(
    private current: PMNode,
    readonly view: EditorView,
    private readonly getPos: () => number | undefined,
    source: ProgramSource,
    readonly host: () => BlockHost,
  ) {
    const { dom, contentDOM } = rendered(current)
    this.dom = dom
    this.contentDOM = contentDOM
    this.shape = rendered(current)
    this.editable = view.editable
    const run = source.now()
    this.stopWaiting = run ? null : source.wait((arrived) => this.start(arrived))
    if (run) this.start(run)
  }

  node(): PMNode {
    return this.current
  }

  pos(): number | undefined {
    return this.getPos()
  }

  openPanel(name: string): void {
    const pos = this.getPos()
    if (pos === undefined) return
    this.view.dispatch(withPopup(this.view.state.tr, { kind: 'block-panel', name, pos }))
  }

  update(node: PMNode): boolean {
    if (node.type !== this.current.type) return false
    const changed = node.attrs !== this.current.attrs
    const shape = changed ? rendered(node) : this.shape
    if (shape.dom.tagName !== this.dom.tagName || !shape.contentDOM !== !this.contentDOM) return false
    this.current = node
    if (changed) {
      syncAttributes(this.dom, this.shape.dom, shape.dom)
      if (this.contentDOM && this.contentDOM !== this.dom)
        syncAttributes(this.contentDOM, this.shape.contentDOM!, shape.contentDOM!)
      this.shape = shape
    }
    this.program?.update?.()
    return true
  }

  /** Called when the page may, or may no longer, be edited. */
  editableChanged(): void {
    if (this.view.editable === this.editable) return
    this.editable = this.view.editable
    this.program?.update?.()
  }

  selectNode(): void {
    this.selected = true
    this.dom.classList.add('ProseMirror-selectednode')
    this.program?.select?.(true)
  }

  deselectNode(): void {
    this.selected = false
    this.dom.classList.remove('ProseMirror-selectednode')
    this.program?.select?.(false)
  }

  stopEvent(event: Event): boolean {
    return this.program?.stopEvent?.(event) ?? false
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    if (this.program?.ignoreMutation?.(mutation)) return true
    if (!this.contentDOM) return mutation.type !== 'selection'
    // An attribute of the element itself is one that this view, or a decoration, has set.
    if (mutation.type === 'attributes' && mutation.target === this.contentDOM) return true
    return !this.contentDOM.contains(mutation.target)
  }

  destroy(): void {
    this.stopWaiting?.()
    this.program?.destroy?.()
    frames.get(this.view)?.delete(this)
  }

  private start(run: RunBlock): void {
    try {
      this.program = run(this)
    } catch (error) {
      // A block whose program fails stands there without it; the page, and the others that waited for it, go on.
      reportError(error)
      return
    }
    frames.set(this.view, (frames.get(this.view) ?? new Set()).add(this))
    // It may have been selected before its program was here.
    if (this.selected) this.program.select?.(true)
  }
}

/** The blocks of a view that have a running program, for what concerns all of them. */
const frames = new WeakMap<EditorView, Set<FrameView>>()

/** Tells the programs of a view when its page may, or may no longer, be edited. */
export function tellEditable(view: EditorView): void {
  for (const frame of frames.get(view) ?? []) frame.editableChanged()
}
