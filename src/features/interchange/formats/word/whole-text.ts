import type { Notes } from '@/blocks/markdown/notes'
import { t } from '@/shared/i18n'
import { fieldLink, plainInstruction } from './field-code'
import { PAGE_BREAK } from './page-breaks'
import { decoded, escaped } from './xml-text'

/*
 * Mammoth leaves out, without a word, what stands in elements that it does not know. Before it reads a part of a Word file,
 * the text in those is put where it does read. Every step goes through the part once (R34).
 */

/** Deeper nesting stays as it is. */
const DEEPEST = 60

const field = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
const instruction = (text: string): string =>
  `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`

const SIGN = /<w:sym\b([^<>]*)\/>/g
/** Fonts of pictures, whose letters mean something else than Unicode's. */
const PICTURES = /^(?:wingdings|webdings|symbol|zapf ?dingbats|marlett|mt extra)/i
/** Boxes in Wingdings that can be ticked, by the last two digits of their place in it. */
const WINGDINGS: Readonly<Record<string, string>> = {
  '6F': '☐',
  '70': '☐',
  '71': '☐',
  '72': '☐',
  A8: '☐',
  FD: '☒',
  FE: '☑',
  '78': '☒',
}
const WINGDINGS_2: Readonly<Record<string, string>> = {
  A3: '☐',
  '2A': '☐',
  '52': '☑',
  '53': '☒',
  '54': '☒',
  '55': '☒',
}

/** The sign that is written as one of a font, as text; `null` for those that mammoth knows or nobody does. */
function signOf(attributes: string): string | null {
  const code = /\bw:char="([0-9a-f]{2,5})"/i.exec(attributes)?.[1]?.toUpperCase()
  const font = /\bw:font="([^"<>]{0,60})"/.exec(attributes)?.[1] ?? ''
  if (code === undefined) return null
  const boxes = /^wingdings 2$/i.test(font) ? WINGDINGS_2 : /^wingdings$/i.test(font) ? WINGDINGS : null
  const isPicture = PICTURES.test(font)
  const value = Number.parseInt(code, 16)
  const isText = !isPicture && value >= 0x20 && !(value >= 0xd800 && value <= 0xf8ff)
  const sign = boxes?.[code.slice(-2)] ?? (isText ? String.fromCodePoint(value) : null)
  return sign === null ? null : `<w:t xml:space="preserve">${escaped(sign)}</w:t>`
}

/** Elements that stand for another, or for nothing; and fields in one element, as those of several. */
function withKnownElements(xml: string): string {
  return (
    xml
      .replace(/<w:fldSimple\b([^<>]*?)(\/?)>/g, (_, attributes: string, empty: string) => {
        const code = /\bw:instr="([^"]*)"/.exec(attributes)?.[1] ?? ''
        const opening = field('begin') + instruction(code) + field('separate')
        return empty ? opening + field('end') : opening
      })
      .replaceAll('</w:fldSimple>', field('end'))
      .replace(/<w:cr\b[^<>]*\/>/g, '<w:br/>')
      .replace(/<w:ptab\b[^<>]*\/>/g, '<w:tab/>')
      .replace(/<w:br\b[^<>]*\bw:type="(?:page|column)"[^<>]*\/>/g, `<w:t>${PAGE_BREAK}</w:t>`)
      .replace(SIGN, (whole, attributes: string) => signOf(attributes) ?? whole)
      .replace(/<\/?w:(?:bdo|dir)\b[^<>]*>/g, '')
      // Mammoth takes a row that is said to be no header for one.
      .replace(/<w:tblHeader\b[^<>]*\bw:val="(?:0|false|off)"[^<>]*\/>/g, '')
      .replace(/<(\/?)v:(?:oval|polyline|line|arc|curve)\b/g, '<$1v:shape')
  )
}

const FIELD_PARTS =
  /<w:fldChar\b[^<>]*\bw:fldCharType="(begin|separate|end)"[^<>]*>|<w:instrText\b[^<>]*(?<!\/)>([^<>]*)<\/w:instrText>/g

