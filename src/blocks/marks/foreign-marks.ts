import { markKind } from '../kinds'
import type { Attributes } from '../kit/attributes'
import type { Color } from '../kit/colors'
import type { Declarations } from '../kit/declarations'
import type { HtmlRule } from '../kit/define-block'
import { nearestBackground, nearestTextColor } from './css-color'
import { isComputed, statedSize } from './css-style'
import { fontSizeFrom } from './styles'

/** A CSS declaration of foreign HTML that means a mark. */
export interface StyleRule {
  property: string
  /** The attributes of the mark, or whether it is one; `null` and `false`: this value says nothing. */
  means: (value: string, style: Declarations) => Attributes | boolean | null
}

interface ForeignMark {
  /** Elements that only other programs write. */
  rules?: readonly HtmlRule[]
  styles?: readonly StyleRule[]
}

const as = (color: Color | null): Attributes | null => (color === null ? null : { color })

const asSize = (given: number | null | undefined): Attributes | null => {
  const read = given === null || given === undefined ? null : fontSizeFrom(given)
  return read === null ? null : { size: read }
}

/** The sizes of `<font size>`; 3 is what text has anyway. */
const FONT_ELEMENT = [10, 13, null, 18, 24, 32, 48] as const

const decoration = (line: RegExp): readonly StyleRule[] => [
  { property: 'text-decoration', means: (value) => line.test(value) },
]

/**
 * How other programs say marks besides the elements that a mark's definition names: by styles, and in HTML of old. Apart
 * from the definitions because only importing and pasting need it, which a page's first load can do without.
 */
const FOREIGN: Readonly<Record<string, ForeignMark>> = {
  bold: {
    styles: [
      {
        property: 'font-weight',
        means: (weight) => weight === 'bold' || weight === 'bolder' || Number(weight) >= 600,
      },
    ],
  },
  italic: {
    styles: [{ property: 'font-style', means: (value) => value === 'italic' || value === 'oblique' }],
  },
  underline: { styles: decoration(/\bunderline\b/) },
  strikethrough: { styles: decoration(/\bline-through\b/) },
  subscript: { styles: [{ property: 'vertical-align', means: (value) => value === 'sub' }] },
  superscript: { styles: [{ property: 'vertical-align', means: (value) => value === 'super' }] },
  color: {
    rules: [
      { tag: 'font', attributes: (element) => as(nearestTextColor(element.getAttribute('color') ?? '')) },
    ],
    styles: [{ property: 'color', means: (value) => as(nearestTextColor(value)) }],
  },
  backgroundColor: {
    styles: [
      { property: 'background-color', means: (value) => as(nearestBackground(value)) },
      { property: 'background', means: (value) => as(nearestBackground(value)) },
    ],
  },
  fontSize: {
    rules: [
      {
        tag: 'font',
        attributes: (element) => asSize(FONT_ELEMENT[Number(element.getAttribute('size') ?? 0) - 1]),
      },
    ],
    styles: [
      {
        property: 'font-size',
        means: (value, style) => (isComputed(style) ? null : asSize(statedSize(value))),
      },
    ],
  },
}

/** The rule of a mark for elements of this name. */
export const markRule = (kind: string, tag: string): HtmlRule | undefined =>
  [...(markKind(kind)?.html.rules ?? []), ...(FOREIGN[kind]?.rules ?? [])].find((rule) => rule.tag === tag)

/** The styles that mean a mark. */
export const markStyles = (kind: string): readonly StyleRule[] => FOREIGN[kind]?.styles ?? []
