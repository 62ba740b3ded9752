import {
  ChartArea,
  ChartColumn,
  ChartLine,
  ChartPie,
  ChartScatter,
  CircleGauge,
  LayoutDashboard,
  type LucideIcon,
  Pentagon,
} from 'lucide-react'
import { useId } from 'react'
import { t } from '@/shared/i18n'
import { Field, Input } from '@/ui/field'
import { CHART_LABELS, CHART_TYPES, type ChartType } from '../chart-attributes'
import type { ChartDraft } from './chart-draft'

const ICONS: Readonly<Record<ChartType, LucideIcon>> = {
  bar: ChartColumn,
  line: ChartLine,
  area: ChartArea,
  pie: ChartPie,
  scatter: ChartScatter,
  radar: Pentagon,
  radialBar: CircleGauge,
  treemap: LayoutDashboard,
}

export interface TabProps {
  draft: ChartDraft
  onChange(part: Partial<ChartDraft>): void
}

export function TypeTab({ draft, onChange }: TabProps) {
  const name = useId()
  const isKnown = CHART_TYPES.some((type) => type === draft.chartType)
  return (
    <div className="chart-fields">
      <fieldset className="chart-types">
        <legend className="sr-only">{t('Type of chart')}</legend>
        {CHART_TYPES.map((type) => {
          const Icon = ICONS[type]
          return (
            <label key={type} className="chart-type">
              <input
                type="radio"
                className="sr-only"
                name={name}
                checked={draft.chartType === type}
                onChange={() => onChange({ chartType: type })}
              />
              <Icon aria-hidden />
              {CHART_LABELS[type]}
            </label>
          )
        })}
      </fieldset>
      {!isKnown && (
        <p role="alert" className="text-sm text-danger">
          {t('Unsupported chart type. Choose another to draw it.')}
        </p>
      )}
      <Field label={t('Title')} hint={t('Shown above the chart and read by screen readers.')}>
        <Input
          value={draft.title}
          maxLength={300}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
    </div>
  )
}
