import type { ReactNode } from 'react'
import type { AttributeShape } from '../kit/attributes'
import type { Block } from '../kit/block'
import { blockData, type StaticProps } from '../kit/define-block'
import { beyondWords } from './beyond'
import { CELL } from './cell-names'
import { cellShape, columnShape, tableShape, widthStyle } from './shapes'

const dataOf = (block: Block, shape: AttributeShape) =>
  blockData(block.kind, shape, { ...block.attributes, id: block.id })

/** A table of a page that is only read: header cells are `<th>`, so that a screen reader says what belongs to what. */
export function TableStatic({ block, render }: StaticProps): ReactNode {
  const { children = [], attributes = {} } = block
  const columns = children.filter(({ kind }) => kind === 'tableColumn')
  const rows = children.filter(({ kind }) => kind === 'tableRow')
  const { marginLeft, beyond, ...others } = attributes
  const note = beyondWords(beyond)
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
  const rowOf = (row: Block, y: number) => (
    <tr key={row.id} {...dataOf(row, {})}>
      {(row.children ?? []).filter(({ kind }) => kind === CELL).map((cell) => cellOf(cell, y))}
    </tr>
  )
  // A head is repeated on every sheet of paper. No cell can stand in it and in the body at once.
  const [first] = rows
  const hasHead =
    first !== undefined &&
    attributes.headerRow === true &&
    !(first.children ?? []).some((cell) => Number(cell.attributes?.rowSpan ?? 1) > 1)
  return (
    <div
      {...dataOf(
        { ...block, attributes: { ...others, ...(marginLeft !== undefined && { marginLeft }) } },
        tableShape,
      )}
      {...(marginLeft ? { style: { marginLeft: `${marginLeft}px` } } : {})}
    >
      {note && (
        <p role="note" className="table-beyond">
          {note}
        </p>
      )}
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
        {hasHead && <thead>{rowOf(first, 0)}</thead>}
        <tbody>
          {rows.slice(hasHead ? 1 : 0).map((row, index) => rowOf(row, index + (hasHead ? 1 : 0)))}
        </tbody>
      </table>
    </div>
  )
}
