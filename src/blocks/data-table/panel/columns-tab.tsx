import { ArrowDown, ArrowUp, Plus, Trash2, WandSparkles } from 'lucide-react'
import { useId } from 'react'
import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import { Button, IconButton } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Input } from '@/ui/field'
import { ALIGNS, type Align, COLUMN_TYPES, type Column, type ColumnType, MOST_COLUMNS } from '../table-model'
import { columnFrom } from '../table-records'
import type { TabProps } from './data-table-panel'
import { missingColumns } from './table-draft'

const TYPES: Record<ColumnType, string> = {
  get text() {
    return t('Text')
  },
  get number() {
    return t('Number')
  },
  get date() {
    return t('Date')
  },
  get boolean() {
    return t('Yes or no')
  },
}
const SIDES: Record<Align, string> = {
  get left() {
    return t('Left')
  },
  get center() {
    return t('Center')
  },
  get right() {
    return t('Right')
  },
}

/** Which values are shown, in which order and how (product.md 3.21). */
export function ColumnsTab({ draft, onChange }: TabProps) {
  const id = useId()
  const { columns } = draft
  const missing = missingColumns(draft)
  const change = (changed: string, part: Partial<Column>) =>
    onChange({ columns: columns.map((column) => (column.id === changed ? { ...column, ...part } : column)) })
  const move = (at: number, by: number) => {
    const moved = [...columns]
    moved.splice(at + by, 0, ...moved.splice(at, 1))
    onChange({ columns: moved })
  }
  const add = () => {
    const fresh = newBlockId()
    onChange({
      columns: [
        ...columns,
        columnFrom(fresh, { accessorKey: fresh, header: t('Column {count}', { count: columns.length + 1 }) }),
      ],
    })
  }
  return (
    <div className="data-dialog-fields">
      <p className="text-xs text-text-muted">
        {t(
          'A column has a heading, the key under which its values stand in the data, a type and an alignment.',
        )}
      </p>
      <ul className="data-dialog-columns">
        {columns.map((column, at) => {
          const name = column.header || column.accessorKey
          return (
            <li key={column.id}>
              <fieldset>
                <legend className="sr-only">{t('Column {name}', { name })}</legend>
                <Input
                  aria-label={t('Heading of {name}', { name })}
                  value={column.header}
                  placeholder={t('Heading')}
                  onChange={(event) => change(column.id, { header: event.currentTarget.value })}
                />
                <Input
                  aria-label={t('Key of {name}', { name })}
                  value={column.accessorKey}
                  placeholder={t('Key')}
                  spellCheck={false}
                  onChange={(event) => change(column.id, { accessorKey: event.currentTarget.value })}
                />
                <select
                  aria-label={t('Type of {name}', { name })}
                  value={column.type}
                  onChange={(event) => {
                    const type = event.currentTarget.value as ColumnType
                    const isUsual = column.align === (column.type === 'number' ? 'right' : 'left')
                    change(column.id, {
                      type,
                      ...(isUsual ? { align: type === 'number' ? 'right' : 'left' } : {}),
                    })
                  }}
                >
                  {COLUMN_TYPES.map((type) => (
                    <option key={type} value={type}>
                      {TYPES[type]}
                    </option>
                  ))}
                </select>
                <select
                  aria-label={t('Alignment of {name}', { name })}
                  value={column.align}
                  onChange={(event) => change(column.id, { align: event.currentTarget.value as Align })}
                >
                  {ALIGNS.map((align) => (
                    <option key={align} value={align}>
                      {SIDES[align]}
                    </option>
                  ))}
                </select>
                <label htmlFor={`${id}-${column.id}-sort`}>
                  <Checkbox
                    id={`${id}-${column.id}-sort`}
                    checked={column.sortable}
                    aria-label={t('{name} can be sorted', { name })}
                    onCheckedChange={(sortable) => change(column.id, { sortable })}
                  />
                  {t('Sort')}
                </label>
                <label htmlFor={`${id}-${column.id}-filter`}>
                  <Checkbox
                    id={`${id}-${column.id}-filter`}
                    checked={column.filterable}
                    aria-label={t('{name} can be filtered', { name })}
                    onCheckedChange={(filterable) => change(column.id, { filterable })}
                  />
                  {t('Filter')}
                </label>
                <span className="data-dialog-buttons">
                  <IconButton
                    label={t('Move {name} up', { name })}
                    disabled={at === 0}
                    onClick={() => move(at, -1)}
                  >
                    <ArrowUp aria-hidden />
                  </IconButton>
                  <IconButton
                    label={t('Move {name} down', { name })}
                    disabled={at === columns.length - 1}
                    onClick={() => move(at, 1)}
                  >
                    <ArrowDown aria-hidden />
                  </IconButton>
                  <IconButton
                    label={t('Remove column {name}', { name })}
                    onClick={() => onChange({ columns: columns.filter((one) => one.id !== column.id) })}
                  >
                    <Trash2 aria-hidden />
                  </IconButton>
                </span>
              </fieldset>
            </li>
          )
        })}
      </ul>
      {columns.length === 0 && <p className="text-sm text-text-muted">{t('There are no columns yet.')}</p>}
      <div className="data-dialog-bar">
        <Button size="sm" variant="ghost" disabled={columns.length >= MOST_COLUMNS} onClick={add}>
          <Plus aria-hidden />
          {t('Add column')}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          disabled={missing.length === 0}
          onClick={() => onChange({ columns: [...columns, ...missing].slice(0, MOST_COLUMNS) })}
        >
          <WandSparkles aria-hidden />
          {t('Derive from data')}
        </Button>
      </div>
    </div>
  )
}
