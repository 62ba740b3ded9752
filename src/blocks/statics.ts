import type { ComponentType } from 'react'
import { CardStatic } from './card/card.static'
import { ChartStatic } from './chart/chart.static'
import { ColumnStatic } from './columns/columns.static'
import { DataTableStatic } from './data-table/data-table.static'
import { DocumentsTableStatic } from './documents-table/documents-table.static'
import { EquationStatic } from './equation/equation.static'
import { FootnoteStatic } from './footnote/footnote.static'
import { IconStatic } from './icon/icon.static'
import { InlineEquationStatic } from './inline-equation/inline-equation.static'
import type { Attributes } from './kit/attributes'
import type { InlineAtom } from './kit/block'
import type { StaticProps } from './kit/define-block'
import { staticMedia } from './media/media.static'
import { TableStatic } from './table/table.static'
import { TableOfContentsStatic } from './table-of-contents/table-of-contents.static'
import { ToggleStatic } from './toggle/toggle.static'

/**
 * Read-only rendering of the kinds for which `html.render` around the content is not enough. Apart from their definitions,
 * so that an editor is there before it. None of them touches a DOM.
 */
export const STATICS: Readonly<Record<string, ComponentType<StaticProps>>> = {
  audio: staticMedia('audio'),
  card: CardStatic,
  chart: ChartStatic,
  column: ColumnStatic,
  dataTable: DataTableStatic,
  documentsTable: DocumentsTableStatic,
  equation: EquationStatic,
  file: staticMedia('file'),
  image: staticMedia('image'),
  mediaEmbed: staticMedia('mediaEmbed'),
  table: TableStatic,
  tableOfContents: TableOfContentsStatic,
  toggle: ToggleStatic,
  video: staticMedia('video'),
}

/** What stands inside the element of an inline atom, where its text is not enough. */
export const ATOM_STATICS: Readonly<
  Record<string, ComponentType<{ attributes: Attributes; atom: InlineAtom }>>
> = {
  footnote: FootnoteStatic,
  icon: IconStatic,
  inlineEquation: InlineEquationStatic,
}
