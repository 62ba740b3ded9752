import type { ReactNode } from 'react'
import { markupElements } from './markup-elements'
import { katex, typeset } from './typeset'

const ALLOWED = {
  tags: new Set(['span', 'svg', 'path', 'line']),
  attributes: new Set(
    'class style aria-hidden width height viewBox preserveAspectRatio d x1 x2 y1 y2 stroke-width'.split(' '),
  ),
}

/**
 * An equation as KaTeX draws it, for whoever has its styles and faces: the same on every machine. It is read aloud as
 * its source. One that can not be set is its source and the reason.
 */
export function DrawnMath({ tex, display }: { tex: string; display: boolean }): ReactNode {
  const made = typeset(tex, display, (source, options) =>
    katex.renderToString(source, { ...options, output: 'html' }),
  )
  if ('result' in made)
    return (
      <span role="img" aria-label={tex}>
        {markupElements(made.result, ALLOWED)}
      </span>
    )
  return (
    <>
      <code>{tex}</code> <small role="note">{made.error}</small>
    </>
  )
}
