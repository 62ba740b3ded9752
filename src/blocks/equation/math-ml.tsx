import type { ReactNode } from 'react'
import { markupElements } from './markup-elements'
import { katex, typeset } from './typeset'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const TAGS = words(
  'math semantics annotation mrow mi mo mn mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mpadded mstyle menclose mphantom',
)
const ATTRIBUTES = words(
  'xmlns display encoding mathvariant stretchy fence separator lspace rspace minsize maxsize width height depth voffset columnalign columnspacing rowspacing rowalign columnlines rowlines frame scriptlevel displaystyle mathcolor mathbackground mathsize linethickness accent accentunder notation movablelimits symmetric side',
)
/** What MathML of ours is made of. */
export const MATH_ML = { tags: TAGS, attributes: ATTRIBUTES }

/**
 * An equation for read-only HTML, as MathML: it is set by the program that shows the file, without styles, fonts or scripts of ours,
 * and read aloud. One that cannot be set is its source and the reason.
 */
export function MathMl({ tex, display }: { tex: string; display: boolean }): ReactNode {
  const made = typeset(tex, display, (source, options) =>
    katex.renderToString(source, { ...options, output: 'mathml' }),
  )
  if ('result' in made) return markupElements(made.result, MATH_ML)
  return <Unset tex={tex} reason={made.error} />
}

/** An equation that cannot be set: its source, and why. */
export const Unset = ({ tex, reason }: { tex: string; reason: string }) => (
  <>
    <code>{tex}</code> <small role="note">{reason}</small>
  </>
)
