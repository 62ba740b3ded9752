import * as z from 'zod/mini'
import { type Attributes, indent } from '../kit/attributes'
import { color } from '../kit/colors'
import { MOST_SPANNED } from './whole-grid'

/** The narrowest and the widest that a column can be made, in pixels (product.md 9.10). */
export const MIN_WIDTH = 120
export const MAX_WIDTH = 240

const flag = z._default(z.boolean(), false)
const spanned = z._default(z.int().check(z.minimum(1), z.maximum(MOST_SPANNED)), 1)

/** How far a table is pushed in from the left, in pixels (product.md 3.20). */
const marginLeft = z._default(z.int().check(z.minimum(0), z.maximum(1000)), 0)

/** How many rows and columns the page holds that are not laid out: told of a table as it reads, never stored. */
const beyond = z._default(z.nullable(z.object({ rows: z.int(), columns: z.int() })), null)

export const tableShape = { headerRow: flag, headerColumn: flag, marginLeft, indent, beyond }
export const columnShape = {
  width: z._default(z.nullable(z.int().check(z.minimum(MIN_WIDTH), z.maximum(MAX_WIDTH))), null),
}
export const cellShape = { rowSpan: spanned, colSpan: spanned, background: color }

/** `colspan` and `rowspan` as HTML has them. */
export function spanAttributes({ rowSpan, colSpan }: Attributes): Record<string, string> {
  const attributes: Record<string, string> = {}
  if (typeof rowSpan === 'number' && rowSpan > 1) attributes.rowspan = String(rowSpan)
  if (typeof colSpan === 'number' && colSpan > 1) attributes.colspan = String(colSpan)
  return attributes
}

/** A column's width as CSS; none for one that was never made wider or narrower: `table.css` says what it takes. */
export const widthStyle = (width: unknown): string | undefined =>
  typeof width === 'number' ? `${width}px` : undefined
