import { type ScaleLinear, scaleLinear } from 'd3-scale'
import type { CSSProperties, ReactNode } from 'react'
import { type Chart, chartNumber } from './read-chart'

/** The room that is drawn in, and where it begins. */
export interface Plot {
  x: number
  y: number
  width: number
  height: number
}

/** About the width of a letter of the labels, in pixels: nothing is measured, so that a server draws the same. */
const LETTER = 6.3
export const FONT = 12
export const widthOf = (text: string): number => [...text].length * LETTER

/** A label that is cut to a width. */
export function cut(text: string, width: number): string {
  const most = Math.max(1, Math.floor(width / LETTER))
  const letters = [...text]
  return letters.length > most ? `${letters.slice(0, Math.max(1, most - 1)).join('')}…` : text
}

const LABEL: CSSProperties = { fill: 'currentColor', fillOpacity: 0.72, fontSize: FONT }
export const GRID: CSSProperties = { stroke: 'currentColor', strokeOpacity: 0.14, fill: 'none' }

export function Label(props: {
  x: number
  y: number
  anchor?: 'start' | 'middle' | 'end'
  style?: CSSProperties
  children: string
}) {
  const { x, y, anchor = 'middle', style, children } = props
  return (
    <text
      className="chart-label"
      x={+x.toFixed(1)}
      y={+y.toFixed(1)}
      textAnchor={anchor}
      style={{ ...LABEL, ...style }}
    >
      {children}
    </text>
  )
}

/** From the least to the greatest number, round at both ends; with zero where bars and areas stand on it. */
export function scaleFor(
  values: readonly number[],
  range: [number, number],
  fromZero: boolean,
  ticks: number,
) {
  let least = Infinity
  let most = -Infinity
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  if (values.length === 0) [least, most] = [0, 1]
  // Lines that keep far from zero are seen better without it.
  if (fromZero || (least > 0 && least < most * 0.5) || (most < 0 && most > least * 0.5)) {
    least = Math.min(0, least)
    most = Math.max(0, most)
  }
  if (!(least < most)) {
    const around = Math.abs(least) || 1
    least -= least === 0 ? 0 : around / 2
    most += around / 2
  }
  return scaleLinear().domain([least, most]).nice(ticks).range(range)
}

const PAD = 10
const LEGEND_GAP = 22

/** The plot with what is left and below of it for the labels of the axes. */
export function plotOf(width: number, height: number, tickLabels: readonly string[]): Plot {
  const left = Math.min(width * 0.3, Math.max(...tickLabels.map(widthOf), 0) + 15)
  return { x: left, y: PAD, width: width - left - PAD, height: height - PAD - LEGEND_GAP }
}

export const allValues = (chart: Chart): number[] =>
  chart.points.flatMap(({ values }) => values.filter((value) => value !== null))

/** The numbers of the vertical axis, with lines across. */
export function VerticalAxis({ scale, plot }: { scale: ScaleLinear<number, number>; plot: Plot }) {
  return (
    <g className="chart-axis">
      {ticksOf(scale, plot.height).map((tick) => (
        <g key={tick}>
          <line
            className="chart-grid"
            x1={plot.x}
            x2={plot.x + plot.width}
            y1={scale(tick)}
            y2={scale(tick)}
            style={tick === 0 ? { ...GRID, strokeOpacity: 0.4 } : GRID}
          />
          <Label x={plot.x - 8} y={scale(tick) + 4} anchor="end">
            {cut(chartNumber(tick, true), plot.x)}
          </Label>
        </g>
      ))}
    </g>
  )
}

export const ticksOf = (scale: ScaleLinear<number, number>, length: number, each = 48): number[] =>
  scale.ticks(Math.max(2, Math.min(8, Math.floor(length / each))))

/** The names under the points: as many as fit without overlapping. */
export function Names({
  labels,
  at,
  plot,
}: {
  labels: readonly string[]
  at(index: number): number
  plot: Plot
}) {
  const room = plot.width / Math.max(1, labels.length)
  const longest = Math.min(110, Math.max(...labels.map(widthOf)) + 12)
  // A name is rather cut than left out.
  const every = room >= Math.min(longest, 48) ? 1 : Math.ceil(Math.min(longest, 110) / room)
  const shown: ReactNode[] = []
  for (let index = 0; index < labels.length; index += every) {
    shown.push(
      <Label key={index} x={at(index)} y={plot.y + plot.height + 17}>
        {cut(labels[index]!, Math.max(room * every - 8, 18))}
      </Label>,
    )
  }
  return <g className="chart-axis">{shown}</g>
}
