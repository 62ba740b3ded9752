import type { Attributes } from '../kit/attributes'
import { MAX_INDENT } from '../kit/attributes'
import { type DomElement, type DomNode, isElement } from '../kit/dom'
import type { Declarations } from './styles'

/** A `<ul>` or `<ol>` that is open while its items are read. */
export interface OpenList {
  ordered: boolean
  /** Number of the next item, when it is not just the next. */
  start: number | null
  type: string | null
}

/** The list that this `<ul>` or `<ol>` opens. */
export function openList(element: DomElement, name: string, styles: Declarations): OpenList {
  const ordered = name === 'ol'
  const start = Number.parseInt(element.getAttribute('start') ?? '', 10)
  return {
    ordered,
    start: ordered ? (start >= 0 ? start : 1) : null,
    type: element.getAttribute('type') ?? markerIn(styles),
  }
}

const markerIn = (styles: Declarations): string | null =>
  /^[a-z-]+/.exec(styles.get('list-style-type') ?? styles.get('list-style') ?? '')?.[0] ?? null

const LETTERS: Readonly<Record<string, string>> = {
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
}

function styleOfList({ ordered, type }: OpenList): string {
  if (!ordered) return type === 'circle' || type === 'square' ? type : 'disc'
  const named = type?.replace('latin', 'alpha') ?? ''
  return LETTERS[named] ?? (Object.values(LETTERS).includes(named) ? named : 'decimal')
}

const wholeNumber = (text: string | null): number | null => {
  const value = Number.parseInt(text ?? '', 10)
  return value >= 0 ? value : null
}

/**
 * The attributes of a `<li>` in the innermost open list. Google Docs and Word on the web say the level and the marker
 * at the item itself; boxes are written in as many ways as there are programs.
 */
export function itemAttributes(
  element: DomElement,
  lists: readonly OpenList[],
  styles: Declarations,
): Attributes {
  const list = lists.at(-1)
  const level =
    wholeNumber(element.getAttribute('aria-level') ?? element.getAttribute('data-aria-level')) ?? 1
  const indent = Math.min(Math.max(0, lists.length - 1, level - 1), MAX_INDENT)
  const marker = list?.type === null ? markerIn(styles) : null
  const style = list ? styleOfList(marker ? { ...list, type: marker } : list) : 'disc'
  const listStart = list?.ordered ? (wholeNumber(element.getAttribute('value')) ?? list.start) : null
  if (list) list.start = null
  const checked = checkedOf(element)
  if (checked !== null) return { indent, listStyleType: 'todo', checked }
  return { indent, listStyleType: style, listStart }
}

/** Is the item one of a checklist, and is it done? `null`: it is none. */
function checkedOf(item: DomElement): boolean | null {
  if (item.getAttribute('role') === 'checkbox') return item.getAttribute('aria-checked') === 'true'
  const type = item.getAttribute('data-type') ?? item.getAttribute('data-list') ?? ''
  const isDone = item.getAttribute('data-checked') ?? item.getAttribute('data-done')
  const classes = ` ${item.getAttribute('class') ?? ''} `
  if (type === 'checked' || type === 'unchecked') return type === 'checked'
  if (isDone !== null) return isDone === 'true' || isDone === ''
  if (/^(checkbox_item|taskItem|todo)$/.test(type)) return classes.includes(' checked ')
  return null
}

/** `[ ]` and `[x]` at the start of an item's text, and the boxes that are characters. */
const BOX = /^\s*(?:\[([ xX])\]|([☐☑☒]))(?:\s+|$)/u

/** Takes a box that is written in front of an item's text; `null` when there is none. */
export function boxBefore(text: string): { checked: boolean; text: string } | null {
  const found = BOX.exec(text)
  if (!found) return null
  const checked = found[1] ? found[1] !== ' ' : !/☐/u.test(found[2]!)
  return { checked, text: text.slice(found[0].length) }
}

const ROMAN: readonly (readonly [letters: string, value: number])[] = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
]

function romanValue(letters: string): number {
  let value = 0
  let rest = letters.toLowerCase()
  for (const [sign, worth] of ROMAN) {
    while (rest.startsWith(sign)) {
      value += worth
      rest = rest.slice(sign.length)
    }
  }
  return rest === '' ? value : 0
}

const alphaValue = (letters: string): number => letters.toLowerCase().charCodeAt(0) - 96

/** What a marker such as `·`, `o`, `3.`, `b)` or `(iv)` says; `before` is the style of the items before it. */
function readMarker(marker: string, before: string | undefined): Attributes {
  const text = marker.replace(/[\s\u00a0]+/g, '')
  const number = /^\(?(?:\d{1,6}[.)])*(\d{1,9})[.):]?$/.exec(text)?.[1]
  if (number) return { listStyleType: 'decimal', listStart: Number(number) }
  const letters = /^\(?([a-z]+)[.)]$/i.exec(text)?.[1]
  if (!letters) return { listStyleType: text === 'o' ? 'circle' : /[§▪■]/.test(text) ? 'square' : 'disc' }
  const isUpper = letters === letters.toUpperCase()
  const roman = romanValue(letters)
  // "c)" is a letter unless the list has been counting in Roman numerals; "i)" begins one.
  const isRoman = before ? before.endsWith('roman') : roman > 0 && (letters.length > 1 || /i/i.test(letters))
  const listStyleType = `${isUpper ? 'upper' : 'lower'}-${isRoman ? 'roman' : 'alpha'}`
  return { listStyleType, listStart: isRoman ? roman : alphaValue(letters) }
}

/** The items of Word's lists, which are paragraphs with the marker written in front of the text. */
export class WordLists {
  /** The marker that each list has at each level. */
  private readonly styles = new Map<string, string>()

  /** The attributes of the item that this paragraph is; `null` when it is none. */
  item(element: DomElement, styles: Declarations): Attributes | null {
    const found = /^(l\d+)\s+level(\d{1,2})(?:\s+(lfo\d+))?/.exec(styles.get('mso-list') ?? '')
    if (!found) return null
    const key = `${found[1]} ${found[2]} ${found[3]}`
    const said = readMarker(markerText(element), this.styles.get(key))
    this.styles.set(key, String(said.listStyleType))
    return { ...said, indent: Math.min(Number(found[2]) - 1, MAX_INDENT) }
  }
}

/** How many elements are looked through for a marker. */
const MOST_BEFORE_MARKER = 20

/** The text of the `mso-list:Ignore` element, which is one of the first in a paragraph. */
function markerText(paragraph: DomElement): string {
  let node: DomNode | null = paragraph.firstChild
  for (let looked = 0; node && node !== paragraph && looked < MOST_BEFORE_MARKER; looked++) {
    if (isElement(node) && /mso-list:\s*ignore/i.test(node.getAttribute('style') ?? ''))
      return (node.textContent ?? '').slice(0, 100)
    let next: DomNode | null = node.firstChild
    for (; !next && node && node !== paragraph; node = node.parentNode) next = node.nextSibling
    node = next
  }
  return ''
}
