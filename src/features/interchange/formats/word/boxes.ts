import { CLASSES } from './styles'
import { decoded, escaped } from './xml-text'

/** Elements that boxes are made of, and those that may stand in them with the same names. */
const TAGS = /<(\/?)(div|table|thead|tbody|tr|td|th)\b([^<>]*)>/g
/** Letters of an icon: a sign of several parts, such as a family. */
const LONGEST_ICON = 32

interface Open {
  name: string
  /** A table of ours, or what belongs to one; `null` for all else. */
  part: 'callout' | 'columns' | 'row' | 'cell' | null
  closing: string
}

const classIn = (attributes: string): string => /\bclass="([^"]*)"/.exec(attributes)?.[1] ?? ''

/** The words in a piece of HTML. */
const wordsIn = (html: string): string => decoded(html.replace(/<[^<>]*>/g, '')).trim()

/**
 * The tables that are callouts and columns (`styles.ts`) as those blocks. Goes through the HTML once: what is in no such
 * table stays as it is, whatever stands in it (R34).
 */
export function withBoxes(html: string): string {
  const open: Open[] = []
  const made: string[] = []
  let at = 0
  for (const found of html.matchAll(TAGS)) {
    if (found.index < at) continue
    const [whole, slash, name = '', attributes = ''] = found
    made.push(html.slice(at, found.index))
    at = found.index + whole.length
    if (slash) {
      const last = open.at(-1)
      made.push(last?.name === name ? open.pop()!.closing : whole)
      continue
    }
    const around = open.at(-1)
    const rest = classIn(attributes)
    if (name === 'div' && rest.startsWith(CLASSES.callout)) {
      const icon = iconAt(html, at)
      if (icon) at = icon.end
      open.push({ name, part: 'callout', closing: '</div>' })
      const variant = rest.slice(CLASSES.callout.length)
      made.push(
        `<div data-kind="callout" data-variant="${variant}" data-icon="${escaped(icon?.text ?? '')}">`,
      )
      // What was skipped opened the row.
      if (icon) open.push({ name: 'tr', part: 'row', closing: '' })
    } else if (name === 'div' && rest === CLASSES.columns) {
      open.push({ name, part: 'columns', closing: '</div>' })
      made.push('<div data-kind="columnGroup">')
    } else if (name === 'tr' && (around?.part === 'callout' || around?.part === 'columns'))
      open.push({ name, part: 'row', closing: '' })
    else if ((name === 'td' || name === 'th') && around?.part === 'row') {
      const isColumn = open.at(-2)?.part === 'columns'
      open.push({ name, part: 'cell', closing: isColumn ? '</div>' : '' })
      if (isColumn) made.push('<div data-kind="column">')
    } else {
      open.push({ name, part: null, closing: `</${name}>` })
      made.push(whole)
    }
  }
  made.push(html.slice(at))
  return made.join('')
}

const ICON_CELL = /<tr>(?:<td>((?:(?!<\/?t[dhr]\b)[\s\S]){0,600})<\/td>)(?=<td>)/y

/** The icon of the callout that begins here: its first cell of two, where that is short enough. */
function iconAt(html: string, from: number): { text: string; end: number } | null {
  ICON_CELL.lastIndex = from
  const found = ICON_CELL.exec(html)
  const text = found && wordsIn(found[1] ?? '')
  return text && text.length <= LONGEST_ICON ? { text, end: ICON_CELL.lastIndex } : null
}

/** A picture on a line of its own with the paragraph of its caption. */
const CAPTIONED = new RegExp(
  `<p(?: [^<>]*)?>((?:<a href="[^"]*">)?<img\\b[^<>]*>(?:</a>)?)</p><p class="${CLASSES.caption}"[^<>]*>((?:(?!<p|</p>)[\\s\\S])*)</p>`,
  'g',
)

/** Captions with their pictures; empty paragraphs behind tables are nothing. */
export const withCaptions = (html: string): string =>
  html
    .replaceAll(`<p class="${CLASSES.gap}"></p>`, '')
    .replace(CAPTIONED, (_, picture: string, words: string) =>
      /^(?:(?!<(?!\/?span\b))[\s\S])*$/.test(words)
        ? `<figure>${picture}<figcaption>${words}</figcaption></figure>`
        : `<p>${picture}</p><p>${words}</p>`,
    )
