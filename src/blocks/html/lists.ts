import type { Attributes } from '../kit/attributes'
import { MAX_INDENT } from '../kit/attributes'
import type { Declarations } from '../kit/declarations'
import type { DomElement } from '../kit/dom'

/** A `<ul>` or `<ol>` that is open while its items are read. */
export interface OpenList {
  ordered: boolean
  /** Number of the next item, when it is not just the next. */
  start: number | null
  type: string | null
  /** How far in its items stand, where the list itself says so. */
  indent: number
}

/** Web pages of Google Docs put lists that lie in each other one after the other, with their depth in the class. */
const DOCS_LEVEL = /(?:^|\s)lst-kix_[\w.-]{1,100}-(\d)(?:\s|$)/

/** The list that this `<ul>` or `<ol>` opens. */
export function openList(element: DomElement, name: string, styles: Declarations): OpenList {
  const ordered = name === 'ol'
  const start = Number.parseInt(element.getAttribute('start') ?? '', 10)
  return {
    ordered,
    start: ordered ? (start >= 0 ? start : 1) : null,
    type: element.getAttribute('type') ?? markerIn(styles),
    indent: Number(DOCS_LEVEL.exec(element.getAttribute('class') ?? '')?.[1] ?? 0),
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
  const indent = Math.min(Math.max(list?.indent ?? 0, lists.length - 1, level - 1), MAX_INDENT)
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
