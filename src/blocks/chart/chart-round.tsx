import { hierarchy, treemap } from 'd3-hierarchy'
import { arc, type PieArcDatum, pie } from 'd3-shape'
import { inFigures } from '@/shared/formats'
import { allValues, cut, FONT, GRID, Label, scaleFor, ticksOf, widthOf } from './chart-axes'
import { wordsOn } from './chart-colors'
import { type DrawingProps, Target } from './chart-target'
import { type Chart, chartNumber, type Point } from './read-chart'

const circle = (angle: number, radius: number): [number, number] => [
  Math.sin(angle) * radius,
  -Math.cos(angle) * radius,
]
const joined = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ')

export function Radar({ chart, width, height }: DrawingProps) {
  const radius = Math.max(20, Math.min(width / 2 - 50, height / 2 - 26))
  const scale = scaleFor(allValues(chart), [0, radius], true, 4)
  const angle = (index: number) => (index / chart.points.length) * 2 * Math.PI
  const ring = (at: number) => joined(chart.points.map((_, index) => circle(angle(index), at)))
  const half = Math.PI / chart.points.length
  const every = Math.ceil((chart.points.length * (FONT + 2)) / (Math.PI * radius * 2))
  const wedge = arc<number>()
    .innerRadius(0)
    .outerRadius(radius + 16)
    .startAngle((index) => angle(index) - half)
    .endAngle((index) => angle(index) + half)
  return (
    <g transform={`translate(${width / 2} ${height / 2 + 2})`}>
      {ticksOf(scale, radius, 32)
        .filter((tick) => tick > 0)
        .map((tick) => (
          <polygon key={tick} className="chart-grid" points={ring(scale(tick))} style={GRID} />
        ))}
      {chart.points.map((point) => {
        const { index } = point
        const [x, y] = circle(angle(index), radius)
        const [labelX, labelY] = circle(angle(index), radius + 10)
        const side = Math.abs(labelX) < 4 ? 'middle' : labelX > 0 ? 'start' : 'end'
        return (
          <g key={index}>
            <line className="chart-grid" x2={x} y2={y} style={GRID} />
            {index % every === 0 && (
              <Label x={labelX} y={labelY + (labelY > 4 ? 10 : labelY < -4 ? -1 : 4)} anchor={side}>
                {cut(point.label, side === 'middle' ? width / 2 : width / 2 - Math.abs(labelX) - 4)}
              </Label>
            )}
            <Target chart={chart} index={index}>
              <path className="chart-band" d={wedge(index) ?? ''} fillOpacity={0} />
            </Target>
          </g>
        )
      })}
      {chart.series.map((series, at) => (
        <g
          key={series.key}
          className={`chart-series chart-series-${at + 1}`}
          style={{ pointerEvents: 'none' }}
        >
          <polygon
            className="chart-mark"
            points={joined(
              chart.points.map(({ values }, index) => circle(angle(index), scale(values[at] ?? 0))),
            )}
            style={{
              fill: series.color,
              fillOpacity: 0.18,
              stroke: series.color,
              strokeWidth: 2,
              strokeLinejoin: 'round',
            }}
          />
        </g>
      ))}
    </g>
  )
}

interface Slice {
  index: number
  value: number
  point: Point
}

/** The points that have a part in the whole, and the whole. */
export function slicesOf(chart: Chart): { slices: Slice[]; sum: number } {
  const slices = chart.points.flatMap((point, index) => {
    const value = point.values[0] ?? 0
    return value > 0 ? [{ index, value, point }] : []
  })
  return { slices, sum: slices.reduce((sum, { value }) => sum + value, 0) }
}

export const shareOf = (value: number, sum: number): string =>
  sum > 0 ? `${inFigures((value / sum) * 100, { maximumFractionDigits: 1 })}%` : ''

