import { useContext } from 'react'
import { blockData, type StaticProps } from '../kit/define-block'
import { StaticPartsContext } from '../kit/static-parts'
import { equationShape } from './equation'

/** An equation in a read-only page: set by who renders it, or its TeX. */
export function EquationStatic({ block }: StaticProps) {
  const parts = useContext(StaticPartsContext)
  const tex = String(block.attributes?.texExpression ?? '')
  return (
    <div {...blockData('equation', equationShape, { ...block.attributes, id: block.id })}>
      {parts?.equation(tex, true) ?? <code>{tex}</code>}
    </div>
  )
}
