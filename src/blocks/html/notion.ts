import type { Block } from '../kit/block'
import { COLORS, type Color } from '../kit/colors'
import type { Declarations } from '../kit/declarations'
import { type DomElement, type DomNode, isElement } from '../kit/dom'
import { LIGHT } from '../marks/inks'

/* What an export of Notion as HTML says in classes. */

const hasClass = (element: DomElement, name: string): boolean =>
  ` ${element.getAttribute('class') ?? ''} `.includes(` ${name} `)

/** The title of a page: our own, or that of Notion. */
export const isPageTitle = (element: DomElement, name: string): boolean =>
  element.getAttribute('data-page-title') !== null || (name === 'h1' && hasClass(element, 'page-title'))

/** A list that is only there for a toggle. */
export const isToggleList = (element: DomElement): boolean => hasClass(element, 'toggle')
export const isToggleItem = ({ parentNode }: DomElement): boolean =>
  parentNode !== null && isElement(parentNode) && isToggleList(parentNode)

export const isCallout = (element: DomElement, name: string): boolean =>
  name === 'figure' && hasClass(element, 'callout')
export const isColumnList = (element: DomElement, name: string): boolean =>
  name === 'div' && hasClass(element, 'column-list')
export const isColumn = (element: DomElement, name: string): boolean =>
  name === 'div' &&
  hasClass(element, 'column') &&
  element.parentNode !== null &&
  isElement(element.parentNode) &&
  isColumnList(element.parentNode, 'div')

export const isContents = (element: DomElement, name: string): boolean =>
  name === 'nav' && hasClass(element, 'table_of_contents')

const COLOR_CLASS = /(?:^|\s)(?:highlight|block-color)-([a-z]+)(_background)?(?=\s|$)/

/** The color that Notion gives words or a block, and whether it is behind them; Notion's class for green is "teal". */
function notionColor(element: DomElement): { color: Color; isBehind: boolean } | null {
  const [, said = '', behind] = COLOR_CLASS.exec(element.getAttribute('class') ?? '') ?? []
  const color = COLORS.find((own) => own === (said === 'teal' ? 'green' : said))
  return color ? { color, isBehind: behind !== undefined } : null
}

/** Is this `<mark>` there for a color, and not to stand out? */
export const isColored = (element: DomElement): boolean =>
  element.localName.toLowerCase() === 'mark' && COLOR_CLASS.test(element.getAttribute('class') ?? '')

/** How an element looks, with the color that Notion's classes name; its style sheet has other shades. */
export function withNotionColor(element: DomElement, styles: Declarations): Declarations {
  const found = notionColor(element)
  if (!found) return styles
  const { color, isBehind } = found
  const said = new Map(styles)
  said.delete('background')
  return isBehind
    ? said.set('background-color', LIGHT.background[color])
    : said.set('color', LIGHT.text[color])
}

/** The address below a bookmark's title or description, which lead to it. */
function isSaidAddress(element: DomElement): boolean {
  const first = element.parentNode?.firstChild
  return (
    hasClass(element, 'bookmark-href') &&
    first !== undefined &&
    first !== null &&
    isElement(first) &&
    hasClass(first, 'bookmark-text') &&
    Boolean(first.firstChild?.firstChild)
  )
}

/** Elements that are looked at for an icon, which is among the first. */
const MOST_LOOKED = 20

/** What the element of the class `icon` in this one shows, where that is a sign and no picture. */
export function iconIn(element: DomElement): string | null {
  const rest: DomNode[] = [element]
  for (let looked = 0; looked < MOST_LOOKED; looked++) {
    const next = rest.shift()
    if (!next || !isElement(next)) return null
    if (hasClass(next, 'icon')) {
      const text = (next.textContent ?? '').trim()
      return text !== '' && text.length <= 32 && /[^ -~]/.test(text) ? text : null
    }
    for (let child = next.firstChild; child && rest.length < MOST_LOOKED; child = child.nextSibling)
      if (isElement(child)) rest.push(child)
  }
  return null
}

/** Reads what is of the page and not of its text: its icon, its cover, and the boxes of its to-dos. */
export class NotionPage {
  icon: string | null = null
  cover: string | null = null

  /** `item`: the text block that is being filled. */
  constructor(
    private readonly item: () => Block | null,
    private readonly addText: (text: string) => void,
  ) {}

  /** Is this element one of those? Then nothing in it is text. */
  takes(element: DomElement, name: string): boolean {
    const isOn = hasClass(element, 'checkbox-on')
    if (name === 'div' && (isOn || hasClass(element, 'checkbox-off'))) {
      const item = this.item()
      if (item?.kind === 'listItem') {
        const { listStart: _, ...others } = item.attributes ?? {}
        item.attributes = { ...others, listStyleType: 'todo', checked: isOn }
      } else this.addText(isOn ? '☑' : '☐')
      return true
    }
    if (name === 'div' && hasClass(element, 'page-header-icon')) {
      this.icon = iconIn(element)
      return true
    }
    if (name === 'img' && hasClass(element, 'page-cover-image')) {
      this.cover = element.getAttribute('src')
      return true
    }
    return hasClass(element, 'property-icon') || (name === 'div' && isSaidAddress(element))
  }
}
