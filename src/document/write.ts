import type { Mark, Node } from '@tiptap/pm/model'
import * as Y from 'yjs'
import { stretchChanged } from './page-doc'
import { BLOCK, type NodeMap } from './read'

/**
 * Makes `body` hold `nodes` by the smallest change this layout can say: blocks are known again by their id, a block's
 * attributes, text and marks are changed one by one. `map` tells what stands in the body now (see `readBody`) and is
 * kept up to date. Must run inside a transaction.
 */
export function writeBody(body: Y.XmlFragment, nodes: readonly Node[], map: NodeMap): void {
  writeChildren(body, nodes, map)
}

function writeChildren(parent: Y.XmlFragment, nodes: readonly Node[], map: NodeMap): void {
  const elements = parent.toArray().filter((child) => child instanceof Y.XmlElement)
  const shorter = Math.min(elements.length, nodes.length)
  const stands = (e: number, n: number) => map.get(elements[e] as Y.XmlElement) === nodes[n]
  let head = 0
  while (head < shorter && stands(head, head)) head++
  let tail = 0
  while (tail < shorter - head && stands(elements.length - 1 - tail, nodes.length - 1 - tail)) tail++
  const old = elements.slice(head, elements.length - tail)
  const wanted = nodes.slice(head, nodes.length - tail)
  if (old.length === 0 && wanted.length === 0) return

  const kept = keptElements(old, wanted, map)
  const stays = new Set(kept)
  const goes = new Set(old.filter((element) => !stays.has(element)))
  // Positions count every child, also one that is no block.
  const children = parent.toArray()
  for (let i = children.length - 1; i >= 0; i--) {
    const child = children[i] as Y.XmlElement
    if (!goes.has(child)) continue
    parent.delete(i, 1)
    children.splice(i, 1)
    map.delete(child)
  }
  const before = elements[head - 1]
  let place = before ? children.indexOf(before) + 1 : 0
  let inserted = 0
  let fresh: Y.XmlElement[] = []
  const insertFresh = () => {
    if (fresh.length > 0) parent.insert(place + inserted, fresh)
    inserted += fresh.length
    fresh = []
  }
  wanted.forEach((node, i) => {
    const element = kept[i]
    if (!element) {
      fresh.push(newElement(node, map))
      return
    }
    insertFresh()
    while (children[place] !== element) place++
    place++
    updateElement(element, node, map)
  })
  insertFresh()
}

/** For each wanted node the element that goes on standing for it: same id, and in the longest sequence in order. */
function keptElements(
  old: readonly Y.XmlElement[],
  wanted: readonly Node[],
  map: NodeMap,
): (Y.XmlElement | undefined)[] {
  const places = new Map<string, number[]>()
  old.forEach((element, index) => {
    const id = idAttr(map.get(element))
    if (id) places.set(id, [...(places.get(id) ?? []), index])
  })
  const alike = (element: Y.XmlElement | undefined, node: Node | undefined) =>
    element !== undefined && map.get(element)?.inlineContent === node?.inlineContent
  const pairs: { at: number; index: number }[] = []
  wanted.forEach((node, at) => {
    const id = idAttr(node)
    const index = id ? places.get(id)?.shift() : undefined
    if (index !== undefined && alike(old[index], node)) pairs.push({ at, index })
  })
  const kept = new Array<Y.XmlElement | undefined>(wanted.length).fill(undefined)
  for (const { at, index } of longestAscending(pairs)) kept[at] = old[index]
  // One block that only got another id is still the same block.
  if (old.length === 1 && wanted.length === 1 && alike(old[0], wanted[0])) kept[0] = old[0]
  return kept
}

const idAttr = (node: Node | undefined): string | null =>
  (node?.attrs.id as string | null | undefined) ?? null

function longestAscending<T extends { index: number }>(pairs: readonly T[]): T[] {
  const tails: number[] = []
  const before: number[] = []
  pairs.forEach((pair, i) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[tails[middle] as number] as T).index < pair.index) low = middle + 1
      else high = middle
    }
    before[i] = low > 0 ? (tails[low - 1] as number) : -1
    tails[low] = i
  })
  const found: T[] = []
  for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i] as number) found.push(pairs[i] as T)
  return found.reverse()
}

/** The attributes as they are stored: `kind` and whatever the node has that is not null. */
function storedAttributes(node: Node): Record<string, unknown> {
  const attributes: Record<string, unknown> = { kind: node.type.name }
  for (const [key, value] of Object.entries(node.attrs)) {
    if (value !== null && value !== undefined) attributes[key] = value
  }
  return attributes
}

// Yjs types attribute values as strings, and stores any JSON value.
type AnyElement = { setAttribute(key: string, value: unknown): void; removeAttribute(key: string): void }

function newElement(node: Node, map: NodeMap): Y.XmlElement {
  const element = new Y.XmlElement(BLOCK)
  const any = element as AnyElement
  for (const [key, value] of Object.entries(storedAttributes(node))) any.setAttribute(key, value)
  if (node.inlineContent) {
    const text = new Y.XmlText()
    const delta = inlineOf(node).map(({ insert, marks }) => ({ insert, attributes: formats(marks) }))
    if (delta.length > 0) text.applyDelta(delta)
    element.insert(0, [text])
  } else if (node.childCount > 0) {
    element.insert(
      0,
      childrenOf(node).map((child) => newElement(child, map)),
    )
  }
  map.set(element, node)
  return element
}