export function Pie({ chart, width, height }: DrawingProps) {
  const radius = Math.min(width, height) / 2 - 6
  const { slices, sum } = slicesOf(chart)
  const draw = arc<PieArcDatum<Slice>>().innerRadius(0).outerRadius(radius).cornerRadius(2)
  const middle = arc<PieArcDatum<Slice>>()
    .innerRadius(radius * 0.66)
    .outerRadius(radius * 0.66)
  const cuts = pie<Slice>()
    .sort(null)
    .value(({ value }) => value)(slices)
  return (
    <g transform={`translate(${width / 2} ${height / 2})`}>
      {cuts.map((part) => (
        <Target key={part.data.index} chart={chart} index={part.data.index}>
          <path
            className={`chart-mark chart-slice chart-slice-${part.data.index + 1}`}
            d={draw(part) ?? ''}
            style={{
              fill: part.data.point.color,
              stroke: 'var(--color-bg, #fff)',
              strokeWidth: cuts.length > 1 ? 1.5 : 0,
            }}
          />
          {part.data.value / sum > 0.07 && (
            <Share at={middle.centroid(part)} on={part.data.point.color}>
              {shareOf(part.data.value, sum)}
            </Share>
          )}
        </Target>
      ))}
    </g>
  )
}

/** Words on a colour that may be any. */
const onColor = (color: string) =>
  ({
    ...wordsOn(color),
    fillOpacity: 1,
    strokeWidth: 2,
    paintOrder: 'stroke',
    fontWeight: 600,
    pointerEvents: 'none',
  }) as const

function Share({ at: [x, y], on, children }: { at: [number, number]; on: string; children: string }) {
  return (
    <Label x={x} y={y + 4} style={onColor(on)}>
      {children}
    </Label>
  )
}

const FULL = Math.PI * 1.5

export function RadialBars({ chart, width, height }: DrawingProps) {
  const outer = Math.min(width, height) / 2 - 6
  const { slices } = slicesOf(chart)
  const scale = scaleFor([...slices.map(({ value }) => value), 0], [0, FULL], true, 4)
  const ring = Math.min(26, (outer * 0.82) / Math.max(1, slices.length))
  const bar = arc<number>()
    .startAngle(0)
    .endAngle((angle) => angle)
    .cornerRadius(Math.min(4, ring / 3))
  return (
    <g transform={`translate(${width / 2} ${height / 2})`}>
      {slices.map(({ index, value, point }, order) => {
        const radius = outer - order * ring
        bar.outerRadius(radius).innerRadius(Math.max(1, radius - ring * 0.78))
        return (
          <Target key={index} chart={chart} index={index}>
            <path
              className="chart-track"
              d={bar(FULL) ?? ''}
              style={{ fill: 'currentColor', fillOpacity: 0.09 }}
            />
            <path
              className={`chart-mark chart-slice chart-slice-${index + 1}`}
              d={bar(scale(value)) ?? ''}
              style={{ fill: point.color }}
            />
            {ring >= FONT && (
              <Label x={-6} y={-(radius - ring * 0.39) + 4} anchor="end">
                {cut(point.label, width / 2 - 8)}
              </Label>
            )}
          </Target>
        )
      })}
    </g>
  )
}

export function Treemap({ chart, width, height }: DrawingProps) {
  const { slices } = slicesOf(chart)
  const root = hierarchy<{ children?: Slice[] } | Slice>({ children: slices })
    .sum((node) => ('value' in node ? node.value : 0))
    .sort((left, right) => (right.value ?? 0) - (left.value ?? 0))
  const leaves = treemap<{ children?: Slice[] } | Slice>()
    .size([width, height])
    .paddingInner(2)
    .round(true)(root)
    .leaves()
  return leaves.map(({ x0, x1, y0, y1, data }) => {
    if (!('point' in data)) return null
    const { index, point, value } = data
    const [wide, high] = [x1 - x0, y1 - y0]
    const number = chartNumber(value, true)
    return (
      <Target key={index} chart={chart} index={index}>
        <rect
          className={`chart-mark chart-slice chart-slice-${index + 1}`}
          x={x0}
          y={y0}
          width={wide}
          height={high}
          rx={3}
          style={{ fill: point.color }}
        />
        {wide > 34 && high > 20 && (
          <Label x={x0 + 7} y={y0 + 17} anchor="start" style={onColor(point.color)}>
            {cut(point.label, wide - 12)}
          </Label>
        )}
        {high > 38 && wide > widthOf(number) + 10 && (
          <Label x={x0 + 7} y={y0 + 33} anchor="start" style={{ ...onColor(point.color), fontWeight: 500 }}>
            {number}
          </Label>
        )}
      </Target>
    )
  })
}
