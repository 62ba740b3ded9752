import { AlignmentType, CheckBox, type IParagraphOptions, LevelFormat, TextRun } from 'docx'
import type { Block } from '@/blocks'
import { isNumbered, isTodo } from '@/blocks/list-item/list-styles'
import { STEP } from './looks'
import { STYLES, TODO_LEVELS } from './styles'
import { idOf } from './write-styles'

/** Where a block stands: how far in, in twips, and the style of the paragraphs of the container around it. */
export interface ItemPlace {
  style: string | undefined
  inset: number
}

const TOGGLE = 'toggle'
/** The deepest level of a list of Word, from 0. */
const DEEPEST = 8
/** Word's signs for a box that is ticked, and one that is not. */
const SIGN = { font: 'Segoe UI Symbol' }
const BOX = { checkedState: { ...SIGN, value: '2611' }, uncheckedState: { ...SIGN, value: '2610' } }

type Format = (typeof LevelFormat)[keyof typeof LevelFormat]
const FORMATS: Readonly<Record<string, Format>> = {
  decimal: LevelFormat.DECIMAL,
  'lower-alpha': LevelFormat.LOWER_LETTER,
  'upper-alpha': LevelFormat.UPPER_LETTER,
  'lower-roman': LevelFormat.LOWER_ROMAN,
  'upper-roman': LevelFormat.UPPER_ROMAN,
}
/** A plain bullet is another sign on each level, as on the page. */
const BY_LEVEL = ['•', '◦', '▪'] as const
const BULLETS: Readonly<Record<string, string>> = { disc: '•', circle: '◦', square: '▪', [TOGGLE]: '▾' }

const bulletOf = (style: string, level: number): string =>
  (style === 'disc' ? BY_LEVEL[level % BY_LEVEL.length] : BULLETS[style]) ?? '•'

const markerOf = ({ attributes = {} }: Block): string => String(attributes.listStyleType ?? 'disc')
const levelOf = ({ attributes = {} }: Block): number => Math.min(Number(attributes.indent ?? 0), DEEPEST)

/** Makes the definitions of Word's lists, and what each item says of its own. */
export class ListWriter {
  /** The lists that were met. */
  private readonly lists = new Map<string, { style: string; start: number; level: number }>()
  /** The list that items of a marker and level belong to until one begins anew. */
  private readonly last = new Map<string, { reference: string; instance: number }>()
  private instances = 0

  /** The lists that were met, as Word wants to know them. */
  numbering() {
    return [...this.lists].map(([reference, { style, start, level: first }]) => ({
      reference,
      levels: Array.from({ length: DEEPEST + 1 }, (_, level) => ({
        level,
        format: FORMATS[style] ?? LevelFormat.BULLET,
        text: isNumbered(style) ? `%${level + 1}.` : bulletOf(style, level),
        start: level === first ? start : 1,
        alignment: AlignmentType.LEFT,
        style: { paragraph: { indent: { left: STEP * (level + 1), hanging: STEP } } },
      })),
    }))
  }

  /** The item's paragraph; `number` is the one that it shows. */
  item(block: Block, number: number | null, { style, inset }: ItemPlace): IParagraphOptions {
    const { attributes = {} } = block
    const marker = markerOf(block)
    const level = levelOf(block)
    const indent = { left: inset + STEP * (level + 1), hanging: STEP }
    if (isTodo(marker)) {
      const box = new CheckBox({ ...BOX, checked: attributes.checked === true })
      return { style: todoStyle(level), indent, children: [box, new TextRun('\t')] }
    }
    const isFirst = isNumbered(marker) && (number === 1 || typeof attributes.listStart === 'number')
    const start = isFirst ? (number ?? 1) : 1
    const reference = isNumbered(marker) ? `${marker}-${start}-${level}` : marker
    const begun = isFirst ? undefined : this.last.get(`${marker} ${level}`)
    const list = begun ?? { reference, instance: ++this.instances }
    this.define(list.reference, marker, start, level)
    if (isNumbered(marker)) this.last.set(`${marker} ${level}`, list)
    return {
      style: style ?? listStyle(marker, level),
      numbering: { level, reference: list.reference, ...(isNumbered(marker) && { instance: list.instance }) },
      indent,
    }
  }

  /** How an item looked that is none any more. */
  formerItem(block: Block): IParagraphOptions {
    const marker = markerOf(block)
    const level = levelOf(block)
    const indent = { left: STEP * (level + 1), hanging: STEP }
    if (isTodo(marker)) return { style: todoStyle(level), indent }
    const reference = isNumbered(marker) ? `${marker}-1-${level}` : marker
    this.define(reference, marker, 1, level)
    return { style: listStyle(marker, level), numbering: { level, reference }, indent }
  }

  /** The sign in front of the line of a toggle. */
  toggleSign(inset: number): IParagraphOptions {
    this.define(TOGGLE, TOGGLE, 1, 0)
    return { numbering: { level: 0, reference: TOGGLE }, indent: { left: inset, hanging: STEP } }
  }

  private define(reference: string, style: string, start: number, level: number): void {
    if (!this.lists.has(reference)) this.lists.set(reference, { style, start, level })
  }
}

const todoStyle = (level: number): string => idOf(STYLES.todo(Math.min(level + 1, TODO_LEVELS)))
const listStyle = (marker: string, level: number): string =>
  idOf((isNumbered(marker) ? STYLES.numbers : STYLES.bullets)(level + 1))
