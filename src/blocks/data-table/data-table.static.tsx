import { type ReactNode, useContext } from 'react'
import { t } from '@/shared/i18n'
import { blockData, type StaticProps } from '../kit/define-block'
import { StaticPartsContext } from '../kit/static-parts'
import { readTable } from './read-table'
import { rowsInView } from './rows-in-view'
import { dataTableAttributes } from './table-attributes'
import { valueAt } from './table-model'
import { cellText } from './table-view'

/** What a data table says that has no columns. */
export const NO_COLUMNS = () => t('This data table is empty.')

/**
 * A data table of a page that is only read: the rows that its view shows, in its order, all of them at once. What is
 * hidden or filtered out is in the `data-*` that importers of ours read.
 */
export function DataTableStatic({ block }: StaticProps): ReactNode {
  const parts = useContext(StaticPartsContext)
  const read = readTable(block.attributes)
  const shown = read.columns.filter(({ hidden }) => !hidden)
  const { customCss } = block.attributes ?? {}
  return (
    <div {...blockData('dataTable', dataTableAttributes, { ...block.attributes, id: block.id })}>
      {typeof customCss === 'string' && customCss && parts?.styles(customCss, block.id)}
      {shown.length === 0 ? (
        <p className="data-table-none">{NO_COLUMNS()}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {shown.map((column) => (
                <th key={column.id} scope="col" data-column-align={column.align}>
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowsInView(read).map((row) => (
              <tr key={row.id}>
                {shown.map((column) => (
                  <td key={column.id} data-column-align={column.align}>
                    {cellText(valueAt(row.values, column), column.type)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