/** Makes one block's element hold `node`; both hold text, or both hold blocks. */
export function updateElement(element: Y.XmlElement, node: Node, map: NodeMap): void {
  const before = map.get(element)
  if (before === node) return
  if (before && !before.sameMarkup(node)) updateAttributes(element, before, node)
  if (node.inlineContent && before) {
    if (!before.content.eq(node.content)) updateText(element, before, node)
  } else if (!node.isLeaf) {
    writeChildren(element, childrenOf(node), map)
  }
  map.set(element, node)
}

/** Only what changed is written, so that an attribute of a newer program stays. */
function updateAttributes(element: Y.XmlElement, before: Node, node: Node): void {
  const any = element as AnyElement
  const old = storedAttributes(before)
  const wanted = storedAttributes(node)
  for (const [key, value] of Object.entries(wanted)) {
    if (JSON.stringify(old[key]) !== JSON.stringify(value)) any.setAttribute(key, value)
  }
  for (const key of Object.keys(old)) {
    if (!(key in wanted)) any.removeAttribute(key)
  }
}

function updateText(element: Y.XmlElement, before: Node, node: Node): void {
  const texts = element.toArray().filter((child) => child instanceof Y.XmlText)
  let text = texts[0]
  if (!text) {
    text = new Y.XmlText()
    element.insert(0, [text])
  }
  if (texts.length > 1) {
    // Only a damaged or foreign page has several; the first one takes everything over.
    text.delete(0, text.length)
    for (let i = element.length - 1; i > 0; i--) element.delete(i, 1)
    for (const { insert, marks } of inlineOf(before)) insertPiece(text, text.length, insert, marks)
  }
  const old = cellsOf(before)
  const wanted = cellsOf(node)
  const { at, removed, inserted } = stretchChanged(old.cells, wanted.cells) ?? {
    at: old.cells.length,
    removed: 0,
    inserted: 0,
  }
  if (removed > 0) text.delete(at, removed)
  if (inserted > 0) {
    let position = at
    for (const { insert, marks } of inlineOf(node.cut(at, at + inserted))) {
      insertPiece(text, position, insert, marks)
      position += typeof insert === 'string' ? insert.length : 1
    }
  }
  reformat(text, old, wanted, 0, at, 0)
  reformat(text, old, wanted, at + removed, old.cells.length, inserted - removed)
}

function insertPiece(text: Y.XmlText, at: number, insert: string | object, marks: readonly Mark[]): void {
  if (typeof insert === 'string') text.insert(at, insert, formats(marks))
  else text.insertEmbed(at, insert, formats(marks))
}

/** Changes the marks of a stretch whose characters stayed. Positions are those of `old`, moved by `shift`. */
function reformat(text: Y.XmlText, old: Cells, wanted: Cells, from: number, to: number, shift: number): void {
  let start = from
  while (start < to) {
    const patch = formatChange(old.marks[start] ?? [], wanted.marks[start + shift] ?? [])
    let end = start + 1
    while (
      end < to &&
      (patch === null
        ? old.marks[end] === old.marks[start] && wanted.marks[end + shift] === wanted.marks[start + shift]
        : JSON.stringify(formatChange(old.marks[end] ?? [], wanted.marks[end + shift] ?? [])) ===
          JSON.stringify(patch))
    )
      end++
    if (patch) text.format(start + shift, end - start, patch)
    start = end
  }
}

function formatChange(old: readonly Mark[], wanted: readonly Mark[]): Record<string, unknown> | null {
  if (old === wanted) return null
  const patch: Record<string, unknown> = {}
  for (const mark of old) {
    if (!wanted.some((other) => other.type === mark.type)) patch[mark.type.name] = null
  }
  for (const mark of wanted) {
    if (!old.some((other) => other.eq(mark))) patch[mark.type.name] = mark.attrs
  }
  return Object.keys(patch).length > 0 ? patch : null
}

const formats = (marks: readonly Mark[]): Record<string, unknown> =>
  Object.fromEntries(marks.map((mark) => [mark.type.name, mark.attrs]))

interface Piece {
  insert: string | object
  marks: readonly Mark[]
}

function inlineOf(node: Node): Piece[] {
  return childrenOf(node).map((child) => ({
    insert: child.isText ? (child.text ?? '') : { kind: child.type.name, ...child.attrs },
    marks: child.marks,
  }))
}

interface Cells {
  cells: string[]
  marks: (readonly Mark[])[]
}

/** One cell a position: a UTF-16 unit, or an atom as JSON, so that equal atoms are equal cells. */
function cellsOf(node: Node): Cells {
  const cells: string[] = []
  const marks: (readonly Mark[])[] = []
  for (const { insert, marks: set } of inlineOf(node)) {
    if (typeof insert === 'string') {
      for (let i = 0; i < insert.length; i++) cells.push(insert.charAt(i))
    } else {
      cells.push(JSON.stringify(insert))
    }
    while (marks.length < cells.length) marks.push(set)
  }
  return { cells, marks }
}

const childrenOf = (node: Node): Node[] => {
  const children: Node[] = []
  node.forEach((child) => {
    children.push(child)
  })
  return children
}
