import { createElement, type ReactNode } from 'react'
import { katex, typeset } from './typeset'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const TAGS = words(
  'math semantics annotation mrow mi mo mn mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mpadded mstyle menclose mphantom',
)
const ATTRIBUTES = words(
  'xmlns display encoding mathvariant stretchy fence separator lspace rspace minsize maxsize width height depth voffset columnalign columnspacing rowspacing rowalign columnlines rowlines frame scriptlevel displaystyle mathcolor mathbackground mathsize linethickness accent accentunder notation movablelimits symmetric side',
)
const PART = /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#x27': "'" }

const decode = (text: string): string =>
  text.replace(/&(lt|gt|amp|quot|#x27);/g, (whole, name: string) => ENTITIES[name] ?? whole)

interface Open {
  tag: string
  attributes: Record<string, string>
  children: ReactNode[]
}

/** KaTeX's MathML as elements: only what MathML has for setting, so that no markup comes in by another way (R29). */
function elements(markup: string): ReactNode {
  const root: Open = { tag: '', attributes: {}, children: [] }
  const open: Open[] = [root]
  for (const [, closing, tag = '', given = '', selfClosing, text] of markup.matchAll(PART)) {
    if (text !== undefined) open.at(-1)!.children.push(decode(text))
    else if (!closing) {
      const attributes: Record<string, string> = {}
      for (const [, name = '', value = ''] of given.matchAll(ATTRIBUTE)) {
        if (ATTRIBUTES.has(name)) attributes[name] = decode(value)
      }
      open.push({ tag, attributes, children: [] })
    }
    if ((closing || selfClosing) && open.length > 1) {
      const done = open.pop()!
      open
        .at(-1)!
        .children.push(
          ...(TAGS.has(done.tag)
            ? [createElement(done.tag, done.attributes, ...done.children)]
            : done.children),
        )
    }
  }
  return createElement('span', null, ...root.children)
}

/**
 * An equation for read-only HTML, as MathML: it is set by whoever shows the file, without styles, fonts or scripts of ours,
 * and read aloud. One that can not be set is its source and the reason.
 */
export function MathMl({ tex, display }: { tex: string; display: boolean }): ReactNode {
  const made = typeset(tex, display, (source, options) =>
    katex.renderToString(source, { ...options, output: 'mathml' }),
  )
  if ('result' in made) return elements(made.result)
  return (
    <>
      <code>{tex}</code> <small role="note">{made.error}</small>
    </>
  )
}
