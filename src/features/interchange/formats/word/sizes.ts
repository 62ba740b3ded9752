import { MAX_FONT_SIZE, MIN_FONT_SIZE } from '@/blocks/marks/styles'

/** Half points that text has where nothing is said of its size. */
const USUAL = 20
/** Styles that are based on styles that are based on styles … */
const DEEPEST = 10

const sizeIn = (xml: string): number | null => {
  const size = Number(/<w:sz\s[^<>]*?w:val="(\d{1,4})"/.exec(xml)?.[1] ?? 0)
  return size > 0 ? size : null
}

const nameIn = (xml: string, element: string): string =>
  new RegExp(`<w:${element}\\s[^<>]*?w:val="([^"<>]{0,100})"`).exec(xml)?.[1] ?? ''

/** A size that is said of a run of words, and whether its paragraph is of no style of its own. */
export interface SaidSize {
  size: number
  isPlain: boolean
}

/** How large the text of a Word file is where its words do not say it themselves. Sizes are in half points, as Word's. */
export class WordSizes {
  private readonly styles = new Map<string, { size: number | null; basedOn: string }>()
  private readonly usual: number
  /** The style of paragraphs that name none. */
  private plain = ''
  /** How often sizes are said in paragraphs of no style of their own, and of how many runs. */
  private readonly said = new Map<number, number>()
  private runs = 0

  /** `styles`: the part `word/styles.xml`, where there is one. */
  constructor(styles: string) {
    const [head = '', ...parts] = styles.split('<w:style ')
    this.usual = sizeIn(head) ?? USUAL
    for (const part of parts) {
      const id = /^[^<>]*?w:styleId="([^"<>]{1,100})"/.exec(part)?.[1]
      if (id === undefined || !/^[^<>]*?w:type="paragraph"/.test(part)) continue
      if (/^[^<>]*?w:default="(?:1|true|on)"/.test(part)) this.plain = id
      this.styles.set(id, { size: sizeIn(part), basedOn: nameIn(part, 'basedOn') })
    }
  }

  /** Takes note of a run of words; `style` is that of its paragraph, and `said` what is said of the run. */
  count(style: string, said: string): void {
    if (!this.isPlain(style)) return
    const size = sizeIn(said)
    this.runs += 1
    if (size !== null) this.said.set(size, (this.said.get(size) ?? 0) + 1)
  }

  /** What is said of a run's size. Null: nothing, or what the style of its paragraph says as well. */
  ofRun(style: string, said: string): SaidSize | null {
    const size = sizeIn(said)
    return size === null || size === this.ofStyle(style) ? null : { size, isPlain: this.isPlain(style) }
  }

  /**
   * The same in pixels, once all runs have been counted; null when the words have it anyway. Many programs say a size for
   * every word: what more than half of the runs say is the usual one.
   */
  pixels({ size, isPlain }: SaidSize): number | null {
    if (isPlain && (this.said.get(size) ?? 0) * 2 > this.runs) return null
    // A pixel is three quarters of a point.
    return Math.min(Math.max(MIN_FONT_SIZE, Math.round(size / 1.5)), MAX_FONT_SIZE)
  }

  /** The style that the properties of a paragraph name. */
  styleIn(said: string): string {
    return nameIn(said, 'pStyle')
  }

  private isPlain(style: string): boolean {
    return style === '' || style === this.plain
  }

  private ofStyle(named: string): number {
    let style = this.styles.get(named || this.plain)
    for (let depth = 0; style && depth < DEEPEST; depth++) {
      if (style.size !== null) return style.size
      style = this.styles.get(style.basedOn)
    }
    return this.usual
  }
}
