import type { Attributes } from '../kit/attributes'
import { type DomElement, type DomNode, isElement } from '../kit/dom'

/** How deep inside an equation typesetting programs put its source at most. */
const DEEPEST = 8
const MOST_NODES = 400

/** The TeX source that KaTeX, MathJax and Wikipedia leave inside the MathML of an equation. */
function annotation(root: DomElement): string | null {
  let left = MOST_NODES
  const rest: { node: DomNode; depth: number }[] = [{ node: root, depth: 0 }]
  for (let next = rest.pop(); next && left-- > 0; next = rest.pop()) {
    const { node, depth } = next
    if (!isElement(node)) continue
    if (node.localName === 'annotation' && node.getAttribute('encoding') === 'application/x-tex')
      return node.textContent
    if (depth === DEEPEST) continue
    for (let child = node.firstChild; child; child = child.nextSibling)
      rest.push({ node: child, depth: depth + 1 })
  }
  return null
}

const isKatex = (element: DomElement): boolean =>
  /(?:^|\s)(?:katex|katex-display|mwe-math-element)(?:\s|$)/.test(element.getAttribute('class') ?? '')

const isDisplayed = (element: DomElement): boolean =>
  /(?:^|\s)katex-display(?:\s|$)/.test(element.getAttribute('class') ?? '') ||
  element.getAttribute('display') === 'block'

/** The equation that an element of another program shows, when it is of this form; `null` when it shows none. */
export function texOf(element: DomElement, form: 'inline' | 'block'): Attributes | null {
  if (element.localName !== 'math' && !isKatex(element)) return null
  if (isDisplayed(element) !== (form === 'block')) return null
  const tex = annotation(element)?.trim()
  return tex ? { texExpression: tex } : null
}
