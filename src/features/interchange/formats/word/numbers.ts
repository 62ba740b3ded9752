/** An item of one of Word's lists. */
export interface ListItem {
  /** Of our own, such as `lower-alpha`, `circle` or `todo`. */
  style: string
  /** `null`: the list has no numbers. */
  number: number | null
}

interface Level {
  style: string
  isNumbered: boolean
  start: number
  /** Twips from the margin to the words; `null`: nothing is said. */
  left: number | null
}

const STYLES: Readonly<Record<string, string>> = {
  lowerLetter: 'lower-alpha',
  upperLetter: 'upper-alpha',
  lowerRoman: 'lower-roman',
  upperRoman: 'upper-roman',
}

/** The boxes of Word's lists of things to do, by the font of the sign. */
const BOXES: readonly (readonly [font: RegExp, sign: RegExp])[] = [
  [/^wingdings 2$/i, /^[\uf0a3\uf02a£*]$/],
  [/^wingdings$/i, /^[\uf06f-\uf072\uf0a8oqr¨]$/],
  [/^/, /^[☐❏❑❒□]$/],
]

const bulletOf = (sign: string, font: string): string => {
  if (BOXES.some(([fonts, signs]) => fonts.test(font) && signs.test(sign))) return 'todo'
  return /^[◦○o]$/.test(sign) ? 'circle' : /^[▪■§\uf0a7]$/.test(sign) ? 'square' : 'disc'
}

/** A page gives each level of plain bullets another sign, as Word does: there it is no choice of its own. */
const BY_LEVEL = ['disc', 'circle', 'square'] as const

function plainByLevel(levels: Map<number, Level>): void {
  if (levels.get(0)?.style !== 'disc') return
  for (const [number, level] of levels)
    if (level.style === BY_LEVEL[number % BY_LEVEL.length]) level.style = 'disc'
}

const value = (xml: string, element: string): string | null =>
  new RegExp(`<w:${element}\\b[^<>]*?\\bw:val="([^"<>]{0,40})"`).exec(xml)?.[1] ?? null

const fontOf = (xml: string): string =>
  /<w:rFonts\b[^<>]*?\bw:(?:ascii|hAnsi)="([^"<>]{0,60})"/.exec(xml)?.[1] ?? ''

const wholeNumber = (text: string | null | undefined): number | null =>
  text !== null && text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null

/** Twips from the margin to the words of a paragraph, as its properties say; `null`: they say nothing. */
export const leftIn = (xml: string): number | null => {
  const said = /<w:ind\b([^<>]*)>/.exec(xml)?.[1] ?? ''
  return wholeNumber(/\bw:(?:start|left)="(\d{1,6})"/.exec(said)?.[1])
}

/** Elements of one name that hold others, each with its id. */
function* elements(xml: string, name: string, id: string): Generator<[id: string, inside: string]> {
  const head = new RegExp(`^[^<>]*?\\bw:${id}="(\\d{1,9})"[^<>]*>`)
  // Cut apart instead of searched for, so that one which is never closed costs no more than its length (R34).
  for (const part of xml.split(new RegExp(`<w:${name}(?=\\s)`)).slice(1)) {
    const end = part.indexOf(`</w:${name}>`)
    const found = head.exec(part)
    if (found?.[1] && end > 0) yield [found[1], part.slice(found[0].length, end)]
  }
}

/** How the items of Word's lists are numbered: counts along, in the order of the text. */
export class WordNumbers {
  /** What the lists are made of, by the id of what defines them and the level. */
  private readonly levels = new Map<string, Map<number, Level>>()
  private readonly lists = new Map<string, { defined: string; starts: Map<number, number> }>()
  /** The last number by level, of what counts together. */
  private readonly counted = new Map<string, Map<number, number>>()

  /** `xml`: the part `word/numbering.xml`. */
  constructor(xml: string) {
    for (const [id, inside] of elements(xml, 'abstractNum', 'abstractNumId')) {
      const levels = new Map<number, Level>()
      for (const [level, said] of elements(inside, 'lvl', 'ilvl')) {
        const format = value(said, 'numFmt') ?? 'decimal'
        const isNumbered = format !== 'bullet' && format !== 'none'
        const style = isNumbered
          ? (STYLES[format] ?? 'decimal')
          : bulletOf(value(said, 'lvlText') ?? '', fontOf(said))
        levels.set(Number(level), {
          style,
          isNumbered,
          start: wholeNumber(value(said, 'start')) ?? 1,
          left: leftIn(said),
        })
      }
      plainByLevel(levels)
      this.levels.set(id, levels)
    }
    for (const [id, inside] of elements(xml, 'num', 'numId')) {
      const starts = new Map<number, number>()
      for (const [level, said] of elements(inside, 'lvlOverride', 'ilvl')) {
        const start = wholeNumber(value(said, 'startOverride'))
        if (start !== null) starts.set(Number(level), start)
      }
      this.lists.set(id, { defined: value(inside, 'abstractNumId') ?? '', starts })
    }
  }

  /** Twips from the margin to the words of items of a list at a level; `null`: nothing is said. */
  leftOf(list: string, level: number): number | null {
    return this.levels.get(this.lists.get(list)?.defined ?? '')?.get(level)?.left ?? null
  }

  /** The next item of a list at a level; `null` for a list that is not defined. */
  next(list: string | null, at: string | null): ListItem | null {
    const known = this.lists.get(list ?? '')
    const level = wholeNumber(at) ?? 0
    const found = known && this.levels.get(known.defined)?.get(level)
    if (!known || !found) return null
    const { style, isNumbered } = found
    if (!isNumbered) return { style, number: null }
    // Lists of one definition count on from each other, unless one says where it begins.
    const together = known.starts.size > 0 ? `list ${list}` : known.defined
    const numbers = this.counted.get(together) ?? new Map<number, number>()
    this.counted.set(together, numbers)
    const last = numbers.get(level)
    const number = last === undefined ? (known.starts.get(level) ?? found.start) : last + 1
    // What stands deeper begins anew behind this.
    for (const deeper of numbers.keys()) if (deeper > level) numbers.delete(deeper)
    numbers.set(level, number)
    return { style, number }
  }
}
