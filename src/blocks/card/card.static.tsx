import { blockData, type StaticProps } from '../kit/define-block'
import { cardShape, saidBy } from './card'

/** A contact card in a read-only page: the lines that say something. */
export function CardStatic({ block }: StaticProps) {
  const said = saidBy(block)
  return (
    <div {...blockData('card', cardShape, { ...block.attributes, id: block.id })}>
      <dl className="card-said">
        {said.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
