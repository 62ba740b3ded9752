import { useContext } from 'react'
import { blockData, type StaticProps } from '../kit/define-block'
import { StaticPartsContext } from '../kit/static-parts'
import { chartName, chartShape, readChartBlock } from './chart-attributes'

/** A chart in a read-only page: drawn by who renders it, or its kind and title. */
export function ChartStatic({ block }: StaticProps) {
  const attributes = readChartBlock(block)
  const parts = useContext(StaticPartsContext)
  return (
    <div {...blockData('chart', chartShape, { ...block.attributes, id: block.id })}>
      {parts?.chart(attributes, block.id) ?? `${chartName(attributes.chartType)} ${attributes.title}`.trim()}
    </div>
  )
}
