import { blockquote } from './blockquote/blockquote'
import { callout } from './callout/callout'
import { card } from './card/card'
import { chart } from './chart/chart'
import { codeBlock } from './code-block/code-block'
import { column, columnGroup } from './columns/columns'
import { dataTable } from './data-table/data-table'
import { date } from './date/date'
import { documentsTable } from './documents-table/documents-table'
import { equation } from './equation/equation'
import { footnote } from './footnote/footnote'
import { heading } from './heading/heading'
import { horizontalRule } from './horizontal-rule/horizontal-rule'
import { icon } from './icon/icon'
import { inlineEquation } from './inline-equation/inline-equation'
import type { BlockMark } from './kit/block'
import type { BlockDefinition, MarkDefinition } from './kit/define-block'
import type { AtomDefinition } from './kit/define-inline'
import { listItem } from './list-item/list-item'
import {
  bold,
  code,
  highlight,
  italic,
  kbd,
  link,
  strikethrough,
  subscript,
  superscript,
  underline,
} from './marks/marks'
import { fontSize, textBackground, textColor } from './marks/styles'
import { mediaKinds } from './media/kinds'
import { mention } from './mention/mention'
import { paragraph } from './paragraph/paragraph'
import { table, tableCell, tableColumn, tableRow } from './table/table'
import { tableOfContents } from './table-of-contents/table-of-contents'
import { toggle } from './toggle/toggle'
import { unsupported } from './unsupported/unsupported'

/** Everything a page can contain. A new kind is a folder and a line here; all else derives from this list. */
export const blockKinds: readonly BlockDefinition[] = [
  paragraph,
  heading,
  listItem,
  blockquote,
  callout,
  toggle,
  codeBlock,
  columnGroup,
  column,
  table,
  tableColumn,
  tableRow,
  tableCell,
  dataTable,
  documentsTable,
  tableOfContents,
  horizontalRule,
  equation,
  chart,
  ...mediaKinds,
  card,
  unsupported,
]

/** What stands in text like a character and is none. */
export const atomKinds: readonly AtomDefinition[] = [mention, date, inlineEquation, icon, footnote]

/** Everything that can be said about a segment of text, outermost first where they nest. */
export const markKinds: readonly MarkDefinition[] = [
  link,
  textColor,
  textBackground,
  fontSize,
  bold,
  italic,
  underline,
  strikethrough,
  highlight,
  subscript,
  superscript,
  kbd,
  code,
]

const blocksByKind = new Map(blockKinds.map((definition) => [definition.kind, definition]))
const atomsByKind = new Map(atomKinds.map((definition) => [definition.kind, definition]))
const marksByKind = new Map(markKinds.map((definition) => [definition.kind, definition]))

/** The definition of a block kind, or undefined for one that this version does not know. */
export const blockKind = (kind: string): BlockDefinition | undefined => blocksByKind.get(kind)
export const atomKind = (kind: string): AtomDefinition | undefined => atomsByKind.get(kind)
export const markKind = (kind: string): MarkDefinition | undefined => marksByKind.get(kind)

/** What a mark takes the place of another by: one piece of text has no two marks of one name. */
export const markName = ({ kind, attributes }: BlockMark): string =>
  markKind(kind)?.overlaps ? `${kind}:${attributes?.id}` : kind
