import { type ClipboardEvent, useId, useState } from 'react'
import { decodeOlderText } from '@/shared/decode-text'
import { t } from '@/shared/i18n'
import { UploadButton } from '@/ui/upload-button'
import { INVALID_CSV_FILE, INVALID_JSON, INVALID_JSON_FILE, jsonOfRows, rowsFromCsv } from '../read-data'
import type { TabProps } from './data-table-panel'
import { DraftGrid } from './draft-grid'
import { LARGEST_FILE, rowsFromFile, withJson, withOtherData } from './table-draft'

/** The rows: as a table of fields, as JSON, from a file, or pasted from a spreadsheet. */
export function DataTab({ draft, onChange }: TabProps) {
  const id = useId()
  const [form, setForm] = useState<'table' | 'json'>('table')
  const [text, setText] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const isEmpty = draft.rows.length === 0 && draft.columns.length === 0
  const shown = form === 'json' || draft.wrongJson !== null ? 'json' : 'table'

  const take = (read: ReturnType<typeof rowsFromFile>) => {
    setFault('problem' in read ? read.problem : null)
    setNotice('problem' in read ? null : read.notice)
    if (!('problem' in read)) onChange(withOtherData(draft, read))
    setText(null)
  }
  const upload = async (file: File) => {
    if (file.size > LARGEST_FILE) {
      setFault(
        t('“{name}” is larger than {largestFile} MB, more than a data table can keep.', {
          name: file.name,
          largestFile: LARGEST_FILE / 1024 / 1024,
        }),
      )
      return
    }
    try {
      take(rowsFromFile(file.name, decodeOlderText(new Uint8Array(await file.arrayBuffer()))))
    } catch {
      // A file that went away or may not be read.
      setFault(/\.json$/i.test(file.name) ? INVALID_JSON_FILE() : INVALID_CSV_FILE())
    }
  }
  const paste = (event: ClipboardEvent) => {
    if (!isEmpty || shown === 'json') return
    const read = rowsFromCsv(event.clipboardData.getData('text/plain'))
    event.preventDefault()
    if (read && read.rows.length > 0) take(read)
    else setFault(t('What was pasted is no table: copy cells with their headings.'))
  }
  const typeJson = (typed: string) => {
    const read = withJson(draft, typed)
    setText(typed)
    setFault(null)
    setNotice(read.notice)
    onChange(read.draft)
  }
  return (
    <div className="data-dialog-fields" onPaste={paste}>
      <div className="data-dialog-bar">
        <fieldset className="data-dialog-forms">
          <legend className="sr-only">{t('Form of the data')}</legend>
          {(['table', 'json'] as const).map((name) => (
            <label key={name}>
              <input
                type="radio"
                className="sr-only"
                name={id}
                disabled={name === 'table' && draft.wrongJson !== null}
                checked={shown === name}
                onChange={() => {
                  setText(null)
                  setForm(name)
                }}
              />
              {name === 'table' ? t('Table') : t('JSON')}
            </label>
          ))}
        </fieldset>
        <UploadButton
          label={t('Upload')}
          fileLabel={t('File with data')}
          accept=".json,.csv,.tsv,application/json,text/csv,text/tab-separated-values"
          onFile={upload}
        />
      </div>
      <div role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </div>
      {notice && (
        <p role="status" className="text-sm text-warning">
          {notice}
        </p>
      )}
      {shown === 'json' ? (
        <div>
          <textarea
            className="data-dialog-code"
            rows={14}
            aria-label={t('Data as JSON')}
            aria-invalid={draft.wrongJson !== null || undefined}
            aria-describedby={draft.wrongJson === null ? undefined : `${id}-problem`}
            spellCheck={false}
            autoComplete="off"
            placeholder={'[{"name": "Ada", "born": "1815-12-10"}]'}
            value={text ?? draft.wrongJson ?? (draft.rows.length > 0 ? jsonOfRows(draft.rows) : '')}
            onChange={(event) => typeJson(event.currentTarget.value)}
          />
          {draft.wrongJson !== null && (
            <p id={`${id}-problem`} className="text-xs text-danger">
              {INVALID_JSON()}
            </p>
          )}
        </div>
      ) : (
        <DraftGrid draft={draft} onChange={onChange} />
      )}
    </div>
  )
}
