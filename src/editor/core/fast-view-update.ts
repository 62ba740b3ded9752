import type { Node as PMNode } from '@tiptap/pm/model'
import { type Decoration, DecorationSet, type DecorationSource, type EditorView } from '@tiptap/pm/view'
import type { Range } from '@/document'
import { sharedEnds } from '@/shared/shared-ends'

/** What prosemirror-view keeps for each node, mark and widget that it shows. Internal to it, hence the caution below. */
interface Shown {
  node?: PMNode
  mark?: unknown
  dom: globalThis.Node
  contentDOM: HTMLElement | null
  children: Shown[]
  dirty: number
  outerDeco?: readonly Decoration[]
  innerDeco?: DecorationSource
  size: number
  matchesNode(node: PMNode, outer: readonly Decoration[], inner: DecorationSource): boolean
  update(node: PMNode, outer: readonly Decoration[], inner: DecorationSource, view: EditorView): boolean
  parseRange(from: number, to: number, base?: number): unknown
}

interface ShownPage extends Shown {
  node: PMNode
  innerDeco: DecorationSource
  updateChildren(view: EditorView, pos: number): void
  markDirty(from: number, to: number): void
}

/** Sets of decorations, with what their public type leaves out: children as from, to, set, from, to, set … */
interface Decorations extends DecorationSource {
  locals?(node: PMNode): readonly Decoration[]
  children?: (number | DecorationSet)[]
  members?: Decorations[]
}

/** What `dirty` says when more has to be done than updating blocks. */
const CONTENT_DIRTY = 2
/** More changed blocks than these are no typing any more. */
const FEW = 16

const shownPage = (view: EditorView): ShownPage => (view as unknown as { docView: ShownPage }).docView
const quick = new WeakSet<ShownPage>()

/**
 * prosemirror-view walks all top-level blocks for every change, which in 10,000 of them is most of the script of a key.
 * This looks for the blocks that are other nodes than before by comparing references and, when there are only a few and
 * each can be shown by the element that is there, updates those. Whatever it does not recognise goes the usual way, so
 * what is shown is the same. Returns whether the page's sections or their blocks may have changed since the last call.
 */
export function fastViewUpdate(view: EditorView, changed: () => void): void {
  const page = shownPage(view)
  if (quick.has(page) || typeof page?.updateChildren !== 'function') return
  if (typeof page.markDirty !== 'function') return
  quick.add(page)
  const usual = page.updateChildren
  const usualRange = page.parseRange
  const usualMarkDirty = page.markDirty
  measure(page)
  let last: Last | null = null
  // What the browser has changed by itself since the last update, in positions of then.
  let touched: Range[] = []
  page.markDirty = (from, to) => {
    touched.push({ from, to })
    usualMarkDirty.call(page, from, to)
  }
  page.updateChildren = (editor, pos) => {
    const places = editor.composing || page.dirty >= CONTENT_DIRTY ? null : decoratedPlaces(page)
    const updated = places && fewChanges(page, places, last && sectionsToLookInto(page, last, touched))
    touched = []
    if (places && updated && apply(page, updated, editor)) {
      last = { doc: page.node, decorated: sectionsAt(page, places) }
      if (updated.some(({ isOtherKind }) => isOtherKind)) changed()
      return
    }
    last = null
    forget(page)
    usual.call(page, editor, pos)
    measure(page)
    changed()
  }
  // What was typed is read from its block, as it would be were there no section around it.
  page.parseRange = (from, to, base = 0) => {
    let at = base
    for (const section of page.children) {
      const end = at + section.size
      if (from < end && section.mark) {
        for (const block of section.children) {
          const last = at + block.size
          if (from > at && to < last && block.node && block.contentDOM)
            return block.parseRange(from, to, at + 1)
          if (from < last) break
          at = last
        }
        break
      }
      at = end
    }
    return usualRange.call(page, from, to, base)
  }
}

/**
 * Each section keeps how long it is: positions are looked up several times for every change, and each time it would add
 * up all of its blocks. While the tree is changed the usual way it adds up again.
 */
function measure(page: ShownPage): void {
  for (const section of page.children) {
    if (!section.mark || Object.hasOwn(section, 'size')) continue
    let value = 0
    for (const block of section.children) value += block.size
    Object.defineProperty(section, 'size', { value, writable: true, configurable: true })
  }
}

function forget(page: ShownPage): void {
  for (const section of page.children) delete (section as Partial<Shown>).size
}

interface Change {
  shown: Shown
  section: Shown
  node: PMNode
  at: number
  isOtherKind: boolean
}

