import { inFigures, inList } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { CHART_LABELS } from './chart-attributes'
import { type Chart, chartNumber, hasSlices } from './read-chart'

/** How many series are named; the rest are "others". */
const NAMED = 5

/** A chart in a sentence or two, for those who do not see it; every number is in the table beside it. */
export function describeChart(chart: Chart): string {
  const { type, title, series, points, category } = chart
  const kind = CHART_LABELS[type]
  const name = title ? t('{kind} chart: {title}.', { kind, title }) : t('{kind} chart.', { kind })
  const labels = series.slice(0, NAMED).map(({ label }) => label)
  const all = inList([...labels, ...(series.length > NAMED ? [t('others')] : [])])
  const values = { series: all, category: category ?? '' }
  const shown = !category
    ? all
    : type === 'scatter'
      ? t('{series} over {category}', values)
      : t('{series} by {category}', values)
  const what = t('{shown}, {figures} {count, plural, one {point} other {points}}.', {
    shown,
    figures: inFigures(points.length),
    count: points.length,
  })
  const ranges = series.slice(0, hasSlices(type) ? 1 : NAMED).flatMap(({ label }, at) => {
    const known = points.flatMap((point) => {
      const value = point.values[at]
      return value === null || value === undefined ? [] : [{ value, name: point.label }]
    })
    if (known.length === 0) return []
    let [least, most] = [known[0]!, known[0]!]
    for (const one of known) {
      if (one.value < least.value) least = one
      if (one.value > most.value) most = one
    }
    return [
      t('{label} from {least} ({at}) to {most} ({top}).', {
        label,
        least: chartNumber(least.value),
        at: least.name,
        most: chartNumber(most.value),
        top: most.name,
      }),
    ]
  })
  return [name, what, ...ranges].join(' ')
}
