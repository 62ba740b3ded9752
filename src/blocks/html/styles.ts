import type { Attributes } from '../kit/attributes'
import { type Declarations, declarationsOf } from '../kit/declarations'
import type { DomElement } from '../kit/dom'
import type { StyleRule } from '../marks/foreign-marks'

/** Of a longer sheet, or of more classes, the rest is not looked at: nobody needs them (R34). */
const LONGEST_SHEET = 200_000
const LONGEST_SELECTOR = 2000
const MOST_RULES = 2000
const MOST_OF_ELEMENT = 10

const NONE: Declarations = new Map()

/** `p.p1` and `.xl65`: the selectors by which office programs and macOS say how text looks; `h1`, which says a style. */
const SELECTOR = /^([a-z][a-z0-9]{0,11})?(?:\.([\w-]{1,60}))?$/i
/** `@list l0:level1 lfo2`: how Word counts and marks the items of a list at a level. */
const LIST_RULE = /@list\s+(l\d{1,6}):level(\d{1,2})(?:\s+(lfo\d{1,6}))?\s*$/i
/**
 * What the style of a paragraph (`p.MsoNormal, li.MsoNormal`, `h1`) says of what the paragraph is. The rest of it is how
 * all text of that program looks, which is no wish for these words.
 */
const OF_STYLES: ReadonlySet<string> = new Set(['mso-list', 'mso-hide', 'display'])

/** By these, words are not to be seen. */
const HIDING: ReadonlySet<string> = new Set(['mso-hide', 'display'])

function withoutComments(css: string): string {
  let kept = ''
  for (let at = 0; at < css.length; ) {
    const start = css.indexOf('/*', at)
    const end = start < 0 ? -1 : css.indexOf('*/', start + 2)
    if (end < 0) return kept + css.slice(at, start < 0 ? undefined : start)
    kept += css.slice(at, start)
    at = end + 2
  }
  return kept
}

/** What the style sheet of a clipboard says of its classes and lists. */
export class ClassStyles {
  private readonly rules = new Map<string, Declarations>()
  private readonly lists = new Map<string, Declarations>()

  /** Reads the text of a `<style>`, and for what media it says to be. Nothing in it is applied to anything. */
  read(sheet: string, media: string | null = null): void {
    const css = withoutComments(sheet.slice(0, LONGEST_SHEET)).replace(/<!--|-->/g, '')
    const isForAll = /^\s*(?:all|screen)?\s*$/i.test(media ?? '')
    // Where a group of rules that may not hold (`@media print`) is open, how many of its braces are.
    let groups = 0
    for (let at = 0; ; ) {
      const open = css.indexOf('{', at)
      const close = css.indexOf('}', at)
      if (close < 0) return
      if (open < 0 || close < open) {
        groups = Math.max(0, groups - 1)
        at = close + 1
        continue
      }
      const inner = css.indexOf('{', open + 1)
      // The rules inside a group stand for themselves.
      if (inner >= 0 && inner < close) {
        groups++
        at = open + 1
        continue
      }
      const prelude = css.slice(Math.max(at, open - LONGEST_SELECTOR), open).trim()
      this.rule(prelude, css.slice(open + 1, close), isForAll && groups === 0)
      at = close + 1
    }
  }

  /** `holds`: it does for every reader. What may not hold hides nothing: the words are there. */
  private rule(prelude: string, body: string, holds: boolean): void {
    if (this.rules.size + this.lists.size >= MOST_RULES) return
    const list = LIST_RULE.exec(prelude)
    if (list) {
      this.lists.set(list.slice(1).filter(Boolean).join(' ').toLowerCase(), declarationsOf(body))
      return
    }
    const selectors = prelude.split(',')
    for (const selector of selectors) {
      // What stands before the last part only says where that is.
      const parts = selector.trim().split(/[\s>+~]+/)
      const [, tag = '', name = ''] = SELECTOR.exec(parts.at(-1)!) ?? []
      if (tag === '' && name === '') continue
      const isStyle = selectors.length > 1 || name === ''
      const hides = holds && parts.length === 1
      const said = [...declarationsOf(body)].filter(
        ([property]) => (!isStyle || OF_STYLES.has(property)) && (hides || !HIDING.has(property)),
      )
      if (said.length === 0) continue
      const key = `${tag.toLowerCase()}.${name}`
      this.rules.set(key, new Map([...(this.rules.get(key) ?? NONE), ...said]))
    }
  }

  /** How Word marks the items of this list (`l0`, level 1, `lfo1`), where its sheet says so. */
  listLevel(list: string, level: number, override: string | undefined): Declarations {
    const own = this.lists.get(`${list} ${level}`) ?? NONE
    const over = override && this.lists.get(`${list} ${level} ${override}`)
    return over ? new Map([...own, ...over]) : own
  }

  /** Everything that is said of this element. */
  of(element: DomElement): Declarations {
    const own = declarationsOf(element.getAttribute('style'))
    if (this.rules.size === 0) return own
    const tag = element.localName.toLowerCase()
    const names = (element.getAttribute('class') ?? '').slice(0, 1000).split(/\s+/).slice(0, MOST_OF_ELEMENT)
    const keys = [`${tag}.`, ...names.filter(Boolean).flatMap((name) => [`.${name}`, `${tag}.${name}`])]
    const said = keys.flatMap((key) => this.rules.get(key) ?? [])
    return said.length === 0 ? own : new Map([...said.flatMap((rules) => [...rules]), ...own])
  }
}

/** The attributes of the mark that these declarations mean by one of the rules; `null` when they mean none. */
export function styledAs(styles: Declarations, rules: readonly StyleRule[]): Attributes | null {
  if (styles.size === 0) return null
  for (const { property, means } of rules) {
    for (const value of [styles.get(property), styles.get(`${property}-line`)]) {
      const found = value !== undefined && means(value, styles)
      if (found) return found === true ? {} : found
    }
  }
  return null
}

const ALIGNS = ['left', 'center', 'right', 'end', 'justify']

/** How an element says that its text is aligned; `null` for the reading direction's own, and where it says nothing. */
export function alignOf(element: DomElement, styles: Declarations): string | null {
  const isCenter = element.localName.toLowerCase() === 'center'
  const said =
    styles.get('text-align') ?? element.getAttribute('align')?.toLowerCase() ?? (isCenter ? 'center' : '')
  const isRtl = (styles.get('direction') ?? element.getAttribute('dir')?.toLowerCase()) === 'rtl'
  return said !== (isRtl ? 'right' : 'left') && ALIGNS.includes(said) ? said : null
}

/** Is the element not to be seen in the program that it comes from? */
export const isHidden = (styles: Declarations): boolean =>
  styles.get('display') === 'none' || styles.get('mso-hide') === 'all' || isMarker(styles)

/** The marker that Word writes in front of a list's item; the item says which it is. */
export const isMarker = (styles: Declarations): boolean => styles.get('mso-list') === 'ignore'
