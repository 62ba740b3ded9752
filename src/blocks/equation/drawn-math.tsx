import type { ReactNode } from 'react'
import { t } from '@/shared/i18n'
import { markupElements } from './markup-elements'
import { MATH_ML, Unset } from './math-ml'
import { katex, mostMarkup, typeset } from './typeset'

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

/** Characters of markup that the equations of one page may come to; those beyond stay their source. */
const MOST_ON_A_PAGE = 24_000_000

/**
 * Draws the equations of one page as KaTeX does, for read-only pages with its styles and faces; with MathML beside them, which its
 * styles hide from the eye: it is what screen readers read, what is copied, and from what the source can be read again.
 */
export function readMathOf(most = MOST_ON_A_PAGE): (tex: string, display: boolean) => ReactNode {
  let left = most
  return (tex, display) => {
    if (left <= 0) return <Unset tex={tex} reason={t('This page is too large to be shown here.')} />
    const made = typeset(tex, display, (source, options) =>
      katex.renderToString(source, { ...options, output: 'htmlAndMathml' }),
    )
    // What is not set may have taken as long.
    left -= 'result' in made ? made.result.length : mostMarkup(tex)
    if ('result' in made) return markupElements(made.result, ALLOWED_WITH_WORDS)
    return <Unset tex={tex} reason={made.error} />
  }
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
