import type { Attributes } from '../kit/attributes'
import type { StyleRule } from '../kit/define-block'
import type { DomElement } from '../kit/dom'

/** CSS declarations of an element, lower case: what its classes say, and over that what it says itself. */
export type Declarations = ReadonlyMap<string, string>

const NONE: Declarations = new Map()
/** Longer styles, and more classes, are not looked at: nobody needs them (R34). */
const LONGEST = 20_000
const LONGEST_SHEET = 200_000
const MOST_CLASSES = 1000
const MOST_OF_ELEMENT = 10

function declarationsIn(css: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const declaration of css.slice(0, LONGEST).split(';')) {
    const at = declaration.indexOf(':')
    if (at < 1) continue
    found.set(
      declaration.slice(0, at).trim().toLowerCase(),
      declaration
        .slice(at + 1)
        .trim()
        .toLowerCase(),
    )
  }
  return found
}

/** `p.p1` and `.xl65`: the selectors by which office programs and macOS say how text looks. */
const RULE = /(?:^|[},>\s])([a-z0-9]{0,12})\.([\w-]{1,60})\s*\{([^{}]{0,2000})\}/gi

/** What the style sheet of a clipboard says of its classes. */
export class ClassStyles {
  private readonly rules = new Map<string, Declarations>()

  /** Reads the text of a `<style>`. Nothing in it is applied to anything. */
  read(css: string): void {
    for (const [, tag = '', name = '', body = ''] of css.slice(0, LONGEST_SHEET).matchAll(RULE)) {
      if (this.rules.size >= MOST_CLASSES) return
      this.rules.set(`${tag.toLowerCase()}.${name}`, declarationsIn(body))
    }
  }

  /** Everything that is said of this element. */
  of(element: DomElement): Declarations {
    const style = element.getAttribute('style')
    const own = style ? declarationsIn(style) : NONE
    if (this.rules.size === 0) return own
    const classes = element.getAttribute('class')
    if (!classes) return own
    const all = new Map<string, string>()
    for (const name of classes.slice(0, 1000).split(/\s+/).slice(0, MOST_OF_ELEMENT)) {
      for (const tag of ['', element.localName.toLowerCase()]) {
        for (const [property, value] of this.rules.get(`${tag}.${name}`) ?? NONE) all.set(property, value)
      }
    }
    for (const [property, value] of own) all.set(property, value)
    return all
  }
}

/** The attributes of the mark that these declarations mean by one of the rules; `null` when they mean none. */
export function styledAs(styles: Declarations, rules: readonly StyleRule[] | undefined): Attributes | null {
  if (styles.size === 0 || !rules) return null
  for (const { property, means } of rules) {
    for (const value of [styles.get(property), styles.get(`${property}-line`)]) {
      const found = value !== undefined && means(value.replace(/\s*!\s*important$/, ''), styles)
      if (found) return found === true ? {} : found
    }
  }
  return null
}

const ALIGNS = ['left', 'center', 'right', 'end', 'justify']

/** How an element says that its text is aligned; `null` for the reading direction's own, and where it says nothing. */
export function alignOf(element: DomElement, styles: Declarations): string | null {
  const said = styles.get('text-align') ?? element.getAttribute('align')?.toLowerCase() ?? ''
  const isRtl = (styles.get('direction') ?? element.getAttribute('dir')?.toLowerCase()) === 'rtl'
  return said !== (isRtl ? 'right' : 'left') && ALIGNS.includes(said) ? said : null
}

/** Is the element not to be seen in the program that it comes from? */
export const isHidden = (styles: Declarations): boolean =>
  styles.get('display') === 'none' ||
  styles.get('mso-hide') === 'all' ||
  // The marker that Word writes in front of a list's item; the item says which it is.
  styles.get('mso-list') === 'ignore'
