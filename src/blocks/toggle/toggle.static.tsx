import { type ReactNode, useContext } from 'react'
import type { Attributes } from '../kit/attributes'
import { container } from '../kit/attributes'
import { blockData, type StaticProps } from '../kit/define-block'
import { PaperContext } from '../kit/paper'

/** A toggle of a page that is only read: the browser's own `<details>`, which needs no script. */
export function ToggleStatic({ block, render }: StaticProps): ReactNode {
  // What is folded away cannot be opened on paper.
  const isOnPaper = useContext(PaperContext) !== null
  const [title, ...rest] = block.children ?? []
  const attributes: Attributes & { id: string } = { ...block.attributes, id: block.id }
  return (
    <details {...blockData('toggle', container, attributes)} {...(isOnPaper ? { open: true } : {})}>
      <summary>{title && render([title])}</summary>
      {render(rest)}
    </details>
  )
}
