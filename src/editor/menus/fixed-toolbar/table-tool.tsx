import type { Editor } from '@tiptap/core'
import { insertTable } from '@/blocks/table/insert-table'
import { TableSizeGrid } from '@/blocks/table/table-size.panel'
import { t } from '@/shared/i18n'
import { styleCommand } from '../../core/style-actions'
import { ToolPanel } from '../tool-panel'

interface TableToolProps {
  editor: Editor
  button: HTMLElement
  onClose(): void
}

/** Inserts a table of the size that is picked, 8 × 8 at most (product.md 2.42). */
export default function TableTool({ editor, button, onClose }: TableToolProps) {
  const pick = (rows: number, columns: number) => {
    onClose()
    styleCommand(insertTable(rows, columns))(editor.state, editor.view.dispatch)
  }
  return (
    <ToolPanel label={t('Size of the table')} context={button} onClose={onClose}>
      <TableSizeGrid onPick={pick} />
    </ToolPanel>
  )
}
