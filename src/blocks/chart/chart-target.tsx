import { createContext, type ReactNode, useContext } from 'react'
import { type Chart, chartNumber, type Point } from './read-chart'

export interface DrawingProps {
  chart: Chart
  width: number
  height: number
}

/** Names of a point, for the tooltip that every browser has by itself. */
const titleOf = (chart: Chart, { label, values }: Point): string =>
  [
    label,
    ...values.map((value, at) => `${chart.series[at]!.label}: ${value === null ? '–' : chartNumber(value)}`),
  ].join('\n')

/** Does each point have the tooltip that browsers make by themselves? Not where there is a better one. */
export const PlainTooltips = createContext(true)

/** What the pointer meets; the program of the block reads `data-point` from it. */
export function Target({ chart, index, children }: { chart: Chart; index: number; children: ReactNode }) {
  const isPlain = useContext(PlainTooltips)
  return (
    <g className="chart-target" data-point={index}>
      {isPlain && <title>{titleOf(chart, chart.points[index]!)}</title>}
      {children}
    </g>
  )
}
