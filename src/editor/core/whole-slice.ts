import { Fragment, type Node as PMNode, Slice } from '@tiptap/pm/model'
import { namedTable } from './named-table'

const PARTS: ReadonlySet<string> = new Set(['table', 'tableColumn', 'tableRow', 'tableCell'])

/** The blocks, with whole tables: of parts that came without their table what stands in them. */
function wholeBlocks(content: Fragment): PMNode[] {
  return content.content.flatMap((node) => {
    switch (node.type.name) {
      case 'tableColumn':
        return []
      case 'tableRow':
      case 'tableCell':
        return wholeBlocks(node.content)
      case 'table':
        return wholeTable(node) ?? []
      default:
        return node.isTextblock || node.isLeaf ? [node] : [withBlocks(node, wholeBlocks(node.content))]
    }
  })
}

/** The same container with these blocks; one that has lost all of its blocks gets an empty paragraph. */
function withBlocks(node: PMNode, blocks: readonly PMNode[]): PMNode {
  if (
    blocks.length > 0 &&
    blocks.length === node.childCount &&
    blocks.every((block, i) => block === node.child(i))
  )
    return node
  const { paragraph } = node.type.schema.nodes
  return node.copy(Fragment.fromArray(blocks.length > 0 ? [...blocks] : [paragraph!.create()]))
}

function wholeTable(table: PMNode): PMNode | null {
  const inside = (part: PMNode): PMNode =>
    part.type.name === 'tableRow'
      ? part.copy(
          Fragment.fromArray(part.content.content.map((cell) => withBlocks(cell, wholeBlocks(cell.content)))),
        )
      : part
  return namedTable(table.copy(Fragment.fromArray(table.content.content.map(inside))))
}

const hasParts = (content: Fragment): boolean => {
  let found = false
  content.descendants((node) => {
    found ||= PARTS.has(node.type.name)
    return !found && !node.isTextblock
  })
  return found
}

/**
 * What is pasted or dropped, with whole tables: rows and cells that come without their table are what stands in them, and
 * a table that was cut through is closed, so that no half of one is fitted into another. Without tables it stays open.
 */
export const wholeSlice = (slice: Slice): Slice =>
  hasParts(slice.content) ? new Slice(Fragment.fromArray(wholeBlocks(slice.content)), 0, 0) : slice
