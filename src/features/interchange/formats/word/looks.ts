import { MAX_INDENT } from '@/blocks/kit/attributes'
import { nearestBackground } from '@/blocks/marks/css-color'
import { OpenItems } from './item-paragraphs'
import { type ListItem, leftIn, WordNumbers } from './numbers'
import { type SaidSize, WordSizes } from './sizes'
import type { StyleSheet } from './style-sheet'
import { INSET_STYLES } from './styles'

/** Twips that one indent of ours is in Word. */
export const STEP = 360

/**
 * Around what is put into the text, where mammoth carries it along: a paragraph's look in front of it, and that of a run
 * around its words. From the private part of Unicode, taken out of the text before.
 */
const [LOOK, END_OF_NUMBER, WORDS, END_OF_WORDS] = ['\ue002', '\ue003', '\ue004', '\ue005']

/** What is said of a paragraph itself; what its style says stays with the style. */
interface ParagraphLook {
  align: string | null
  indent: number
  /** A colour of ours, by its name. */
  background: string | null
  item: ListItem | null
}

/** What is said of a run of words itself. */
interface RunLook {
  /** Its colours. */
  css: string
  size: SaidSize | null
}

const ALIGNS: Readonly<Record<string, string>> = {
  center: 'center',
  right: 'right',
  end: 'end',
  both: 'justify',
  distribute: 'justify',
}

/**
 * Openings of paragraphs and what is said of them, openings and ends of runs with what is said of the run. More than so much
 * is said of none: what is never closed costs no more than that (R34).
 */
const TOKENS =
  /<w:p(?:\s[^<>]*)?>|<w:r(?:\s[^<>]*)?(?<!\/)>(?:<w:rPr>((?:(?!<\/w:rPr>)[\s\S]){0,3000})<\/w:rPr>)?|<\/w:r>|<w:pPr>((?:(?!<\/w:pPr>)[\s\S]){0,6000})<\/w:pPr>/g

const run = (text: string): string => `<w:r>${words(text)}</w:r>`
const words = (text: string): string => `<w:t xml:space="preserve">${text}</w:t>`

const attribute = (xml: string, element: string, name: string): string | null =>
  new RegExp(`<w:${element}\\b[^<>]*?\\bw:${name}="([^"<>]{0,40})"`).exec(xml)?.[1] ?? null

const numberProperties = ({ list, level }: { list: string; level: string }): string =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr></w:pPr>`
const hex = (value: string | null): string | null =>
  value !== null && /^[0-9a-f]{6}$/i.test(value) ? `#${value.toLowerCase()}` : null

/**
 * What mammoth leaves out of Word's paragraphs and runs: alignment, indents, colours, sizes, and how lists are numbered. It is
 * marked in the XML before and put into the HTML after (docs/formats.md).
 */
export class WordLooks {
  private readonly paragraphs: ParagraphLook[] = []
  private readonly runs: RunLook[] = []
  private readonly numbers: WordNumbers
  private readonly sizes: WordSizes
  private readonly items = new OpenItems()

  /** The parts `word/numbering.xml` and `word/styles.xml`, empty where there is none. */
  constructor(
    { numbering, styles }: { numbering: string; styles: string },
    private readonly sheet: StyleSheet,
  ) {
    this.numbers = new WordNumbers(numbering)
    this.sizes = new WordSizes(styles)
  }

  /** The text of a part with marks in it. */
  mark(xml: string): string {
    const open: boolean[] = []
    let style = ''
    return xml.replace(
      TOKENS,
      (token, ofRun: string | undefined, ofParagraph: string | undefined, at: number) => {
        if (token === '</w:r>') return open.pop() ? `${words(END_OF_WORDS)}${token}` : token
        if (/^<w:p[\s>]/.test(token)) this.items.begin()
        if (token.startsWith('<w:p')) style = ofParagraph === undefined ? '' : this.sizes.styleIn(ofParagraph)
        if (ofParagraph !== undefined) return this.markParagraph(token, ofParagraph)
        if (!token.startsWith('<w:r')) return token
        if (xml.startsWith('<w:t', at + token.length)) this.sizes.count(style, ofRun ?? '')
        const look = this.lookOfRun(style, ofRun ?? '')
        open.push(look !== null)
        if (!look) return token
        return `${token}${words(`${WORDS}${this.runs.push(look) - 1}${END_OF_NUMBER}`)}`
      },
    )
  }

