import { Fragment, Mark, type Node, Slice } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import { sharedEnds } from '@/shared/shared-ends'
import { CELL, cellParts } from '../format/grid'
import { type PageBlock, pageKinds, ROOT } from '../format/layout'
import { longestAscending } from '../format/order'
import type { TreeChanges } from '../page-index/block-tree'
import type { PageIndex } from '../page-index/page-index'
import type { TopPlace } from './doc-edit'
import { allAttributesOf, nodeAttributes, nodeFromBlock, spelling } from './nodes'
import type { PlaceholderParagraph } from './placeholder-paragraphs'
import { isCell, isRow, isTable } from './table-nodes'

/**
 * Brings the document of `tr` to what the page reads, for the blocks and lists that changed: what is not among them is
 * not looked into. One small step a change, from the end of the page to its start, so that selection, decorations and
 * the browser's own composing survive. `placeholder` is what an empty page shows.
 */
export function patchEditor(
  index: PageIndex,
  tr: Transaction,
  changes: TreeChanges,
  placeholder: PlaceholderParagraph,
  /** Where at the top of the transaction's document the changes begin, if that is known. */
  first: TopPlace | null = null,
): void {
  new EditorPatch(index, tr, changes, placeholder, first).showChildren(ROOT, tr.doc, 0)
}

/** The document that shows the whole page. */
export function wholeDoc(index: PageIndex, topNode: Node, placeholder: PlaceholderParagraph): Node {
  const { schema } = topNode.type
  const nodes = index.children(ROOT).map((id) => nodeFromBlock(index.block(id), schema, placeholder))
  return topNode.type.create(null, nodes.length > 0 ? nodes : [placeholder(ROOT)])
}

const GRID_PARTS: ReadonlySet<unknown> = new Set(['grid', 'row', 'column'])

class EditorPatch {
  /** Blocks that changed or hold something that did. */
  private readonly touched = new Set<string>()
  private readonly layouts = new Map<string, ReturnType<PageIndex['gridLayout']>>()
  /** No table, row, column or cell is among what changed: they are as the document shows them. */
  private readonly gridsStand: boolean

  constructor(
    private readonly index: PageIndex,
    private readonly tr: Transaction,
    private readonly changes: TreeChanges,
    private readonly placeholder: PlaceholderParagraph,
    private readonly first: TopPlace | null,
  ) {
    const { tree } = index
    const changed = [...changes.blocks, ...changes.lists]
    this.gridsStand = changed.every(
      (id) => tree.isShown(id) && !GRID_PARTS.has(pageKinds(tree.kindOf(id))) && !cellParts(id),
    )
    for (const id of changed) {
      for (let at = id; at !== ROOT && !this.touched.has(at); ) {
        const row = tree.gridOfCell(at) === null ? null : cellParts(at)?.row
        if (!row && !tree.entry(at)) break
        this.touched.add(at)
        at = row ?? tree.parentOf(at)
      }
    }
  }

  showChildren(parent: string, node: Node, start: number): void {
    if (this.gridsStand && (isTable(node) || isRow(node))) {
      this.showTouched(node, start)
      return
    }
    const wanted = this.childrenOf(parent, node)
    const isTablePart = isTable(node) || isRow(node)
    if (wanted.length === 0 && (parent === ROOT || isCell(node))) {
      const placeholder = this.placeholder(parent)
      if (
        node.childCount === 1 &&
        (node.firstChild === placeholder || (isCell(node) && node.firstChild?.eq(placeholder)))
      )
        return
      this.replace(start, start + node.content.size, [placeholder])
      return
    }
    if (!isTablePart && !this.changes.lists.has(parent)) {
      for (const { child, at } of this.touchedChildren(parent, wanted, node, start)) {
        this.showBlock(child.attrs.id, child, at)
      }
      return
    }
    const idOf = (i: number): unknown => node.child(i).attrs.id
    const { head, tail } = sharedEnds(node.content.content, wanted, (child, id) => child.attrs.id === id)
    const places = new Map<string, number>()
    for (let i = head; i < wanted.length - tail; i++) places.set(wanted[i] as string, i)
    const standing: { child: number; place: number }[] = []
    for (let i = head; i < node.childCount - tail; i++) {
      const place = places.get(String(idOf(i)))
      if (place !== undefined) standing.push({ child: i, place })
    }
    const kept = longestAscending(standing.map(({ place }) => place)).map(
      (i) => standing[i] as (typeof standing)[0],
    )

    // From the end: gap, kept block, gap, …, so that what is still to come keeps its position.
    let end = start + node.content.size
    let child = node.childCount
    let place = wanted.length
    const gap = (downTo: number, from: number) => {
      const old = end
      for (; child > downTo; child--) end -= node.child(child - 1).nodeSize
      const blocks = wanted.slice(from, place)
      if (old > end || blocks.length > 0)
        this.replace(
          end,
          old,
          blocks.map((id) => this.nodeOf(id)),
        )
      place = from
    }
    const keep = () => {
      const node_ = node.child(--child)
      place--
      end -= node_.nodeSize
      if (isTablePart ? this.mayDiffer(parent, node_) : this.touched.has(node_.attrs.id))
        this.showBlock(node_.attrs.id, node_, end)
    }
    for (let i = 0; i < tail; i++) keep()
    for (const stays of kept.reverse()) {
      gap(stays.child + 1, stays.place + 1)
      keep()
    }
    gap(head, head)
    if (this.touched.size > 0) while (child > 0) keep()
  }

