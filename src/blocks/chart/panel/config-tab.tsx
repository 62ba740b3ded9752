import { useState } from 'react'
import { t } from '@/shared/i18n'
import { Input } from '@/ui/field'
import { Trans } from '@/ui/trans'
import { colorOf, PALETTE } from '../chart-colors'
import { type Chart, hasSlices, type Point, readChart, seriesIn } from '../read-chart'
import { readConfig } from '../read-rows'
import { draftAttributes } from './chart-draft'
import { CodeField, FormChoice } from './json-field'
import type { TabProps } from './type-tab'

const FORMS = [
  {
    value: 'series',
    get label() {
      return t('Series')
    },
  },
  {
    value: 'json',
    get label() {
      return t('JSON')
    },
  },
] as const

/** Names in a list to be coloured one by one; a chart of more is coloured in the data or as JSON. */
const MOST_NAMES = 40

type Config = ReadonlyMap<string, { label?: string; color?: string }>

interface Entry {
  key: string
  /** Is it drawn? */
  isOn: boolean
  label: string
  color: string
  /** What the chart uses without a colour of its own. */
  usual: string
}

export function ConfigTab({ draft, problem, onChange }: TabProps & { problem: string | null }) {
  const [form, setForm] = useState<'series' | 'json'>('series')
  const config = readConfig(draft.config)
  return (
    <div className="chart-fields">
      <div className="chart-bar">
        <FormChoice
          label={t('Form of the config')}
          value={form}
          options={FORMS}
          onChange={(next) => setForm(next)}
        />
      </div>
      {form === 'json' ? (
        <CodeField
          label={t('Config as JSON')}
          value={draft.config}
          problem={problem}
          placeholder='{"sales": {"label": "Sales", "color": "#3c5cc4"}}'
          onChange={(text) => onChange({ config: text })}
        />
      ) : config ? (
        <SeriesList draft={draft} config={config} onChange={onChange} />
      ) : (
        <p className="text-sm text-danger">
          <Trans
            message="{problem}: the series cannot be listed. <correct>Correct it as JSON</correct>"
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

/** The points that have a name, once each. */
function namedPoints({ points }: Chart): Point[] {
  const byName = new Map(points.filter(({ name }) => name !== '').map((point) => [point.name, point]))
  return [...byName.values()].slice(0, MOST_NAMES)
}

function SeriesList({ draft, config, onChange }: TabProps & { config: Config }) {
  const attributes = draftAttributes(draft)
  const reading = readChart(attributes)
  if (!('chart' in reading))
    return (
      <p className="text-sm text-text-muted">
        {t('There are no series yet: {problem}', { problem: reading.problem })}
      </p>
    )
  const { chart } = reading
  const drawn = new Map(chart.series.map((series) => [series.key, series]))
  const series = seriesIn(attributes).map((key, at): Entry => {
    const said = config.get(key)
    return {
      key,
      isOn: drawn.has(key),
      label: said?.label ?? '',
      color: said?.color ?? '',
      usual: drawn.get(key)?.color ?? PALETTE[at % PALETTE.length]!,
    }
  })
  const slices = hasSlices(chart.type)
  const names = slices
    ? namedPoints(chart).map((point): Entry => {
        const said = config.get(point.name)
        return {
          key: point.name,
          isOn: true,
          label: said?.label ?? '',
          color: said?.color ?? '',
          usual: point.color,
        }
      })
    : []

  /** The config with one entry said anew; all series that are drawn are named, so that they stay drawn. */
  const write = (key: string, said: { label?: string; color?: string } | null) => {
    const next = new Map<string, object>(config)
    for (const entry of slices ? series.filter(({ isOn }) => isOn) : series)
      if (entry.isOn && !next.has(entry.key)) next.set(entry.key, {})
    if (said === null) next.delete(key)
    else {
      const all = { ...next.get(key), ...said }
      next.set(key, Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')))
    }
    onChange({ config: JSON.stringify(Object.fromEntries(next), null, 2) })
  }
  return (
    <>
      <ul className="chart-series-list" aria-label={t('Series')}>
        {series.map((entry) => (
          <li key={entry.key}>
            <input
              type={slices ? 'radio' : 'checkbox'}
              aria-label={t('Draw {key}', { key: entry.key })}
              checked={entry.isOn}
              disabled={entry.isOn && drawn.size === 1}
              onChange={() => {
                if (!slices) write(entry.key, entry.isOn ? null : {})
                else {
                  const others = new Map<string, object>(config)
                  for (const { key } of series) if (key !== entry.key) others.delete(key)
                  others.set(entry.key, config.get(entry.key) ?? {})
                  onChange({ config: JSON.stringify(Object.fromEntries(others), null, 2) })
                }
              }}
            />
            <EntryFields entry={entry} hasColor={!slices} onWrite={(said) => write(entry.key, said)} />
          </li>
        ))}
      </ul>
      {names.length > 0 && (
        <>
          <h3 className="text-sm font-medium">{t('Parts')}</h3>
          <ul className="chart-series-list" aria-label={t('Parts')}>
            {names.map((entry) => (
              <li key={entry.key}>
                <EntryFields entry={entry} hasColor onWrite={(said) => write(entry.key, said)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

interface EntryFieldsProps {
  entry: Entry
  hasColor: boolean
  onWrite(said: { label?: string; color?: string }): void
}

function EntryFields({ entry, hasColor, onWrite }: EntryFieldsProps) {
  const isWrong = entry.color !== '' && colorOf(entry.color) === null
  return (
    <>
      <span className="chart-series-key" title={entry.key}>
        {entry.key}
      </span>
      <Input
        aria-label={t('Label of {key}', { key: entry.key })}
        placeholder={entry.key}
        value={entry.label}
        onChange={(event) => onWrite({ label: event.target.value })}
      />
      {hasColor && (
        <>
          <span className="chart-color">
            <span aria-hidden style={{ background: colorOf(entry.color) ?? entry.usual }} />
            <input
              type="color"
              aria-label={t('Pick a color for {key}', { key: entry.key })}
              value={/^#[\da-f]{6}$/i.test(entry.color) ? entry.color : '#4a6bd6'}
              onChange={(event) => onWrite({ color: event.target.value })}
            />
          </span>
          <Input
            aria-label={t('Color of {key}', { key: entry.key })}
            className="chart-color-name"
            placeholder={t('automatic')}
            spellCheck={false}
            aria-invalid={isWrong || undefined}
            title={isWrong ? t('This is no color') : undefined}
            value={entry.color}
            onChange={(event) => onWrite({ color: event.target.value })}
          />
        </>
      )}
    </>
  )
}
