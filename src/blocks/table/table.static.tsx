import type { ReactNode } from 'react'
import type { AttributeShape } from '../kit/attributes'
import type { Block } from '../kit/block'
import { blockData, type StaticProps } from '../kit/define-block'
import { CELL } from './cell-names'
import { cellShape, columnShape, tableShape, widthStyle } from './shapes'

const dataOf = (block: Block, shape: AttributeShape) =>
  blockData(block.kind, shape, { ...block.attributes, id: block.id })

/** A table of a page that is only read: header cells are `<th>`, so that a screen reader says what belongs to what. */
export function TableStatic({ block, render }: StaticProps): ReactNode {
  const { children = [], attributes = {} } = block
  const columns = children.filter(({ kind }) => kind === 'tableColumn')
  const rows = children.filter(({ kind }) => kind === 'tableRow')
  const { marginLeft } = attributes
  const cellOf = (cell: Block, y: number) => {
    const { rowSpan = 1, colSpan = 1 } = cell.attributes ?? {}
    const inFirstColumn = columns[0] !== undefined && cell.id.endsWith(`:${columns[0].id}`)
    const isColumnHead = attributes.headerRow === true && y === 0
    const isHead = isColumnHead || (attributes.headerColumn === true && inFirstColumn)
    const Cell = isHead ? 'th' : 'td'
    return (
      <Cell
        key={cell.id}
        {...dataOf(cell, cellShape)}
        {...(isHead ? { scope: isColumnHead ? 'col' : 'row' } : {})}
        {...(Number(rowSpan) > 1 ? { rowSpan: Number(rowSpan) } : {})}
        {...(Number(colSpan) > 1 ? { colSpan: Number(colSpan) } : {})}
      >
        {render(cell.children ?? [])}
      </Cell>
    )
  }
  return (
    <div {...dataOf(block, tableShape)} {...(marginLeft ? { style: { marginLeft: `${marginLeft}px` } } : {})}>
      <table>
        <colgroup>
          {columns.map((column) => (
            <col
              key={column.id}
              {...dataOf(column, columnShape)}
              style={{ width: widthStyle(column.attributes?.width) }}
            />
          ))}
        </colgroup>
        <tbody>
          {rows.map((row, y) => (
            <tr key={row.id} {...dataOf(row, {})}>
              {(row.children ?? []).filter(({ kind }) => kind === CELL).map((cell) => cellOf(cell, y))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