  /** What changed inside of the children, which are those that should be there. */
  private showTouched(node: Node, start: number): void {
    let end = start + node.content.size
    for (let i = node.childCount - 1; i >= 0; i--) {
      const child = node.child(i)
      end -= child.nodeSize
      if (this.touched.has(child.attrs.id)) this.showBlock(child.attrs.id, child, end)
    }
  }

  /** Can a row of a table, or a cell of a row, read differently? All of them can when rows and columns came or went. */
  private mayDiffer(parent: string, child: Node): boolean {
    if (this.touched.has(child.attrs.id)) return true
    const { tree } = this.index
    const grid = tree.holds(parent) === 'grid' ? parent : tree.parentOf(parent)
    return this.changes.lists.has(grid) || this.changes.blocks.has(grid)
  }

  /** The children as they are shown; of a table its columns and rows, of a row its cells. */
  private childrenOf(parent: string, node: Node): readonly string[] {
    if (isTable(node)) {
      const { columns, rows } = this.layoutOf(parent)
      return [...columns, ...rows]
    }
    if (!isRow(node)) return this.index.children(parent)
    const { rows, cells } = this.layoutOf(this.index.tree.parentOf(parent))
    return (cells[rows.indexOf(parent)] ?? []).map(({ id }) => id)
  }

  private layoutOf(grid: string): ReturnType<PageIndex['gridLayout']> {
    const known = this.layouts.get(grid)
    if (known) return known
    const layout = this.index.gridLayout(grid)
    this.layouts.set(grid, layout)
    return layout
  }

  /** A row or a cell of a table, as it is laid out. */
  private partOf(id: string): PageBlock | null {
    const { tree } = this.index
    const row = cellParts(id)?.row ?? id
    if (tree.holds(row) !== 'row') return null
    const { rows, cells } = this.layoutOf(tree.parentOf(row))
    const blocks = (cells[rows.indexOf(row)] ?? []).map(
      (cell): PageBlock => ({
        ...cell,
        kind: CELL,
        text: [],
        children: this.index.children(cell.id).map((child) => this.index.block(child)),
      }),
    )
    return row === id
      ? { ...this.bare(id), children: blocks }
      : (blocks.find((cell) => cell.id === id) ?? null)
  }

  /** The children that changed, from the end. The list is as it was, so the node's children stand in its order. */
  private touchedChildren(parent: string, list: readonly string[], node: Node, start: number) {
    const first = parent === ROOT ? this.first : null
    const found: { i: number; child: Node; at: number }[] = []
    for (const id of this.touched) {
      if (this.index.tree.parentOf(id) !== parent || !this.index.tree.isShown(id)) continue
      const i = first && list[first.block] === id ? first.block : list.indexOf(id)
      const child = node.maybeChild(i)
      if (child) found.push({ i, child, at: 0 })
    }
    found.sort((a, b) => a.i - b.i)
    const isAhead = first !== null && found.every(({ i }) => i >= first.block)
    let at = isAhead ? first.pos : start
    let reached = isAhead ? first.block : 0
    for (const place of found) {
      for (; reached < place.i; reached++) at += node.child(reached).nodeSize
      place.at = at
    }
    return found.reverse()
  }

  private nodeOf(id: string): Node {
    const { schema } = this.tr.doc.type
    const part = this.partOf(id)
    return nodeFromBlock(part ?? this.index.block(id), schema, this.placeholder, part !== null)
  }

  private replace(from: number, to: number, nodes: readonly Node[]): void {
    this.tr.step(new ReplaceStep(from, to, new Slice(Fragment.fromArray([...nodes]), 0, 0)))
  }

