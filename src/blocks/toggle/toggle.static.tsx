import type { ReactNode } from 'react'
import type { Attributes } from '../kit/attributes'
import { container } from '../kit/attributes'
import { blockData, type StaticProps } from '../kit/define-block'

/** A toggle of a page that is only read: the browser's own `<details>`, which needs no script. */
export function ToggleStatic({ block, render }: StaticProps): ReactNode {
  const [title, ...rest] = block.children ?? []
  const attributes: Attributes & { id: string } = { ...block.attributes, id: block.id }
  return (
    <details {...blockData('toggle', container, attributes)}>
      <summary>{title && render([title])}</summary>
      {render(rest)}
    </details>
  )
}
