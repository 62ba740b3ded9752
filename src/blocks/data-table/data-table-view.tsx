import { Columns3, Download, ListFilter, Plus, Search, Settings2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { ButtonMenu, MenuCheckboxItem } from '@/ui/menu'
import { PopupButton } from '@/ui/popup-button'
import { storeFile } from '@/ui/store-file'
import { DataGrid } from './data-grid'
import { NO_COLUMNS } from './data-table.static'
import { Pager } from './pager'
import type { TablePatch } from './table-edits'
import type { TableAttributes } from './table-model'
import { type ShownTable, useDataTable } from './use-data-table'
import { type TableActions, useTableActions } from './use-table-actions'
import './data-table.css'

export interface DataTableViewProps {
  table: TableAttributes
  isEditable: boolean
  /** The table as it is at the moment of asking. */
  current(): TableAttributes
  onChange(patch: TablePatch): void
  /** Opens the editor of the table (product.md 2.43). */
  onEdit(): void
  onLeave(): void
}

/** A data table on the page: its tools, its cells, its pages. */
export function DataTableView({ table, isEditable, current, onChange, onEdit, onLeave }: DataTableViewProps) {
  const shown = useDataTable({ table, isEditable, onChange })
  const actions = useTableActions({ shown, current, onChange })
  const { told } = actions
  const { config, columns, rows, isFiltered } = shown
  const hasFilters = shown.made.getState().columnFilters.length > 0
  const [isFiltering, setFiltering] = useState(false)

  if (columns.length === 0)
    return isEditable ? (
      <button type="button" className="data-table-new" onClick={onEdit}>
        <Settings2 aria-hidden />
        {t('Set up this data table')}
      </button>
    ) : (
      <p className="data-table-none">{NO_COLUMNS()}</p>
    )
  const showFilterRow = config.showFilters && (isFiltering || hasFilters)
  return (
    <>
      <Tools
        shown={shown}
        actions={actions}
        isEditable={isEditable}
        isFiltering={showFilterRow}
        onFilter={() => {
          if (hasFilters) shown.setView({ ...shown.view, filters: {} })
          setFiltering(!showFilterRow)
        }}
        onEdit={onEdit}
      />
      {shown.shownColumns.length > 0 ? (
        <DataGrid
          shown={shown}
          actions={actions}
          isEditable={isEditable}
          isFiltering={showFilterRow}
          onEdit={onEdit}
          onLeave={onLeave}
        />
      ) : (
        <p className="data-table-none">{t('All columns are hidden.')}</p>
      )}
      {shown.found.length === 0 && (
        <p className="data-table-none">
          {rows.length > 0 ? t('No rows match.') : t('No rows yet.')}
          {rows.length > 0 && isFiltered && (
            <Button size="sm" variant="ghost" onClick={shown.clear}>
              {t('Clear filters')}
            </Button>
          )}
        </p>
      )}
      <div className="data-table-foot">
        {isEditable && (
          <Button size="sm" variant="ghost" onClick={() => actions.addRow(null)}>
            <Plus aria-hidden />
            {t('New row')}
          </Button>
        )}
        <Pager
          shown={shown}
          onPageSize={(size) =>
            isEditable
              ? onChange({ config: { ...table.config, pageSize: size } })
              : shown.setOwnPageSize(size)
          }
        />
      </div>
      {told.isWarning && <p className="data-table-warning">{told.words}</p>}
      <p className="sr-only" role="status">
        {/* An element of its own for each: the same words again are only heard when something has changed. */}
        <span key={told.turn}>{told.words}</span>
      </p>
    </>
  )
}

interface ToolsProps {
  shown: ShownTable
  actions: TableActions
  isEditable: boolean
  isFiltering: boolean
  onFilter(): void
  onEdit(): void
}

function Tools({ shown, actions, isEditable, isFiltering, onFilter, onEdit }: ToolsProps) {
  const { config, columns, made, view, setSearch } = shown
  // What the search or a filter hides is neither counted nor taken away.
  const selected = shown.found.filter((row) => row.getIsSelected()).map(({ id }) => id)
  const isSelecting = config.selectable && selected.length > 0
  const isVisible = (id: string): boolean => made.getColumn(id)?.getIsVisible() === true
  return (
    <div className="data-table-tools" role="toolbar" aria-label={t('Data table tools')}>
      {isSelecting ? (
        <>
          <span className="data-table-count">{t('{count} selected', { count: selected.length })}</span>
          {isEditable && (
            <>
              <Button size="sm" variant="ghost" onClick={() => actions.duplicateRows(selected)}>
                {t('Duplicate')}
              </Button>
              <Button
                size="sm"
                variant="ghost"
                onClick={() => {
                  actions.deleteRows(selected)
                  made.resetRowSelection(true)
                }}
              >
                <Trash2 aria-hidden />
                {t('Delete')}
              </Button>
            </>
          )}
          <Button size="sm" variant="ghost" onClick={() => made.resetRowSelection(true)}>
            {t('Clear')}
          </Button>
        </>
      ) : (
        config.showFilters && (
          <label className="data-search">
            <Search aria-hidden />
            <input
              type="search"
              aria-label={t('Search rows')}
              placeholder={t('Search')}
              value={view.search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          </label>
        )
      )}
      <span className="data-table-space" />
      {config.showFilters && (
        <IconButton label={t('Filter columns')} aria-pressed={isFiltering} onClick={onFilter}>
          <ListFilter aria-hidden />
        </IconButton>
      )}
      {config.showColumnVisibility && (
        <PopupButton
          kind="menu"
          button={
            <IconButton label={t('Columns')}>
              <Columns3 aria-hidden />
            </IconButton>
          }
        >
          {(popup) => (
            <ButtonMenu popup={popup} label={t('Columns')} align="end">
              {columns.map(({ id, header }) => (
                <MenuCheckboxItem
                  key={id}
                  checked={isVisible(id)}
                  disabled={isVisible(id) && shown.shownColumns.length === 1}
                  onCheckedChange={(visible) =>
                    isEditable ? actions.hideColumn(id, !visible) : shown.setOwnHidden(id, !visible)
                  }
                >
                  {header || id}
                </MenuCheckboxItem>
              ))}
            </ButtonMenu>
          )}
        </PopupButton>
      )}
      <IconButton
        label={t('Download CSV')}
        onClick={() => storeFile(new Blob(['\ufeff', actions.csv()], { type: 'text/csv' }), 'table.csv')}
      >
        <Download aria-hidden />
      </IconButton>
      {isEditable && (
        <IconButton label={t('Edit data table')} onClick={onEdit}>
          <Settings2 aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