  private showBlock(id: string, node: Node, pos: number): void {
    const { type } = node
    const kind = isCell(node) ? CELL : this.index.tree.kindOf(id)
    if (kind === type.name && !type.inlineContent && !type.isLeaf) {
      if (!isCell(node) || this.touched.has(id)) this.showChildren(id, node, pos + 1)
      if (isCell(node)) {
        if (!this.gridsStand) this.showHead(this.cellHead(id, node), node, pos)
      } else if (this.changes.blocks.has(id)) {
        const attributes = nodeAttributes(kind, this.bare(id).attributes)
        this.showHead(type.create({ ...attributes, id }), node, pos)
      }
      return
    }
    // A block that is shown anew stays in its section.
    const wanted = this.nodeOf(id).mark(node.marks)
    if (wanted.eq(node)) return
    const isTextAsBefore =
      node.inlineContent && wanted.inlineContent && wanted.type.validContent(node.content)
    if (!isTextAsBefore || !type.validContent(wanted.content)) {
      this.replace(pos, pos + node.nodeSize, [wanted])
      return
    }
    this.showBreaks(node, pos + 1)
    this.showText(wanted, node, pos + 1)
    this.showHead(wanted, node, pos)
  }

  private cellHead(id: string, { type }: Node): Node {
    const { rows, cells } = this.layoutOf(this.index.tree.gridOfCell(id) ?? '')
    const row = cells[rows.indexOf(cellParts(id)?.row ?? '')]
    const laid = row?.find((cell) => cell.id === id)
    return type.create({ ...nodeAttributes(CELL, laid?.attributes ?? {}), id })
  }

  /** The block without what it holds: enough to know its attributes. */
  private bare(id: string): PageBlock {
    const { tree } = this.index
    return {
      id,
      kind: tree.kindOf(id),
      attributes: this.index.attributes(id),
      text: [],
      children: [],
    }
  }

  private showHead(wanted: Node, node: Node, pos: number): void {
    if (wanted.type !== node.type) {
      this.tr.setNodeMarkup(pos, wanted.type, wanted.attrs)
      return
    }
    if (JSON.stringify(allAttributesOf(wanted)) === JSON.stringify(allAttributesOf(node))) return
    for (const [key, value] of Object.entries(wanted.attrs)) {
      if (JSON.stringify(node.attrs[key]) !== JSON.stringify(value)) this.tr.setNodeAttribute(pos, key, value)
    }
  }

  /**
   * Line ends that are text, as code that was joined to a paragraph has them, become breaks. Each by itself, as it takes
   * no more room than before.
   */
  private showBreaks(node: Node, start: number): void {
    if (node.type.spec.code) return
    const { hardBreak } = this.tr.doc.type.schema.nodes
    node.forEach(({ text = '', marks }, offset) => {
      for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
        const at = start + offset + i
        this.replace(at, at + 1, [hardBreak!.create(null, null, marks)])
      }
    })
  }

  private showText(wanted: Node, node: Node, start: number): void {
    const old = spelling(node)
    const now = spelling(wanted)
    if (old !== now) {
      const { head, tail } = sharedEnds(old, now)
      const slice = new Slice(wanted.content.cut(head, now.length - tail), 0, 0)
      this.tr.step(new ReplaceStep(start + head, start + old.length - tail, slice))
    }
    this.showMarks(wanted, start)
  }

  private showMarks(wanted: Node, start: number): void {
    const node = this.tr.doc.resolve(start).parent
    for (let at = 0; at < wanted.content.size; ) {
      const should = wanted.childAfter(at)
      const is = node.childAfter(at)
      if (!should.node || !is.node) return
      const end = Math.min(should.offset + should.node.nodeSize, is.offset + is.node.nodeSize)
      const [from, to] = [start + at, start + end]
      const kept = keptMarks(is.node.marks, should.node.marks)
      for (const mark of is.node.marks) if (!mark.isInSet(kept)) this.tr.removeMark(from, to, mark)
      for (const mark of should.node.marks) if (!mark.isInSet(kept)) this.tr.addMark(from, to, mark)
      at = end
    }
  }
}

/** The marks that stay; none where those that are added to them would come to stand in another order than is wanted. */
function keptMarks(marks: readonly Mark[], wanted: readonly Mark[]): readonly Mark[] {
  const kept = marks.filter((mark) => mark.isInSet(wanted))
  const made = wanted.reduce<readonly Mark[]>((set, mark) => mark.addToSet(set), kept)
  return Mark.sameSet(made, wanted) ? kept : Mark.none
}
