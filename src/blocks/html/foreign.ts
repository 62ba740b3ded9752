import { type CalloutVariant, LIGHT_BULB, variantAttributes } from '../callout/callout'
import { cleanText } from '../json'
import { blockKind } from '../kinds'
import type { Attributes } from '../kit/attributes'
import type { Declarations } from '../kit/declarations'
import type { BlockDefinition } from '../kit/define-block'
import { type DomElement, type DomNode, isElement, isTextNode } from '../kit/dom'
import { EMBEDS } from './elements'
import { iconIn, isCallout, isColumn, isColumnList, isContents } from './notion'

/** A block of ours that an element of another program is. */
export interface ForeignBlock {
  definition: BlockDefinition
  attributes: Attributes
}

const found = (kind: string, attributes: Attributes = {}): ForeignBlock | null => {
  const definition = blockKind(kind)
  return definition ? { definition, attributes } : null
}

/** What Outline, Confluence and others call the boxes that stand out. */
const NOTICES: Readonly<Record<string, CalloutVariant>> = {
  info: 'note',
  information: 'note',
  note: 'note',
  success: 'tip',
  tip: 'tip',
  warning: 'warning',
  error: 'caution',
  danger: 'caution',
}

const EMOJI = /^\s*(\p{Extended_Pictographic}\ufe0f?)/u

/**
 * What programs mean that write neither lists, headings, quotes, callouts nor code as HTML has them: Word and Word on
 * the web, Notion, Outline, Confluence, editors of code. `null` where HTML itself says what an element is.
 */
export function foreignBlock(element: DomElement, name: string, styles: Declarations): ForeignBlock | null {
  const classes = element.getAttribute('class') ?? ''
  if (name === 'p' || name === 'div') {
    if (element.getAttribute('role') === 'heading') {
      const level = Number(element.getAttribute('aria-level') ?? 2)
      return found('heading', { level: Math.min(6, Math.max(1, Math.trunc(level) || 2)) })
    }
    // Apple's notes, whose headings are but large paragraphs.
    const large = /^(?:bold )?(\d{2})(?:\.\d+)?px /.exec(name === 'p' ? (styles.get('font') ?? '') : '')
    if (large && Number(large[1]) >= 18) return found('heading', { level: Number(large[1]) >= 24 ? 1 : 2 })
    if (/\bMsoTitle\b/.test(classes)) return found('heading', { level: 1 })
    if (/\bMsoSubtitle\b/.test(classes)) return found('heading', { level: 2 })
    if (/\bMso(?:Intense)?Quote\b/.test(classes)) return found('blockquote')
  }
  if (name === 'div') {
    const notice = /\b(?:notice-block|confluence-information-macro)\b/.test(classes)
    const kind =
      notice && /(?:^|[\s-])(info(?:rmation)?|note|success|tip|warning|error|danger)(?:\s|$)/.exec(classes)
    if (kind) return found('callout', variantAttributes(NOTICES[kind[1]!] ?? 'note', LIGHT_BULB))
    if (isCodeLines(styles)) return found('codeBlock')
  }
  if (isCallout(element, name)) {
    const icon = iconIn(element)
    return found('callout', icon ? { icon } : {})
  }
  if (isContents(element, name)) return found('tableOfContents')
  if (isColumnList(element, name)) return found('columnGroup')
  if (isColumn(element, name)) return found('column')
  if (name === 'aside') {
    const icon = EMOJI.exec((element.textContent ?? '').slice(0, 100))?.[1]
    if (icon) return found('callout', { icon })
  }
  return null
}

/** Lines of an editor of code: every space counts and all letters are equally wide. */
const isCodeLines = (styles: Declarations): boolean =>
  /^(?:pre|pre-wrap|break-spaces)$/.test(styles.get('white-space') ?? '') &&
  /monospace|consolas|menlo|courier/.test(styles.get('font-family') ?? styles.get('font') ?? '')

/** The language that an element around foreign code names. */
export function languageAround(element: DomElement): string {
  const around = element.parentNode
  if (!around || !isElement(around)) return ''
  return (
    around.getAttribute('data-language') ??
    /(?:^|\s)highlight-source-([\w+#-]{1,40})/.exec(around.getAttribute('class') ?? '')?.[1] ??
    ''
  )
}

const LINES = /^(?:div|p|li|tr)$/

/**
 * The text of a `<pre>`, or of a line for each element. Of foreign ones, the line ends that only frame the text are left
 * out. Any nesting (R34).
 */
export function codeText(element: DomElement, exact: boolean): string {
  if (exact) return cleanText(element.textContent ?? '')
  let text = ''
  const endLine = () => {
    if (text !== '' && !text.endsWith('\n')) text += '\n'
  }
  let node: DomNode | null = element.firstChild
  while (node && node !== element) {
    if (isTextNode(node)) text += node.nodeValue ?? ''
    const name = isElement(node) ? node.localName.toLowerCase() : ''
    if (name === 'br') text += '\n'
    if (LINES.test(name)) endLine()
    if (node.firstChild && name !== 'script' && name !== 'style' && name !== 'button') {
      node = node.firstChild
      continue
    }
    while (node && node !== element && !node.nextSibling) {
      node = node.parentNode
      if (node && node !== element && isElement(node) && LINES.test(node.localName.toLowerCase())) endLine()
    }
    if (node && node !== element) node = node.nextSibling
  }
  const framed = cleanText(text)
  return framed
    .replace(element.firstChild && isTextNode(element.firstChild) ? /^\n/ : /^/, '')
    .replace(/\n$/, '')
}

/** Is this an image or an embed, which is kept as a link where no kind of ours knows it? */
export const isEmbed = (name: string): boolean => name === 'img' || EMBEDS.has(name)

/** Files of the computer that the text was copied on, and pictures of a message: nobody else can have them. */
export const isLocalFile = (address: string | null): boolean =>
  /^\s*(?:file:|cid:|blob:|ms-appx|[a-z]:[\\/])/i.test(address ?? '')
