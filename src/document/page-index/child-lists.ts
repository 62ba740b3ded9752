import { byText } from '../format/layout'
import { type BlockGraph, type BlockNode, positions } from './block-graph'

/** Up to this many blocks are taken out of their lists one by one; for more, the lists are gone through. */
const FEW = 16

/** Up to this many blocks are put into a list one by one; for more, the list is sorted. */
const SOME = 32

type Position = (node: BlockNode) => number

/** The lists of what is shown in every block and cell, in order. */
export class ChildLists {
  private lists = new Map<string, string[]>()

  constructor(private readonly graph: BlockGraph) {}

  of(parent: string): readonly string[] | undefined {
    return this.lists.get(parent)
  }

  parents(): Iterable<string> {
    return this.lists.keys()
  }

  clear(): void {
    this.lists = new Map()
  }

  remove(node: BlockNode): void {
    node.listed = false
    const list = this.lists.get(node.parent)
    const at = list?.indexOf(node.id) ?? -1
    if (!list || at < 0) return
    list.splice(at, 1)
    if (list.length === 0) this.lists.delete(node.parent)
  }

  removeAll(nodes: readonly BlockNode[], touched: Set<string>): void {
    if (nodes.length <= FEW) {
      for (const node of nodes) {
        if (!node.listed) continue
        touched.add(node.parent)
        this.remove(node)
      }
      return
    }
    const parents = new Set<string>()
    for (const node of nodes) {
      if (!node.listed) continue
      node.listed = false
      parents.add(node.parent)
    }
    for (const parent of parents) {
      touched.add(parent)
      const kept = (this.lists.get(parent) ?? []).filter((id) => this.graph.nodes.get(id)?.listed)
      if (kept.length > 0) this.lists.set(parent, kept)
      else this.lists.delete(parent)
    }
  }

  /** Puts them into the lists of their parents. `touched` gets those. */
  insertAll(nodes: readonly BlockNode[], touched: Set<string>): void {
    const fresh = new Map<string, BlockNode[]>()
    for (const node of nodes) {
      node.listed = true
      const list = fresh.get(node.parent)
      if (list) list.push(node)
      else fresh.set(node.parent, [node])
    }
    for (const [parent, children] of fresh) {
      touched.add(parent)
      const list = this.lists.get(parent)
      if (children.length > SOME || !list) this.lists.set(parent, this.sorted(list ?? [], children))
      else for (const child of children) this.insert(list, child)
    }
  }

  private sorted(list: readonly string[], more: readonly BlockNode[]): string[] {
    const all = list.map((id) => this.graph.nodes.get(id) as BlockNode)
    for (const node of more) all.push(node)
    const position = positions(this.graph.texts)
    all.sort((a, b) => compare(a, b, position))
    return all.map(({ id }) => id)
  }

  private insert(list: string[], node: BlockNode): void {
    const position = positions(this.graph.texts)
    let low = 0
    let high = list.length
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.graph.nodes.get(list[middle] as string) as BlockNode
      if (compare(other, node, position) < 0) low = middle + 1
      else high = middle
    }
    list.splice(low, 0, node.id)
  }
}

const comparePlaces = (a: BlockNode, b: BlockNode, position: Position): number =>
  byText(a.entry.at.order, b.entry.at.order) || position(a) - position(b) || byText(a.id, b.id)

function compare(left: BlockNode, right: BlockNode, position: Position): number {
  if (!left.path && !right.path) return comparePlaces(left, right, position)
  const a = left.path ?? [left]
  const b = right.path ?? [right]
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a[i] as BlockNode, b[i] as BlockNode]
    const order = x === y ? 0 : comparePlaces(x, y, position)
    if (order !== 0) return order
  }
  return a.length - b.length
}
