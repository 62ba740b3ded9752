import type { ReactNode } from 'react'
import { t } from '@/shared/i18n'
import { Label } from './chart-axes'
import { Bars, Lines, Scatter } from './chart-cartesian'
import { Pie, Radar, RadialBars, slicesOf, Treemap } from './chart-round'
import type { DrawingProps } from './chart-target'
import { describeChart } from './describe-chart'
import { type Chart, hasSlices } from './read-chart'

function drawingOf(props: DrawingProps): ReactNode {
  const { chart } = props
  if (hasSlices(chart.type) && slicesOf(chart).slices.length === 0)
    return (
      <Label x={props.width / 2} y={props.height / 2}>
        {t('Nothing above zero to draw')}
      </Label>
    )
  switch (chart.type) {
    case 'bar':
      return <Bars {...props} />
    case 'line':
      return <Lines {...props} isFilled={false} />
    case 'area':
      return <Lines {...props} isFilled />
    case 'scatter':
      return <Scatter {...props} />
    case 'radar':
      return <Radar {...props} />
    case 'pie':
      return <Pie {...props} />
    case 'radialBar':
      return <RadialBars {...props} />
    case 'treemap':
      return <Treemap {...props} />
  }
}

/**
 * A chart as SVG. It measures nothing and touches no DOM: a server draws the same as a browser. `width` is the room that
 * there is, when it is known and less than the chart's own.
 */
export function ChartDrawing({ chart, width = chart.width }: { chart: Chart; width?: number }) {
  return (
    <svg
      className={`chart-drawing chart-${chart.type}`}
      role="img"
      aria-label={describeChart(chart)}
      viewBox={`0 0 ${width} ${chart.height}`}
      width={width}
      height={chart.height}
      style={{
        display: 'block',
        maxWidth: '100%',
        minWidth: Math.min(width, chart.width > 500 ? chart.width * 0.6 : 0),
        height: 'auto',
        fontFamily: 'inherit',
      }}
    >
      {drawingOf({ chart, width, height: chart.height })}
    </svg>
  )
}