  private lookOfRun(style: string, said: string): RunLook | null {
    if (said.includes('<w:rPrChange')) return null
    const size = this.sizes.ofRun(style, said)
    const named = /<w:rStyle\s[^<>]*?\bw:val="([^"<>]{1,200})"/.exec(said)?.[1]
    const colors = named === undefined ? said : said + this.sheet.wordColors(named)
    const color = hex(attribute(colors, 'color', 'val'))
    const background = hex(attribute(colors, 'shd', 'fill'))
    const css = [color && `color:${color}`, background && `background-color:${background}`].filter(Boolean)
    return css.length > 0 || size ? { css: css.join(';'), size } : null
  }

  private markParagraph(token: string, said: string): string {
    // Of what was changed while changes are tracked, the older state stands inside.
    if (said.includes('<w:pPrChange')) return token
    const number = /<w:numPr>([\s\S]*?)<\/w:numPr>/.exec(said)?.[1]
    const style = this.sizes.styleIn(said)
    const ofStyle = number === undefined ? this.sheet.listOf(style) : null
    const list = ofStyle?.list ?? attribute(number ?? '', 'numId', 'val')
    const level = ofStyle?.level ?? attribute(number ?? '', 'ilvl', 'val')
    const item = list === null ? null : this.numbers.next(list, level)
    const left = leftIn(said)
    if (item) this.items.item(Number(level) || 0, left ?? this.numbers.leftOf(list ?? '', Number(level) || 0))
    const below = item || INSET_STYLES.has(style) ? null : this.items.below(left ?? this.sheet.leftOf(style))
    const look: ParagraphLook = {
      align: ALIGNS[attribute(said, 'jc', 'val') ?? ''] ?? null,
      indent: below ?? Math.max(0, indentOf(said) - (INSET_STYLES.has(style) ? 1 : 0)),
      background: nearestBackground(hex(attribute(said, 'shd', 'fill')) ?? ''),
      item,
    }
    // Mammoth knows the lists of paragraphs only.
    const told = ofStyle ? token.replace('</w:pPr>', numberProperties(ofStyle)) : token
    if (!look.align && !look.indent && !look.background && !look.item) return told
    return `${told}${run(`${LOOK}${this.paragraphs.push(look) - 1}${END_OF_NUMBER}`)}`
  }

  /** The HTML with what the marks in it stand for. */
  apply(html: string): string {
    return html
      .replace(/<(p|h[1-6]|li)>\ue002(\d+)\ue003/g, (_, name: string, at: string) => {
        const look = this.paragraphs[Number(at)]
        const said = look ? (name === 'li' ? itemData(look) : blockData(name, look)) : ''
        // A bullet that is a box nobody has ticked.
        return `<${name}${said}>${name === 'li' && look?.item?.style === 'todo' ? '<input type="checkbox">' : ''}`
      })
      .replace(/\ue002\d+\ue003/g, '')
      .replace(/\ue004(\d+)\ue003/g, (_, at: string) => `<span${this.runData(this.runs[Number(at)])}>`)
      .replaceAll(END_OF_WORDS, '</span>')
  }

  private runData(look: RunLook | undefined): string {
    const size = look?.size && this.sizes.pixels(look.size)
    return `${look?.css ? ` style="${look.css}"` : ''}${size ? ` data-font-size="${size}"` : ''}`
  }
}

/** How far the first line stands from the margin, in steps of ours. */
function indentOf(said: string): number {
  const twips = (name: string): number => Number.parseInt(attribute(said, 'ind', name) ?? '', 10) || 0
  const left = (twips('start') || twips('left')) - twips('hanging')
  return Math.min(Math.max(0, Math.round(left / STEP)), MAX_INDENT)
}

/** A paragraph or heading as one of ours, of which every attribute is read. */
function blockData(name: string, { align, indent, background }: ParagraphLook): string {
  if (!align && !indent && !background) return ''
  return [
    name === 'p' ? ' data-kind="paragraph"' : ` data-kind="heading" data-level="${name.slice(1)}"`,
    align ? ` data-align="${align}"` : '',
    indent ? ` data-indent="${indent}"` : '',
    background ? ` data-background-color="${background}"` : '',
  ].join('')
}

function itemData({ item, align }: ParagraphLook): string {
  const css = [
    item && item.style !== 'todo' && `list-style-type:${item.style}`,
    align && `text-align:${align}`,
  ].filter(Boolean)
  return [
    item && item.number !== null ? ` value="${item.number}"` : '',
    css.length > 0 ? ` style="${css.join(';')}"` : '',
  ].join('')
}
