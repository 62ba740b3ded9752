import type { EditorView } from '@tiptap/pm/view'
import { CELL } from '@/blocks/table/cell-names'
import { tableAround } from '@/blocks/table/table-grid'
import { isRightToLeft } from '@/ui/key-in-row'
import { type Beside, besideTarget } from './beside'
import { blockPosAround, outermostStart } from './block-tree'

/** A place between two blocks, and where on the screen its line is drawn (viewport coordinates). */
export interface DropPlace {
  pos: number
  top: number
  left: number
  width: number
  /** The blocks would stand beside another block or column, and the line is upright, this high. */
  beside?: Beside & { height: number }
}

/** This near to the left and right edge of a block the pointer means the place beside it, in pixels. */
const LEFT_EDGE = 20
const RIGHT_EDGE = 36

/** The element of the block before which `pos` stands. */
export function blockElement(view: EditorView, pos: number): HTMLElement | null {
  const dom = view.nodeDOM(pos)
  return dom instanceof HTMLElement ? dom : null
}

/** The part of the page that `x` is in at this height: all of it, or a column. Its edges on the screen. */
function lane(view: EditorView, x: number, y: number): DOMRect {
  let area = view.dom.getBoundingClientRect()
  for (let inner = 0; ; inner++) {
    const found = view.posAtCoords({ left: area.left + area.width / 2, top: y })
    if (!found) return area
    const { doc } = view.state
    const $pos = doc.resolve(Math.min(found.inside >= 0 ? found.inside + 1 : found.pos, doc.content.size))
    let passed = 0
    let group: globalThis.Node | null = null
    for (let depth = 1; depth <= $pos.depth && !group; depth++) {
      if ($pos.node(depth).type.name === 'columnGroup' && passed++ === inner)
        group = view.nodeDOM($pos.before(depth))
    }
    const columns =
      group instanceof HTMLElement
        ? [...group.children].filter((child) => child.hasAttribute('data-kind'))
        : []
    const boxes = columns
      .map((column) => column.getBoundingClientRect())
      .filter((box) => box.top <= y && box.bottom >= y)
    const away = (box: DOMRect) => Math.max(box.left - x, x - box.right, 0)
    const [nearest] = boxes.sort((a, b) => away(a) - away(b))
    if (!nearest) return area
    area = nearest
  }
}

/**
 * The block at a place on the screen. A quote whose first block is meant answers with the quote, so that quotes can be
 * taken as a whole.
 */
export function blockAt(view: EditorView, x: number, y: number): number | null {
  const box = view.dom.getBoundingClientRect()
  const last = view.dom.lastElementChild?.getBoundingClientRect()
  if (!last || y < box.top || y > last.bottom + 4) return null
  const area = lane(view, x, y)
  const found = view.posAtCoords({ left: area.left + area.width / 2, top: y })
  if (!found) return null
  const { doc } = view.state
  const at = found.inside >= 0 ? found.inside : found.pos
  const pos =
    found.inside >= 0 && doc.nodeAt(found.inside)?.isAtom
      ? found.inside
      : blockPosAround(doc.resolve(Math.min(at + (found.inside >= 0 ? 1 : 0), doc.content.size)))
  return pos === null ? null : outermostStart(doc, pos)
}

/** The place beside the block at `pos`, when the pointer is at its edge. On narrow screens columns stand below each other. */
function placeBeside(view: EditorView, pos: number, area: DOMRect, x: number): DropPlace | null {
  const isLeft = x > area.left - 6 && x < area.left + LEFT_EDGE
  const isRight = x > area.right - RIGHT_EDGE && x < area.right + RIGHT_EDGE
  if ((!isLeft && !isRight) || !matchMedia('(min-width: 641px)').matches) return null
  const target = besideTarget(view.state.doc.resolve(pos))
  const element = target === null ? null : blockElement(view, target)
  if (target === null || !element) return null
  const { top, left, right, height } = element.getBoundingClientRect()
  // The first column stands at the right where the page runs from right to left.
  const side = isLeft === isRightToLeft(view.dom) ? 'right' : 'left'
  return {
    pos: target,
    top,
    left: isLeft ? left - 8 : right + 6,
    width: 2,
    beside: { pos: target, side, height },
  }
}

/** Where the dragged blocks would go if they were dropped at this point; `null` outside of the text. */
export function dropPlace(view: EditorView, x: number, y: number): DropPlace | null {
  const first = view.dom.firstElementChild?.getBoundingClientRect()
  const last = view.dom.lastElementChild?.getBoundingClientRect()
  if (!first || !last) return null
  const inner = Math.min(Math.max(y, first.top + 1), last.bottom - 1)
  const area = lane(view, x, inner)
  const found = view.posAtCoords({ left: area.left + area.width / 2, top: inner })
  if (!found) return null
  const { doc } = view.state
  const isAtom = found.inside >= 0 && doc.nodeAt(found.inside)?.isAtom
  let pos = isAtom ? found.inside : blockPosAround(doc.resolve(found.pos))
  if (pos === null) return null
  const beside = placeBeside(view, pos, area, x)
  if (beside) return beside
  let element = blockElement(view, pos)
  if (!element) return null
  let rect = element.getBoundingClientRect()
  let above = inner < rect.top + rect.height / 2
  // At the edge of a quote, the pointer left of what it holds means before or after the quote itself; above the title of a toggle is always
  // above the toggle.
  for (;;) {
    const $pos = doc.resolve(pos)
    const atEdge = above ? $pos.index() === 0 : $pos.index() === $pos.parent.childCount - 1
    const isAboveTitle = above && $pos.index() === 0 && $pos.parent.type.name === 'toggle'
    if ($pos.depth === 0 || (x >= rect.left && !isAboveTitle) || $pos.parent.type.name === 'column') break
    const table = $pos.parent.type.name === CELL ? tableAround($pos) : null
    if (!atEdge && !table) break
    pos = table?.pos ?? $pos.before()
    element = blockElement(view, pos)
    if (!element) return null
    rect = element.getBoundingClientRect()
    // Left of what stands in a cell is before or after its table.
    if (table) above = inner < rect.top + rect.height / 2
  }
  const node = doc.nodeAt(pos)!
  const $gap = doc.resolve(above ? pos : pos + node.nodeSize)
  const neighbour = above
    ? $gap.nodeBefore && blockElement(view, $gap.pos - $gap.nodeBefore.nodeSize)
    : $gap.nodeAfter && blockElement(view, $gap.pos)
  const edge = above ? rect.top : rect.bottom
  const other = neighbour?.getBoundingClientRect()
  const top = other ? (edge + (above ? other.bottom : other.top)) / 2 : edge
  return { pos: $gap.pos, top, left: rect.left, width: rect.width }
}
