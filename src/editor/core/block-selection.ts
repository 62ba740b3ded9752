import { Fragment, type Node as PMNode, type ResolvedPos, Slice } from '@tiptap/pm/model'
import { Plugin, Selection, SelectionRange, type Transaction } from '@tiptap/pm/state'
import type { Mappable } from '@tiptap/pm/transform'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/**
 * Are these children parts of their parent and no blocks by themselves: rows, columns and cells, and the title of a toggle
 * with what follows it?
 */
const areParts = (parent: PMNode, first: number): boolean =>
  ['table', 'tableRow', 'columnGroup'].includes(parent.type.name) ||
  (parent.type.name === 'toggle' && first === 0)

/**
 * Whole blocks selected, consecutive siblings (Escape, the block handle), never parts of a block. `anchorPos` and `headPos` are the positions
 * before the block where the selection began and the one where it ends; the head is what Shift+arrows move.
 */
export class BlockSelection extends Selection {
  readonly anchorPos: number
  readonly headPos: number

  private constructor($from: ResolvedPos, $to: ResolvedPos, anchorPos: number, headPos: number) {
    const forward = headPos >= anchorPos
    super(forward ? $from : $to, forward ? $to : $from, [new SelectionRange($from, $to)])
    this.anchorPos = anchorPos
    this.headPos = headPos
  }

  /**
   * Selects from the block at `anchorPos` to the one at `headPos`, both taken up to their common parent, and further to
   * the block that they are parts of: a table, a group of columns, a toggle.
   */
  static create(doc: PMNode, anchorPos: number, headPos = anchorPos): BlockSelection {
    const $anchor = doc.resolve(anchorPos)
    const $head = doc.resolve(headPos)
    let depth = Math.min($anchor.sharedDepth(headPos), $anchor.depth, $head.depth)
    while (depth > 0 && areParts($anchor.node(depth), Math.min($anchor.index(depth), $head.index(depth))))
      depth--
    const anchor = $anchor.depth > depth ? $anchor.before(depth + 1) : anchorPos
    const head = $head.depth > depth ? $head.before(depth + 1) : headPos
    const last = Math.max(anchor, head)
    const to = last + (doc.resolve(last).nodeAfter?.nodeSize ?? 0)
    return new BlockSelection(doc.resolve(Math.min(anchor, head)), doc.resolve(to), anchor, head)
  }

  /** Selects the sibling blocks between two positions at block boundaries. */
  static between(doc: PMNode, from: number, to: number): BlockSelection {
    const $to = doc.resolve(to)
    return BlockSelection.create(doc, from, Math.max(from, to - ($to.nodeBefore?.nodeSize ?? 0)))
  }

  override map(doc: PMNode, mapping: Mappable): Selection {
    const from = mapping.map(this.from, 1)
    const to = mapping.map(this.to, -1)
    if (from < to) {
      const $from = doc.resolve(from)
      const $to = doc.resolve(to)
      if ($from.sameParent($to) && $from.nodeAfter?.isBlock && $to.nodeBefore) {
        const last = to - $to.nodeBefore.nodeSize
        return this.headPos >= this.anchorPos
          ? BlockSelection.create(doc, from, last)
          : BlockSelection.create(doc, last, from)
      }
    }
    return Selection.near(doc.resolve(Math.min(from, doc.content.size)))
  }

  override eq(other: Selection): boolean {
    return (
      other instanceof BlockSelection && other.anchorPos === this.anchorPos && other.headPos === this.headPos
    )
  }

  override content(): Slice {
    const { $from, $to } = this
    const nodes: PMNode[] = []
    for (let index = $from.index(); index < $to.index(); index++) nodes.push($from.parent.child(index))
    return new Slice(Fragment.fromArray(nodes), 0, 0)
  }

  override replace(tr: Transaction, slice = Slice.empty): void {
    const before = tr.steps.length
    super.replace(tr, slice)
    if (tr.doc.content.size === 0) tr.insert(0, tr.doc.type.schema.nodes.paragraph!.create())
    const end = tr.mapping.slice(before).map(this.to)
    tr.setSelection(Selection.near(tr.doc.resolve(Math.min(end, tr.doc.content.size)), -1))
  }

  override getBookmark() {
    return new BlockBookmark(this.anchorPos, this.headPos)
  }

  override toJSON() {
    return { type: 'blocks', anchor: this.anchorPos, head: this.headPos }
  }

  static override fromJSON(doc: PMNode, json: { anchor: number; head: number }): BlockSelection {
    return BlockSelection.create(doc, json.anchor, json.head)
  }
}
BlockSelection.prototype.visible = false
Selection.jsonID('blocks', BlockSelection)

class BlockBookmark {
  readonly anchor: number
  readonly head: number
  constructor(anchor: number, head: number) {
    this.anchor = anchor
    this.head = head
  }
  map(mapping: Mappable) {
    return new BlockBookmark(mapping.map(this.anchor), mapping.map(this.head))
  }
  resolve(doc: PMNode): Selection {
    const size = doc.content.size
    const $anchor = doc.resolve(Math.min(this.anchor, size))
    const $head = doc.resolve(Math.min(this.head, size))
    if ($anchor.nodeAfter?.isBlock && $head.nodeAfter?.isBlock) {
      return BlockSelection.create(doc, $anchor.pos, $head.pos)
    }
    return Selection.near($anchor)
  }
}

/** Paints selected blocks; costs nothing while text is selected. */
export const blockSelectionPlugin = () =>
  new Plugin({
    props: {
      decorations(state) {
        const { selection, doc } = state
        if (!(selection instanceof BlockSelection)) return null
        const decorations: Decoration[] = []
        let pos = selection.from
        for (let index = selection.$from.index(); pos < selection.to; index++) {
          const { nodeSize } = selection.$from.parent.child(index)
          decorations.push(Decoration.node(pos, pos + nodeSize, { class: 'is-block-selected' }))
          pos += nodeSize
        }
        return DecorationSet.create(doc, decorations)
      },
    },
  })
