import type { ReactNode } from 'react'
import { markupElements } from './markup-elements'
import { MATH_ML, Unset } from './math-ml'
import { katex, typeset } from './typeset'

const ALLOWED = {
  tags: new Set(['span', 'svg', 'path', 'line']),
  attributes: new Set(
    'class style aria-hidden width height viewBox preserveAspectRatio d x1 x2 y1 y2 stroke-width'.split(' '),
  ),
}

const ALLOWED_WITH_WORDS = {
  tags: new Set([...ALLOWED.tags, ...MATH_ML.tags]),
  attributes: new Set([...ALLOWED.attributes, ...MATH_ML.attributes]),
}

/**
 * An equation as KaTeX draws it, for read-only pages with its styles and faces; with MathML beside it, which its styles hide
 * from the eye: it is what screen readers read, what is copied, and from what the source can be read again.
 */
export function ReadMath({ tex, display }: { tex: string; display: boolean }): ReactNode {
  const made = typeset(tex, display, (source, options) =>
    katex.renderToString(source, { ...options, output: 'htmlAndMathml' }),
  )
  if ('result' in made) return markupElements(made.result, ALLOWED_WITH_WORDS)
  return <Unset tex={tex} reason={made.error} />
}

/**
 * An equation as KaTeX draws it, for a place that has its styles and faces: the same on every machine. It is read aloud as
 * its source. One that cannot be set is its source and the reason.
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
  return <Unset tex={tex} reason={made.error} />
}
