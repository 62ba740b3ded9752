import type { PointerEvent } from 'react'
import { useEffect, useState } from 'react'
import { t } from '@/shared/i18n'
import { shareOf, slicesOf } from './chart-round'
import { type Chart, chartNumber, hasSlices } from './read-chart'

interface Tip {
  point: number
  x: number
  y: number
  /** The side of the pointer where there is more room. */
  isLeft: boolean
}

/** What the pointer is over, with the listeners that find it out. A tap shows it on a touch screen. */
export function useTip() {
  const [tip, setTip] = useState<Tip | null>(null)
  const find = (event: PointerEvent<HTMLElement>) => {
    const target = (event.target as Element).closest('[data-point]')
    if (!target) return setTip(null)
    const box = event.currentTarget.getBoundingClientRect()
    const x = event.clientX - box.left
    setTip({
      point: Number(target.getAttribute('data-point')),
      x,
      y: event.clientY - box.top,
      isLeft: x > box.width / 2,
    })
  }
  const isShown = tip !== null
  useEffect(() => {
    if (!isShown) return
    // A finger does not leave: the next tap elsewhere takes it away.
    const elsewhere = () => setTip(null)
    document.addEventListener('pointerdown', elsewhere, true)
    return () => document.removeEventListener('pointerdown', elsewhere, true)
  }, [isShown])
  const leave = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') setTip(null)
  }
  return { tip, listeners: { onPointerMove: find, onPointerDown: find, onPointerLeave: leave } }
}

/** The numbers of the point under the pointer. Those who do not see it have the table. */
export function ChartTooltip({ chart, tip }: { chart: Chart; tip: Tip | null }) {
  const point = tip && chart.points[tip.point]
  if (!point) return null
  const slices = hasSlices(chart.type)
  const entries = chart.series.flatMap((series, at) => {
    const value = point.values[at]
    return value === null || value === undefined ? [] : [{ series, value }]
  })
  return (
    <div
      className="chart-tooltip"
      aria-hidden
      style={{ left: tip.x, top: tip.y, translate: `${tip.isLeft ? 'calc(-100% - 12px)' : '12px'} -50%` }}
    >
      <p className="chart-tooltip-name">
        {chart.type === 'scatter' && point.x !== null
          ? `${chart.category ?? t('x')}: ${chartNumber(point.x)}`
          : point.label}
      </p>
      {entries.map(({ series, value }) => (
        <p key={series.key} className="chart-tooltip-value">
          <span className="chart-swatch" style={{ background: slices ? point.color : series.color }} />
          {series.label}
          <b>
            {chartNumber(value)}
            {slices && ` (${shareOf(value, slicesOf(chart).sum)})`}
          </b>
        </p>
      ))}
    </div>
  )
}
