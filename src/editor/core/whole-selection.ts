import type { Node as PMNode, ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, type Selection, TextSelection } from '@tiptap/pm/state'
import { CELL } from '@/blocks/table/cell-names'
import { CellSelection } from '@/blocks/table/cell-selection'
import { BlockSelection } from './block-selection'

const isTable = (node: PMNode): boolean => node.type.name === 'table'
const isRow = (node: PMNode): boolean => node.type.name === 'tableRow'
const isGroup = (node: PMNode): boolean => node.type.name === 'columnGroup'

/** Is there a table, a group of columns or a toggle around this end of a text selection that the other end is not in? */
function leaves($end: ResolvedPos, shared: number, isStart: boolean): boolean {
  for (let depth = shared + 1; depth < $end.depth; depth++) {
    const node = $end.node(depth)
    if (isTable(node) || isGroup(node)) return true
    // From the title of a toggle on, all that stands under it is selected.
    if (node.type.name === 'toggle' && !(isStart && $end.index(depth) === 0)) return true
  }
  return false
}

/** The position before the cell in which this end stands, in the table or row at `shared`. */
function cellAt($end: ResolvedPos, shared: number): number | null {
  const depth = shared + (isRow($end.node(shared)) ? 1 : 2)
  return $end.depth >= depth && $end.node(depth).type.name === CELL ? $end.before(depth) : null
}

/**
 * What is selected in the place of something that would be cut in two by every command: of text that reaches from one
 * cell into another the cells, of text that reaches into a table, into another column or into a toggle the blocks that
 * hold both ends, of a cell as a node the cell. `null` where the selection may stay.
 */
export function wholeSelection({ doc, selection }: EditorState): Selection | null {
  if (selection instanceof NodeSelection && selection.node.type.name === CELL)
    return new CellSelection(doc, selection.from)
  if (!(selection instanceof TextSelection) || selection.empty) return null
  const { $anchor, $head, $from, $to } = selection
  const shared = $from.sharedDepth($to.pos)
  const around = $from.node(shared)
  if (isTable(around) || isRow(around)) {
    const [anchor, head] = [cellAt($anchor, shared), cellAt($head, shared)]
    if (anchor !== null && head !== null) return new CellSelection(doc, anchor, head)
  } else if (!isGroup(around) && !leaves($from, shared, true) && !leaves($to, shared, false)) return null
  const block = ($end: ResolvedPos) => ($end.depth > shared ? $end.before(shared + 1) : $end.pos)
  return BlockSelection.create(doc, block($anchor), block($head))
}
