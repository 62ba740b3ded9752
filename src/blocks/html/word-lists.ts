import { type Attributes, MAX_INDENT } from '../kit/attributes'
import { type Declarations, declarationsOf } from '../kit/declarations'
import { type DomElement, type DomNode, isElement, isTextNode } from '../kit/dom'
import { pixels } from '../marks/css-style'
import { type Marker, readMarker } from './list-markers'
import { type ClassStyles, isMarker } from './styles'

/** How many nodes are looked through for a marker: it is one of the first in a paragraph. */
const MOST_BEFORE_MARKER = 30
const LONGEST_MARKER = 100
/** Half an inch, by which Word moves every level in; and how far off it may be. */
const STEP = 48
const NEAR = 12

interface FoundMarker extends Marker {
  element: DomElement
}

/**
 * The lists of Word and of what Word has written (Outlook, OneNote): paragraphs with the marker in front of the text.
 * Their level stands in `mso-list`, of the paragraph or of its style; mail programs take that away, and then the marker
 * and the margin say it.
 */
export class WordLists {
  /** The marker that each list has at each level. */
  private readonly styles = new Map<string, string>()
  /** The markers of items, which are no text. */
  private readonly markers = new WeakSet<DomElement>()
  /** How far in the text of the last items stands, by level; empty when the last paragraph was none of a list. */
  private margins: number[] = []

  constructor(private readonly sheet: ClassStyles) {}

  /** Is this the marker of an item that was asked for? */
  isMarkerOfItem(element: DomElement): boolean {
    return this.markers.has(element)
  }

  /** The attributes of the item that this paragraph is; `null` when it is none. */
  item(element: DomElement, styles: Declarations): Attributes | null {
    const said = styles.get('mso-list')
    const found = /^(l\d+)\s+level(\d{1,2})(?:\s+(lfo\d+))?/.exec(said ?? '')
    const isOff = said === 'none' || said === 'skip'
    const marker = found || !isOff ? findMarker(element, isListParagraph(element)) : null
    if (!found && !marker) return boxAtStart(element)
    const margin = pixels(styles.get('margin-left'))
    const level = found ? Number(found[2]) : levelByMargin(margin)
    const key = found ? `${found[1]} ${level} ${found[3]}` : `${level}`
    const definition = this.sheet.listLevel(found?.[1] ?? '', level, found?.[3])
    const read = readMarker(marker ?? { text: '', font: '' }, definition, this.styles.get(key))
    this.styles.set(key, String(read.listStyleType))
    if (marker) this.markers.add(marker.element)
    this.margins.length = Math.min(this.margins.length, level - 1)
    this.margins[level - 1] = margin ?? level * STEP
    return { ...read, indent: Math.min(level - 1, MAX_INDENT) }
  }

  /**
   * How far in a paragraph stands that goes on with an item of the list before it; `null` when it does not. To be asked
   * for every paragraph that is no item.
   */
  continued(element: DomElement, styles: Declarations): number | null {
    if (this.margins.length === 0) return null
    const named = /\bMsoListContinue(\d?)/.exec(element.getAttribute('class') ?? '')
    if (named) return Math.min(Number(named[1] || 1), MAX_INDENT)
    const margin = pixels(styles.get('margin-left')) ?? (isListParagraph(element) ? STEP : 0)
    const level = this.margins.findLastIndex((of) => of !== undefined && Math.abs(of - margin) <= NEAR) + 1
    if (margin > 0 && level > 0) return Math.min(level, MAX_INDENT)
    this.margins = []
    return null
  }
}

/** Outlook on the web puts `x_` before the classes of a letter. */
const isListParagraph = (element: DomElement): boolean =>
  /(?:^|[\s_])MsoListParagraph/.test(element.getAttribute('class') ?? '')

/** The item of a paragraph that begins with a box which can be ticked in Word. The sign itself is taken off its text. */
function boxAtStart(element: DomElement): Attributes | null {
  let first: DomNode | null = element.firstChild
  while (first && !isElement(first) && (first.nodeValue ?? '').trim() === '') first = first.nextSibling
  if (!first || !isElement(first) || first.localName.toLowerCase() !== 'w:sdt') return null
  if ((first.getAttribute('checkbox') ?? first.getAttribute('CheckBox')) !== 't') return null
  const checked = first.getAttribute('checkboxischecked') ?? first.getAttribute('CheckBoxIsChecked')
  return { listStyleType: 'todo', checked: checked === 't' }
}

const levelByMargin = (margin: number | null): number =>
  Math.min(MAX_INDENT + 1, Math.max(1, Math.round((margin ?? STEP) / STEP)))

/**
 * The marker of a paragraph: its `mso-list:Ignore` element. Where mail programs took that away (`byGap`), it is what
 * stands before the gap of 7 points that Word puts between a marker and its text.
 */
export function findMarker(paragraph: DomElement, byGap: boolean): FoundMarker | null {
  let node: DomNode | null = paragraph.firstChild
  for (let looked = 0; node && node !== paragraph && looked < MOST_BEFORE_MARKER; looked++) {
    if (isElement(node)) {
      const styles = declarationsOf(node.getAttribute('style'))
      const before = isGap(node, styles) ? node.parentNode : null
      const around = byGap && before && before !== paragraph && isElement(before) ? before : null
      const element: DomElement | null = isMarker(styles) ? node : around
      const text = element && (element.textContent ?? '').slice(0, LONGEST_MARKER)
      if (element && text?.replace(/[\s\u00a0]/g, ''))
        return { element, text, font: fontOf(element, paragraph) }
    } else if (byGap && isTextNode(node) && (node.nodeValue ?? '').trim().length > 12) return null
    let next: DomNode | null = node.firstChild
    for (; !next && node && node !== paragraph; node = node.parentNode) next = node.nextSibling
    node = next
  }
  return null
}

const isGap = (element: DomElement, styles: Declarations): boolean =>
  /^7(?:\.0)?pt ["']?times new roman/.test(styles.get('font') ?? '') &&
  /^[\s\u00a0]+$/.test(element.textContent ?? '')

/** The family of the letters of a marker, which an element around it says; lower case. */
function fontOf(marker: DomElement, paragraph: DomElement): string {
  for (let node: DomNode | null = marker; node && node !== paragraph; node = node.parentNode) {
    const family = isElement(node) && declarationsOf(node.getAttribute('style')).get('font-family')
    if (family) return family
  }
  return ''
}
