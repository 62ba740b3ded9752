import { Download } from 'lucide-react'
import { useState } from 'react'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { storeFile } from '@/ui/store-file'
import { Trans } from '@/ui/trans'
import { UploadButton } from '@/ui/upload-button'
import { LARGEST_CSV, writeCsv } from '../../kit/csv'
import { readRows } from '../read-rows'
import { csvRows, dataFromFile, INVALID_CSV_FILE, INVALID_JSON_FILE, writeRows } from './chart-rows'
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
      const found = dataFromFile(file.name, await file.text())
      setFault('problem' in found ? found.problem : null)
      if ('data' in found) onChange({ data: found.data })
    } catch {
      // A file that went away or may not be read.
      setFault(isJson ? INVALID_JSON_FILE() : INVALID_CSV_FILE())
    }
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
        <DataGrid rows={rows} onChange={(next) => onChange({ data: writeRows(next) })} />
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
