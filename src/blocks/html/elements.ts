import { atomKinds, blockKinds } from '../kinds'
import { declaredStyle } from '../kit/declarations'
import type { BlockDefinition, HtmlRule } from '../kit/define-block'
import type { DomElement } from '../kit/dom'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Neither shown nor text: left out with everything in them (R29). */
export const DROPPED = words(
  'script style template noscript head meta link base object embed svg math canvas select textarea button xml',
)
/** Of those, the ones that nobody misses. */
export const UNSEEN = words('meta link base style xml')
export const EMBEDS = words('iframe video audio source')
/** Elements that stand on lines of their own. */
export const BLOCKS = words(
  'address article aside body center dd details dialog div dl dt fieldset figcaption figure footer form header hgroup html legend main nav section summary caption menu dir ul ol li p pre blockquote h1 h2 h3 h4 h5 h6 hr table',
)
export const LISTS = words('ul ol menu dir')

interface ForeignRule {
  definition: BlockDefinition
  rule: HtmlRule
}

const rulesByTag = new Map<string, ForeignRule[]>()
for (const definition of blockKinds) {
  for (const rule of definition.html.rules) {
    rulesByTag.set(rule.tag, [...(rulesByTag.get(rule.tag) ?? []), { definition, rule }])
  }
}

/** The rules of all kinds for an element of this name. */
export const rulesOf = (name: string): readonly ForeignRule[] => rulesByTag.get(name) ?? []

/** Does a kind know what this element of another program says? */
export const isMeant = (element: DomElement, name: string): boolean =>
  [...atomKinds, ...blockKinds].some(({ html }) =>
    html.rules.some(
      (rule) => rule.tag === name && (!rule.attributes || rule.attributes(element, declaredStyle) !== null),
    ),
  )
