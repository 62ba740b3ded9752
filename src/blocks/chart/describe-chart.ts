import { inFigures } from '@/shared/formats'
import { CHART_LABELS } from './chart-attributes'
import { type Chart, chartNumber, hasSlices } from './read-chart'

const list = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** A chart in a sentence or two, for those who do not see it; every number is in the table beside it. */
export function describeChart(chart: Chart): string {
  const { type, title, series, points, category } = chart
  const name = `${CHART_LABELS[type]} chart${title ? `: ${title}` : ''}.`
  const by = category && type !== 'scatter' ? ` by ${category}` : category ? ` over ${category}` : ''
  const what = `${list(series.slice(0, 5).map(({ label }) => label))}${series.length > 5 ? ' and others' : ''}${by}, ${inFigures(points.length)} ${points.length === 1 ? 'point' : 'points'}.`
  const ranges = series.slice(0, hasSlices(type) ? 1 : 5).flatMap(({ label }, at) => {
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
      `${label} from ${chartNumber(least.value)} (${least.name}) to ${chartNumber(most.value)} (${most.name}).`,
    ]
  })
  return [name, what, ...ranges].join(' ')
}