/** Instructions that are links, without their switches. */
function withPlainLinks(xml: string): string {
  interface Part {
    start: number
    end: number
    code: string
  }
  const open: Part[][] = []
  const edits: { start: number; end: number; text: string }[] = []
  const finish = (parts: Part[]) => {
    const link = fieldLink(parts.map(({ code }) => decoded(code)).join(''))
    if (!link) return
    for (const [at, { start, end }] of parts.entries())
      edits.push({
        start,
        end,
        text: at === 0 ? instruction(escaped(plainInstruction(link))).slice(5, -6) : '',
      })
    parts.length = 0
  }
  for (const found of xml.matchAll(FIELD_PARTS)) {
    const [whole, type, code] = found
    if (code !== undefined) open.at(-1)?.push({ start: found.index, end: found.index + whole.length, code })
    else if (type === 'begin') open.push([])
    else {
      const parts = type === 'end' ? open.pop() : open.at(-1)
      if (parts?.length) finish(parts)
    }
  }
  edits.sort((one, other) => one.start - other.start)
  const kept: string[] = []
  let at = 0
  for (const { start, end, text } of edits) {
    kept.push(xml.slice(at, start), text)
    at = end
  }
  return kept.join('') + xml.slice(at)
}

const NESTED =
  /<(\/?)(w:ruby|w:rubyBase|w:rt|w:drawing|w:txbxContent|mc:AlternateContent|mc:Choice|mc:Fallback)(?=[\s/>])([^<>]*)>/g

/** An element that is open, with what was read of it. */
interface Frame {
  name: string
  opening: string
  inside: string[]
  /** Of those elements in it that are put together anew at its end. */
  parts: { name: string; inside: string }[]
}

/** Elements that are taken out of what is around them, each with those in which it is. */
const PARTS: Readonly<Record<string, string>> = {
  'w:rt': 'w:ruby',
  'w:rubyBase': 'w:ruby',
  'w:txbxContent': 'w:drawing',
  'mc:Choice': 'mc:AlternateContent',
  'mc:Fallback': 'mc:AlternateContent',
}

const hasText = (xml: string): boolean => /<w:t[\s>]/.test(xml)
const textRun = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`

/** The element as mammoth reads it with all its text. */
function remade({ name, opening, inside, parts }: Frame, notes: Notes): string {
  const rest = inside.join('')
  const insideOf = (part: string) =>
    parts.filter((candidate) => candidate.name === part).map((candidate) => candidate.inside)
  if (name === 'w:ruby') {
    notes.converted(t('Reading above the words'), t('brackets behind them'))
    const above = insideOf('w:rt')
    return `${insideOf('w:rubyBase').join('')}${above.length ? textRun('(') + above.join('') + textRun(')') : ''}`
  }
  if (name === 'mc:AlternateContent') {
    const fallback = insideOf('mc:Fallback').join('')
    const choice = insideOf('mc:Choice').find(hasText)
    return choice !== undefined && !hasText(fallback)
      ? choice
      : `${opening}<mc:Fallback>${fallback}</mc:Fallback></${name}>`
  }
  // Text boxes of a drawing stand behind it.
  const boxes = insideOf('w:txbxContent').map(
    (box) => `<w:pict><w:txbxContent>${box}</w:txbxContent></w:pict>`,
  )
  return `${opening}${rest}</${name}>${boxes.join('')}`
}

function withNestedText(xml: string, notes: Notes): string {
  const bottom: Frame = { name: '', opening: '', inside: [], parts: [] }
  const open: Frame[] = [bottom]
  let at = 0
  for (const found of xml.matchAll(NESTED)) {
    const [whole, slash, name = '', attributes = ''] = found
    const top = open.at(-1)!
    top.inside.push(xml.slice(at, found.index))
    at = found.index + whole.length
    const around = PARTS[name]
    if (slash === '/') {
      const parent = open.at(-2)
      if (top.name !== name || !parent) {
        top.inside.push(whole)
        continue
      }
      open.pop()
      if (around) parent.parts.push({ name, inside: top.inside.join('') })
      else parent.inside.push(remade(top, notes))
    } else if (attributes.endsWith('/') || open.length > DEEPEST || (around && top.name !== around)) {
      top.inside.push(whole)
    } else open.push({ name, opening: whole, inside: [], parts: [] })
  }
  open.at(-1)!.inside.push(xml.slice(at))
  // What is never closed is for mammoth to refuse.
  return open.map(({ opening, inside }) => opening + inside.join('')).join('')
}

/** What a part holds that no page does, by what it is called in the receipt. */
const UNREAD: readonly (readonly [sign: RegExp, what: () => string])[] = [
  [/<(?:c|cx):chart\b/g, () => t('Chart')],
  [/<dgm:relIds\b/g, () => t('Diagram (SmartArt)')],
]

/** A part of a Word file (document, footnotes, endnotes) with all its text in elements that mammoth reads. */
export function wholeText(xml: string, notes: Notes): string {
  const known = withNestedText(withPlainLinks(withKnownElements(xml)), notes)
  for (const [sign, what] of UNREAD) for (const _ of known.matchAll(sign)) notes.dropped(what())
  return known
}