/** What was shown after the last quick update: every block as it is in `doc`, and decorations in those sections only. */
interface Last {
  doc: PMNode
  decorated: ReadonlySet<Shown>
}

/** The sections in which a block can be another than it was, or be drawn otherwise; null when blocks have come or gone. */
function sectionsToLookInto(
  page: ShownPage,
  { doc, decorated }: Last,
  touched: readonly Range[],
): ReadonlySet<Shown> | null {
  const old = doc.content.content
  const now = page.node.content.content
  if (old.length !== now.length) return null
  const { head, tail } = sharedEnds(old, now)
  const end = now.length - tail
  const found = new Set(decorated)
  let block = 0
  let at = 0
  for (const section of page.children) {
    const afterBlock = block + section.children.length
    const after = at + section.size
    const isOther = block < end && head < afterBlock && head < end
    if (isOther || touched.some(({ from, to }) => from <= after && at <= to)) found.add(section)
    block = afterBlock
    at = after
  }
  return found
}

/** The sections in which something is decorated. */
function sectionsAt(page: ShownPage, places: readonly number[]): Set<Shown> {
  const found = new Set<Shown>()
  if (places.length === 0) return found
  const inOrder = [...places].sort((a, b) => a - b)
  let next = 0
  let at = 0
  for (const section of page.children) {
    const end = at + section.size
    if (next < inOrder.length && (inOrder[next] as number) < end) found.add(section)
    while (next < inOrder.length && (inOrder[next] as number) < end) next++
    at = end
  }
  return found
}

/** The blocks that have to be updated; looks into those sections only, when they are known. Null: too much has changed. */
function fewChanges(
  page: ShownPage,
  decorated: readonly number[],
  lookInto: ReadonlySet<Shown> | null,
): Change[] | null {
  const blocks = page.node.content.content
  const changes: Change[] = []
  const inOrder = [...decorated].sort((a, b) => a - b)
  const isDecorated = new Set(decorated)
  let next = 0
  let i = 0
  let at = 0
  for (const section of page.children) {
    if (!section.mark) return null
    const end = at + section.size
    const isAsItWas = lookInto ? !lookInto.has(section) : isAsBefore(section, blocks, i)
    const first = next
    while (next < inOrder.length && (inOrder[next] as number) < end) next++
    if (isAsItWas && next === first) {
      i += section.children.length
      at = end
      continue
    }
    const mark = section.children[0]?.node?.marks[0]
    for (const shown of section.children) {
      const node = blocks[i++]
      const before = shown.node
      if (!node || !before) return null
      const isOther = before !== node || !isPlain(shown) || isDecorated.has(at)
      // Most of what is decorated is decorated as it was.
      if (isOther && !(before === node && isShownSo(shown, node, page.innerDeco.forChild(at, node)))) {
        if (node.marks[0] !== mark || changes.length === FEW) return null
        const isOtherKind = node.attrs !== before.attrs || node.type !== before.type
        changes.push({ shown, section, node, at, isOtherKind })
      }
      at += node.nodeSize
    }
  }
  return i === blocks.length ? changes : null
}

const isShownSo = (shown: Shown, node: PMNode, inner: DecorationSource): boolean =>
  shown.dirty === 0 && shown.matchesNode(node, [], inner)

/** Nothing to be drawn again, and nothing decorated. */
const isPlain = (shown: Shown): boolean =>
  shown.dirty === 0 && shown.innerDeco === DecorationSet.empty && shown.outerDeco?.length === 0

function isAsBefore({ children }: Shown, blocks: readonly PMNode[], from: number): boolean {
  for (let k = 0; k < children.length; k++) {
    const shown = children[k] as Shown
    if (shown.node !== blocks[from + k] || !isPlain(shown)) return false
  }
  return true
}

/** Where the blocks stand in which something is decorated; null when blocks are decorated themselves. */
function decoratedPlaces(page: ShownPage): number[] | null {
  const found: number[] = []
  const all = page.innerDeco as Decorations
  for (const set of all.members ?? [all]) {
    if (!set.children || !set.locals || set.locals(page.node).length > 0) return null
    for (let i = 0; i < set.children.length; i += 3) found.push(set.children[i] as number)
  }
  return found
}

function apply(page: ShownPage, changes: readonly Change[], view: EditorView): boolean {
  for (const { shown, section, node, at } of changes) {
    const inner = page.innerDeco.forChild(at, node)
    if (shown.matchesNode(node, [], inner)) continue
    const { dom, size } = shown
    if (!shown.update(node, [], inner, view)) return false
    if (shown.dom !== dom) {
      page.dirty = CONTENT_DIRTY
      return false
    }
    section.size += shown.size - size
  }
  return true
}
