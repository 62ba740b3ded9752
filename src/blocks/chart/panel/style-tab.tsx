import { useState } from 'react'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { Field, Input } from '@/ui/field'
import { Select } from '@/ui/select'
import { UploadButton } from '@/ui/upload-button'
import { LONGEST_CSS, scopedCss } from '../../kit/scoped-css'
import { CHART_HEIGHT, CHART_WIDTH, within } from '../chart-attributes'
import { CodeField } from './json-field'
import type { TabProps } from './type-tab'

const SIDES = [
  {
    value: 'left',
    get label() {
      return t('Left')
    },
  },
  {
    value: 'center',
    get label() {
      return t('Center')
    },
  },
  {
    value: 'right',
    get label() {
      return t('Right')
    },
  },
] as const

export function StyleTab({ draft, onChange }: TabProps) {
  const [fault, setFault] = useState<string | null>(null)
  const { dropped } = scopedCss(draft.customCss, '[data-x]')

  const upload = async (file: File) => {
    if (file.type !== 'text/css') return setFault(t('Only CSS files (text/css) can be uploaded.'))
    if (file.size > LONGEST_CSS)
      return setFault(
        t('This file is too long: at most {longestCss} characters are used.', {
          longestCss: inFigures(LONGEST_CSS),
        }),
      )
    try {
      onChange({ customCss: await file.text() })
      setFault(null)
    } catch {
      setFault(t('The file could not be read.'))
    }
  }
  return (
    <div className="chart-fields">
      <div className="chart-sizes">
        <SizeField
          label={t('Width')}
          range={CHART_WIDTH}
          value={draft.width}
          onChange={(width) => onChange({ width })}
        />
        <SizeField
          label={t('Height')}
          range={CHART_HEIGHT}
          value={draft.height}
          onChange={(height) => onChange({ height })}
        />
        <div className="flex flex-col gap-1.5">
          <span className="text-sm font-medium" aria-hidden>
            {t('Alignment')}
          </span>
          <Select
            label={t('Alignment')}
            value={draft.align ?? 'left'}
            options={SIDES}
            className="min-w-28"
            onValueChange={(side) => onChange({ align: side === 'left' ? null : side })}
          />
        </div>
      </div>
      <div className="chart-bar">
        <span className="text-sm font-medium">{t('Custom CSS')}</span>
        <UploadButton label={t('Upload')} fileLabel={t('File with CSS')} accept="text/css" onFile={upload} />
      </div>
      {fault !== null && (
        <p role="alert" className="text-sm text-danger">
          {fault}
        </p>
      )}
      <CodeField
        label={t('CSS of the chart')}
        value={draft.customCss}
        problem={null}
        rows={8}
        placeholder={'.chart-title { color: teal }\n.chart-series-1 .chart-mark { opacity: 0.7 }'}
        onChange={(customCss) => onChange({ customCss })}
      />
      <p className="text-xs text-text-muted">
        {t(
          'It reaches only this chart: .chart-title, .chart-legend, .chart-label, .chart-grid, .chart-mark, .chart-line, .chart-series-1, .chart-slice-1 and so on.',
        )}
      </p>
      <p role="status" className="text-xs text-warning empty:hidden">
        {dropped.length > 0 &&
          t('Left out, as it is not allowed: {dropped}', { dropped: dropped.slice(0, 5).join(' · ') })}
      </p>
    </div>
  )
}

interface SizeFieldProps {
  label: string
  range: typeof CHART_WIDTH | typeof CHART_HEIGHT
  value: number
  onChange(size: number): void
}

/** A size in pixels; what is typed beyond its range is brought into it when the field is left. */
function SizeField({ label, range, value, onChange }: SizeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const number = Number(typed ?? value)
  const isWrong = typed !== null && (typed.trim() === '' || !(number >= range.least && number <= range.most))
  return (
    <Field
      label={label}
      hint={t('{least} to {most} pixels', { least: range.least, most: range.most })}
      error={isWrong ? t('Between {least} and {most}', { least: range.least, most: range.most }) : undefined}
    >
      <Input
        type="number"
        inputMode="numeric"
        min={range.least}
        max={range.most}
        step={10}
        value={typed ?? String(value)}
        onChange={(event) => {
          setTyped(event.target.value)
          const size = Number(event.target.value)
          if (event.target.value.trim() !== '' && size >= range.least && size <= range.most)
            onChange(Math.round(size))
        }}
        onBlur={() => {
          if (isWrong) onChange(typed?.trim() === '' ? range.usual : within(range, number))
          setTyped(null)
        }}
      />
    </Field>
  )
}
