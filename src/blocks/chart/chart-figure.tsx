import type { CSSProperties, ReactNode } from 'react'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import type { Attributes } from '../kit/attributes'
import { CONTAINED, scopedCss } from '../kit/scoped-css'
import { CHART_HEIGHT, CHART_WIDTH, within } from './chart-attributes'
import { ChartDrawing } from './chart-drawing'
import { type Chart, type ChartReading, chartNumber, hasSlices, readChart } from './read-chart'

/** Rows of the table that screen readers read. */
const TABLE_ROWS = 100
const LEGEND_ENTRIES = 24
/** Pixels that a phone shows without making a chart much smaller. */
const READABLE = 500

const HIDDEN: CSSProperties = {
  position: 'absolute',
  top: 0,
  left: 0,
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
}
const SIDES = { left: '0 auto 0 0', center: '0 auto', right: '0 0 0 auto' } as const

/** The numbers as a table, for those who do not see the drawing. */
function ChartTable({ chart }: { chart: Chart }) {
  const rows = chart.points.slice(0, TABLE_ROWS)
  const isScatter = chart.type === 'scatter'
  return (
    <div style={HIDDEN} className="chart-table">
      <table>
        <caption>
          {chart.title ? t('Data of {title}', { title: chart.title }) : t('Data of the chart')}
        </caption>
        <thead>
          <tr>
            <th scope="col">{chart.category ?? t('Point')}</th>
            {chart.series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((point) => (
            <tr key={point.index}>
              <th scope="row">{isScatter && point.x !== null ? chartNumber(point.x) : point.label}</th>
              {point.values.map((value, at) => (
                <td key={chart.series[at]!.key}>{value === null ? t('no value') : chartNumber(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length < chart.points.length && (
        <p>
          {t('{count} more rows are not read out.', {
            count: inFigures(chart.points.length - rows.length),
          })}
        </p>
      )}
    </div>
  )
}

interface LegendEntry {
  key: string
  label: string
  color: string
}

function legendOf(chart: Chart): readonly LegendEntry[] {
  // In a treemap every piece says its name itself.
  if (chart.type === 'treemap') return []
  if (!hasSlices(chart.type)) return chart.series
  return chart.points.map(({ label, color }, index) => ({ key: String(index), label, color }))
}

function Legend({ chart }: { chart: Chart }) {
  const all = legendOf(chart)
  const shown = all.slice(0, LEGEND_ENTRIES)
  if (shown.length === 0) return null
  return (
    <ul
      className="chart-legend"
      aria-label={t('Legend')}
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        justifyContent: 'center',
        gap: '2px 14px',
        margin: '8px 0 0',
        padding: 0,
        listStyle: 'none',
        fontSize: 12,
      }}
    >
      {shown.map(({ key, label, color }) => (
        <li key={key} style={{ display: 'flex', alignItems: 'center', gap: 6, margin: 0 }}>
          <span
            aria-hidden
            style={{ flex: 'none', width: 10, height: 10, borderRadius: 3, background: color }}
          />
          {label}
        </li>
      ))}
      {shown.length < all.length && <li>{t('and {count} more', { count: all.length - shown.length })}</li>}
    </ul>
  )
}

interface ChartFigureProps {
  attributes: Attributes
  /** What the block's own CSS is tied to; unlike that of any other chart on the screen. */
  scope: string
  /** What was read from the attributes, by a caller that has done so already. */
  reading?: ChartReading
  /** The room there is, in pixels, where it is known. */
  room?: number
  /** What lies over the drawing, such as a tooltip. */
  children?: ReactNode
}

/** A chart with its title, legend and table, or in words why it cannot be drawn. The same on a server and in a browser. */
export function ChartFigure({ attributes, scope, reading, room, children }: ChartFigureProps) {
  const read = reading ?? readChart(attributes)
  const width = within(CHART_WIDTH, attributes.width)
  const side = attributes.align === 'center' || attributes.align === 'right' ? attributes.align : 'left'
  const name = scope.replace(/[^\w-]/g, '_')
  const css = String(attributes.customCss)
  // Where the room is not known, a wide chart is scrolled rather than made too small to read.
  const isScrolled = room === undefined && width > READABLE
  return (
    <figure
      className="chart-figure"
      data-chart={name}
      style={{
        ...CONTAINED,
        width,
        maxWidth: '100%',
        margin: SIDES[side],
        ...(isScrolled ? { overflowX: 'auto' } : {}),
      }}
      tabIndex={isScrolled ? 0 : undefined}
    >
      {css.trim() !== '' && <style>{scopedCss(css, `[data-chart="${name}"]`).css}</style>}
      {attributes.title !== '' && (
        <figcaption
          className="chart-title"
          style={{ margin: '0 0 6px', fontWeight: 600, textAlign: 'center' }}
        >
          {String(attributes.title)}
        </figcaption>
      )}
      {'problem' in read ? (
        <p
          className={read.isEmpty ? 'chart-problem is-empty' : 'chart-problem'}
          role={read.isEmpty ? undefined : 'note'}
          style={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'center',
            minHeight: Math.min(CHART_HEIGHT.least, within(CHART_HEIGHT, attributes.height)),
            margin: 0,
            padding: read.isEmpty ? '16px 16px 52px' : 16,
            textAlign: 'center',
          }}
        >
          {read.problem}
        </p>
      ) : (
        <>
          <ChartDrawing
            chart={read.chart}
            width={room === undefined ? width : Math.min(width, Math.max(room, 120))}
          />
          <Legend chart={read.chart} />
          {read.chart.notes.map((note) => (
            <p
              key={note}
              className="chart-note"
              style={{ margin: '6px 0 0', fontSize: 12, opacity: 0.8, textAlign: 'center' }}
            >
              {note}
            </p>
          ))}
          <ChartTable chart={read.chart} />
        </>
      )}
      {children}
    </figure>
  )
}
