import { useId } from 'react'
import { t } from '@/shared/i18n'
import { Checkbox } from '@/ui/checkbox'
import { Field, Input } from '@/ui/field'
import type { TableConfig } from '../table-model'
import type { TabProps } from './data-table-panel'
import { typedPageSize } from './table-draft'

const SWITCHES: readonly [keyof Omit<TableConfig, 'pageSize'>, () => string, () => string][] = [
  [
    'showPagination',
    () => t('Pages'),
    () => t('Show a number of rows at a time; otherwise all rows are in one list.'),
  ],
  [
    'showFilters',
    () => t('Search and filters'),
    () => t('Find rows by words, and by what stands in a column.'),
  ],
  ['showColumnVisibility', () => t('Hide columns'), () => t('Choose which columns are shown.')],
  ['sortable', () => t('Sort'), () => t('Sort by pressing the heading of a column.')],
  [
    'selectable',
    () => t('Select rows'),
    () => t('A box before every row, to delete or copy several at once.'),
  ],
  ['reorderable', () => t('Reorder'), () => t('Move rows and columns by dragging or by keyboard.')],
]

/** What can be done with the table (product.md 3.21). */
export function SettingsTab({ draft, onChange }: TabProps) {
  const id = useId()
  const { config } = draft
  const problem = typedPageSize(draft) === null ? t('A whole number from 1 to 100.') : undefined
  return (
    <div className="data-dialog-fields">
      {SWITCHES.map(([key, label, hint]) => (
        <label key={key} htmlFor={`${id}-${key}`} className="data-dialog-switch">
          <Checkbox
            id={`${id}-${key}`}
            checked={config[key]}
            onCheckedChange={(on) => onChange({ config: { ...config, [key]: on } })}
          />
          <span>
            {label()}
            <small>{hint()}</small>
          </span>
        </label>
      ))}
      <Field label={t('Rows on a page')} error={problem} hint={t('1 to 100')} className="max-w-40">
        <Input
          type="number"
          min={1}
          max={100}
          disabled={!config.showPagination}
          value={draft.pageSize}
          onChange={(event) => onChange({ pageSize: event.currentTarget.value })}
        />
      </Field>
    </div>
  )
}
