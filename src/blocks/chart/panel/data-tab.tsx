import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { decodeOlderText } from '@/shared/decode-text'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { storeFile } from '@/ui/store-file'
import { Trans } from '@/ui/trans'
import { UploadButton } from '@/ui/upload-button'
import { LARGEST_CSV, writeCsv } from '../../kit/csv'
import { columnsOf, type Row, readRows } from '../read-rows'
import {
  csvRows,
  dataFromFile,
  INVALID_CSV_FILE,
  INVALID_JSON_FILE,
  renameColumn,
  renamedInConfig,
  withFreshSeries,
  writeRows,
} from './chart-rows'
import { DataGrid } from './data-grid'
import { CodeField, FormChoice } from './json-field'
import type { TabProps } from './type-tab'

const FORMS = [
  {
    value: 'table',
    get label() {
      return t('Table')
    },
  },
  { value: 'json', label: 'JSON' },
] as const

export function DataTab({ draft, problem, onChange }: TabProps & { problem: string | null }) {
  const [form, setForm] = useState<'table' | 'json'>('table')
  const [fault, setFault] = useState<string | null>(null)
  const read = readRows(draft.data)
  const rows = 'rows' in read ? read.rows : null

  const upload = async (file: File) => {
    const isJson = /\.json$/i.test(file.name)
    if (file.size > LARGEST_CSV) {
      setFault(
        t('“{name}” is larger than {largestCsv} MB, more than a chart can keep.', {
          name: file.name,
          largestCsv: LARGEST_CSV / 1024 / 1024,
        }),
      )
      return
    }
    try {
      const found = dataFromFile(file.name, decodeOlderText(new Uint8Array(await file.arrayBuffer())))
      setFault('problem' in found ? found.problem : null)
      if ('data' in found) onChange({ data: found.data })
    } catch {
      // A file that went away or may not be read.
      setFault(isJson ? INVALID_JSON_FILE() : INVALID_CSV_FILE())
    }
  }
  /** Columns that were put in here: they are drawn as soon as they hold numbers, also where the config says what is drawn. */
  const fresh = useRef(new Set<string>())
  const keep = (next: readonly Row[], config = draft.config) => {
    const drawn = withFreshSeries(config, next, fresh.current)
    onChange({ data: writeRows(next), ...(drawn === draft.config ? {} : { config: drawn }) })
  }
  const change = (next: readonly Row[]) => {
    const before = new Set(columnsOf(rows ?? []))
    for (const column of columnsOf(next)) if (!before.has(column)) fresh.current.add(column)
    keep(next)
  }
  const rename = (column: string, to: string) => {
    const next = renameColumn(rows ?? [], column, to)
    if (columnsOf(next).includes(column)) return
    if (fresh.current.delete(column)) fresh.current.add(to.trim())
    keep(next, renamedInConfig(draft.config, column, to.trim()))
  }
  const download = () => {
    if (!rows) return
    const name = draft.title.replace(/[^\p{L}\p{N} _-]/gu, '').trim() || 'chart'
    storeFile(new Blob([`\uFEFF${writeCsv(csvRows(rows))}`], { type: 'text/csv' }), `${name}.csv`)
  }
  return (
    <div className="chart-fields">
      <div className="chart-bar">
        <FormChoice
          label={t('Form of the data')}
          value={form}
          options={FORMS}
          onChange={(next) => setForm(next)}
        />
        <UploadButton
          label={t('Upload')}
          fileLabel={t('File with data')}
          accept=".json,.csv,.tsv,application/json,text/csv,text/tab-separated-values"
          onFile={upload}
        />
        <Button size="sm" disabled={!rows?.length} onClick={download}>
          <Download aria-hidden />
          {t('CSV')}
        </Button>
      </div>
      {fault !== null && (
        <p role="alert" className="text-sm text-danger">
          {fault}
        </p>
      )}
      {form === 'json' ? (
        <CodeField
          label={t('Data as JSON')}
          value={draft.data}
          problem={problem}
          placeholder={'[{"month": "January", "sales": 12}]'}
          onChange={(data) => onChange({ data })}
        />
      ) : rows ? (
        <DataGrid rows={rows} onChange={change} onRename={rename} />
      ) : (
        <p className="text-sm text-danger">
          <Trans
            message="{problem}: the table cannot be shown. <correct>Correct it as JSON</correct>"
            values={{ problem }}
            components={{
              correct: <button type="button" className="underline" onClick={() => setForm('json')} />,
            }}
          />
        </p>
      )}
    </div>
  )
}
