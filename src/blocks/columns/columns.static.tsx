import type { CSSProperties, ReactNode } from 'react'
import type { Attributes } from '../kit/attributes'
import { blockData, type StaticProps } from '../kit/define-block'
import { width } from './width'

/** A column of a page that is only read, as wide as it was made. */
export function ColumnStatic({ block, children }: StaticProps): ReactNode {
  const attributes: Attributes = { ...block.attributes, id: block.id }
  const share = block.attributes?.width
  const style = typeof share === 'number' ? ({ '--column-width': share } as CSSProperties) : undefined
  return (
    <div {...blockData('column', { width }, attributes)} style={style}>
      <div className="column-content">{children}</div>
    </div>
  )
}
