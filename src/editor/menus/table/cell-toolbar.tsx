import type { Editor } from '@tiptap/core'
import { Combine, Eraser, Palette, Split, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { COLORS, type Color } from '@/blocks/kit/colors'
import { sameMembers, useEditorValue } from '@/blocks/kit/use-editor-value'
import { CellSelection } from '@/blocks/table/cell-selection'
import {
  deleteColumns,
  deleteRows,
  emptyCells,
  mergeCells,
  setCellBackground,
  splitCell,
} from '@/blocks/table/table-commands'
import { t } from '@/shared/i18n'
import { Floating } from '@/ui/floating'
import { colorName } from '../../core/names'
import { useSelecting } from '../floating-toolbar'
import { ToolButton } from '../formatting-buttons'
import { ColorSample } from '../icons'
import { applies, runInTable } from './run-in-table'

/** What the toolbar offers for the selected cells; null while there are not several. */
function offered(editor: Editor) {
  const { selection } = editor.state
  if (!(selection instanceof CellSelection) || selection.cells.length < 2) return null
  return {
    merge: applies(editor, mergeCells),
    split: applies(editor, splitCell),
    rows: applies(editor, deleteRows),
    columns: applies(editor, deleteColumns),
    key: selection.cells.map(({ pos }) => pos).join(),
  }
}

/** Where the selected cells are drawn, all together. */
function rectOf({ view, state }: Editor): DOMRect {
  const { selection } = state
  const boxes = (selection instanceof CellSelection ? selection.cells : []).flatMap(({ pos }) => {
    const element = view.nodeDOM(pos)
    return element instanceof HTMLElement ? [element.getBoundingClientRect()] : []
  })
  if (boxes.length === 0) return view.dom.getBoundingClientRect()
  const left = Math.min(...boxes.map((box) => box.left))
  const top = Math.min(...boxes.map((box) => box.top))
  const right = Math.max(...boxes.map((box) => box.right))
  return new DOMRect(left, top, right - left, Math.max(...boxes.map((box) => box.bottom)) - top)
}

/** Over several selected cells: merge, colour, empty, delete. Its keyboard is the menu of the row (alt+Enter). */
export function CellToolbar({ editor }: { editor: Editor }) {
  const offers = useEditorValue(editor, offered, sameMembers)
  const isSelecting = useSelecting(editor)
  const [isColoring, setColoring] = useState(false)
  if (!offers || isSelecting) return null
  const paint = (color: (typeof COLORS)[number] | null) => {
    setColoring(false)
    runInTable(editor, setCellBackground(color))
  }
  const button = { tabIndex: -1 }
  return (
    <Floating
      rect={() => rectOf(editor)}
      context={editor.view.dom}
      placement="top"
      gap={20}
      anchorKey={`${offers.key} ${isColoring}`}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div role="toolbar" aria-label={t('Cells')} className="panel floating-toolbar">
        <div className="tool-row">
          {offers.merge && (
            <ToolButton
              label={t('Merge cells')}
              className="has-words"
              {...button}
              onClick={() => runInTable(editor, mergeCells)}
            >
              <Combine aria-hidden size={16} />
              {t('Merge')}
            </ToolButton>
          )}
          {offers.split && (
            <ToolButton label={t('Split cell')} {...button} onClick={() => runInTable(editor, splitCell)}>
              <Split aria-hidden size={16} />
            </ToolButton>
          )}
          <ToolButton
            label={t('Cell background')}
            opens={isColoring}
            {...button}
            onClick={() => setColoring(!isColoring)}
          >
            <Palette aria-hidden size={16} />
          </ToolButton>
          <ToolButton label={t('Clear cells')} {...button} onClick={() => runInTable(editor, emptyCells)}>
            <Eraser aria-hidden size={16} />
          </ToolButton>
          {offers.rows && (
            <ToolButton
              label={t('Delete row')}
              className="has-words"
              {...button}
              onClick={() => runInTable(editor, deleteRows)}
            >
              <Trash2 aria-hidden size={16} />
              {t('Row')}
            </ToolButton>
          )}
          {offers.columns && (
            <ToolButton
              label={t('Delete column')}
              className="has-words"
              {...button}
              onClick={() => runInTable(editor, deleteColumns)}
            >
              <Trash2 aria-hidden size={16} />
              {t('Column')}
            </ToolButton>
          )}
        </div>
        {isColoring && (
          <div className="tool-row cell-colors">
            {[null, ...COLORS].map((color) => (
              <ToolButton
                key={color}
                label={color === null ? t('No background') : backgroundName(color)}
                {...button}
                onClick={() => paint(color)}
              >
                <ColorSample of="background" color={color ?? 'default'} />
              </ToolButton>
            ))}
          </div>
        )}
      </div>
    </Floating>
  )
}

const backgroundName = (color: Color): string => t('{color} background', { color: colorName(color) })
