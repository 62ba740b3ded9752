import type { Block } from '@/blocks'
import { blocksFromMarkdown } from '@/blocks/markdown'
import { withSteadyIds } from '../steady-ids'
import { withDays } from './days-in-text'

/** Pixels that the names in a table of properties take; their values have the rest of the page. */
const NAMES = 160

/** The body of a ready template as it stands on a page that is made today (`2026-11-23`). */
export const readyBlocks = (markdown: string, today: string): Block[] =>
  withSteadyIds(blocksFromMarkdown(withDays(markdown, today)).map(withProperties))

/**
 * GFM cannot write a table without a head: one whose head says nothing is a list of properties, with their names in the first
 * column instead. Every other table stays as it is.
 */
function withProperties(block: Block): Block {
  if (block.kind !== 'table' || !block.children) return block
  const head = block.children.find(({ kind }) => kind === 'tableRow')
  if (!head?.children?.every(({ children = [] }) => children.length === 0)) return block
  const { headerRow: _, ...attributes } = block.attributes ?? {}
  const names = block.children.find(({ kind }) => kind === 'tableColumn')
  return {
    ...block,
    attributes: { ...attributes, headerColumn: true },
    children: block.children
      .filter((child) => child !== head)
      .map((child) => (child === names ? { ...child, attributes: { width: NAMES } } : child)),
  }
}
