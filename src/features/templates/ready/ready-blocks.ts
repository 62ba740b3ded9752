import type { Block } from '@/blocks'
import { blocksFromMarkdown } from '@/blocks/markdown'
import { withSteadyIds } from '../steady-ids'
import { withDays } from './days-in-text'

/** Pixels that a page's text is wide, and that the names in a table of properties take of it. */
const MEASURE = 720
const NAMES = 160

/** The body of a ready template as it stands on a page that is made today (`2026-11-23`). */
export const readyBlocks = (markdown: string, today: string): Block[] =>
  withSteadyIds(blocksFromMarkdown(withDays(markdown, today)).map(asWideAsText))

/**
 * A table that fills the measure. GFM cannot write one without a head: one whose head says nothing is a list of properties, with
 * their names in the first column instead.
 */
function asWideAsText(block: Block): Block {
  if (block.kind !== 'table' || !block.children) return block
  const columns = block.children.filter(({ kind }) => kind === 'tableColumn')
  const head = block.children.find(({ kind }) => kind === 'tableRow')
  const isOfProperties = head?.children?.every(({ children = [] }) => children.length === 0) ?? false
  const widthOf = (at: number): number => {
    if (!isOfProperties) return Math.floor(MEASURE / columns.length)
    return at === 0 ? NAMES : Math.floor((MEASURE - NAMES) / (columns.length - 1))
  }
  const { headerRow: _, ...attributes } = block.attributes ?? {}
  return {
    ...block,
    attributes: isOfProperties ? { ...attributes, headerColumn: true } : (block.attributes ?? {}),
    children: block.children
      .filter((child) => !isOfProperties || child !== head)
      .map((child) =>
        child.kind === 'tableColumn'
          ? { ...child, attributes: { width: widthOf(columns.indexOf(child)) } }
          : child,
      ),
  }
}
