import { scaleBand, scalePoint } from 'd3-scale'
import { area, line } from 'd3-shape'
import {
  allValues,
  GRID,
  Label,
  Names,
  type Plot,
  plotOf,
  scaleFor,
  ticksOf,
  VerticalAxis,
} from './chart-axes'
import { type DrawingProps, Target } from './chart-target'
import { type Chart, chartNumber } from './read-chart'

/** A line with more points than this has no dots. */
const MOST_DOTS = 60
/** With more bars than this, those of a series are one shape: a page with many elements is slow. */
const MOST_BOXES = 300

/** The whole height over a point, so that it is met wherever the pointer is above it. */
function Bands({
  chart,
  plot,
  at,
  width,
}: {
  chart: Chart
  plot: Plot
  at(index: number): number
  width: number
}) {
  return chart.points.map(({ index }) => (
    <Target key={index} chart={chart} index={index}>
      <rect
        className="chart-band"
        x={at(index)}
        y={plot.y}
        width={width}
        height={plot.height}
        fillOpacity={0}
      />
    </Target>
  ))
}

function verticalScale(chart: Chart, width: number, height: number, fromZero: boolean) {
  const range: [number, number] = [height - 32 + 10, 10]
  const scale = scaleFor(allValues(chart), range, fromZero, 5)
  const plot = plotOf(
    width,
    height,
    ticksOf(scale, height - 32).map((tick) => chartNumber(tick, true)),
  )
  scale.range([plot.y + plot.height, plot.y])
  return { scale, plot }
}

const labelsOf = (chart: Chart): string[] => chart.points.map(({ label }) => label)
const indexes = (chart: Chart): number[] => chart.points.map((_, index) => index)

interface Box {
  index: number
  x: number
  y: number
  width: number
  height: number
}

const pathOf = ({ x, y, width, height }: Box): string =>
  `M${x.toFixed(1)} ${y.toFixed(1)}h${width.toFixed(2)}v${height.toFixed(1)}h${(-width).toFixed(2)}z`

export function Bars({ chart, width, height }: DrawingProps) {
  const { scale, plot } = verticalScale(chart, width, height, true)
  const bands = scaleBand(indexes(chart), [plot.x, plot.x + plot.width])
    .paddingInner(0.24)
    .paddingOuter(0.12)
  const inner = scaleBand(indexes({ ...chart, points: chart.series as never }), [0, bands.bandwidth()])
  inner.paddingInner(0.08)
  const zero = scale(0)
  const isDense = chart.points.length * chart.series.length > MOST_BOXES
  const boxesOf = (at: number): Box[] =>
    chart.points.flatMap(({ values, index }) => {
      const value = values[at]
      if (value === null || value === undefined) return []
      return {
        index,
        x: bands(index)! + inner(at)!,
        y: Math.min(zero, scale(value)),
        width: Math.max(0.5, inner.bandwidth()),
        height: Math.max(value === 0 ? 0 : 1, Math.abs(scale(value) - zero)),
      }
    })
  return (
    <>
      <VerticalAxis scale={scale} plot={plot} />
      <Bands
        chart={chart}
        plot={plot}
        width={bands.step()}
        at={(index) => bands(index)! - (bands.step() - bands.bandwidth()) / 2}
      />
      {chart.series.map((series, at) => (
        <g
          key={series.key}
          className={`chart-series chart-series-${at + 1}`}
          style={{ fill: series.color, pointerEvents: 'none' }}
        >
          {isDense ? (
            <path className="chart-mark" d={boxesOf(at).map(pathOf).join('')} />
          ) : (
            boxesOf(at).map(({ index, ...box }) => (
              <rect key={index} className="chart-mark" {...box} rx={box.width > 6 ? 2 : 0} />
            ))
          )}
        </g>
      ))}
      <Names labels={labelsOf(chart)} at={(index) => bands(index)! + bands.bandwidth() / 2} plot={plot} />
    </>
  )
}

/** A line, or an area down to zero. What is missing is a gap. */
export function Lines({ chart, width, height, isFilled }: DrawingProps & { isFilled: boolean }) {
  const { scale, plot } = verticalScale(chart, width, height, isFilled)
  const points = scalePoint(indexes(chart), [plot.x, plot.x + plot.width]).padding(
    chart.points.length > 1 ? 0.2 : 0.5,
  )
  const step = chart.points.length > 1 ? points.step() : plot.width
  const zero = scale(Math.max(scale.domain()[0]!, Math.min(0, scale.domain()[1]!)))
  const at = (_: unknown, index: number) => points(index)!
  return (
    <>
      <VerticalAxis scale={scale} plot={plot} />
      <Bands chart={chart} plot={plot} width={step} at={(index) => points(index)! - step / 2} />
      {chart.series.map((series, order) => {
        const values = chart.points.map((point) => point.values[order] ?? null)
        const isThere = (value: number | null) => value !== null
        const y = (value: number | null) => scale(value ?? 0)
        const alone = (index: number) => values[index - 1] == null && values[index + 1] == null
        return (
          <g
            key={series.key}
            className={`chart-series chart-series-${order + 1}`}
            style={{ pointerEvents: 'none' }}
          >
            {isFilled && (
              <path
                className="chart-mark"
                d={area<number | null>().defined(isThere).x(at).y0(zero).y1(y)(values) ?? ''}
                style={{ fill: series.color, fillOpacity: 0.22 }}
              />
            )}
            <path
              className="chart-line"
              d={line<number | null>().defined(isThere).x(at).y(y)(values) ?? ''}
              style={{ fill: 'none', stroke: series.color, strokeWidth: 2, strokeLinejoin: 'round' }}
            />
            {chart.points.map(({ index }) => {
              const value = values[index]
              if (value == null || (chart.points.length > MOST_DOTS && !alone(index))) return null
              return (
                <circle
                  key={index}
                  cx={points(index)}
                  cy={scale(value)}
                  r={isFilled ? 2 : 3}
                  style={{ fill: series.color }}
                />
              )
            })}
          </g>
        )
      })}
      <Names labels={labelsOf(chart)} at={(index) => points(index)!} plot={plot} />
    </>
  )
}

export function Scatter({ chart, width, height }: DrawingProps) {
  const { scale: y, plot } = verticalScale(chart, width, height, false)
  const x = scaleFor(
    chart.points.flatMap((point) => (point.x === null ? [] : [point.x])),
    [plot.x + 6, plot.x + plot.width - 6],
    false,
    5,
  )
  return (
    <>
      <VerticalAxis scale={y} plot={plot} />
      <g className="chart-axis">
        {ticksOf(x, plot.width, 70).map((tick) => (
          <g key={tick}>
            <line
              className="chart-grid"
              x1={x(tick)}
              x2={x(tick)}
              y1={plot.y}
              y2={plot.y + plot.height}
              style={GRID}
            />
            <Label x={x(tick)} y={plot.y + plot.height + 17}>
              {chartNumber(tick, true)}
            </Label>
          </g>
        ))}
      </g>
      {chart.points.map((point) =>
        point.x === null ? null : (
          <Target key={point.index} chart={chart} index={point.index}>
            {point.values.map((value, at) =>
              value === null ? null : (
                <circle
                  key={chart.series[at]!.key}
                  className={`chart-mark chart-series-${at + 1}`}
                  cx={x(point.x!)}
                  cy={y(value)}
                  r={5}
                  style={{ fill: chart.series[at]!.color, fillOpacity: 0.75 }}
                />
              ),
            )}
          </Target>
        ),
      )}
    </>
  )
}
