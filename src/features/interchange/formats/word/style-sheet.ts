import { leftIn } from './numbers'
import { decoded } from './xml-text'

/** Styles that are based on styles that are based on styles … */
const DEEPEST = 10
/** How many styles of a file are told of: each is compared with every paragraph. */
const MOST_TOLD = 200

interface Style {
  type: string
  name: string
  basedOn: string
  /** The properties of its words and of its paragraphs, as they are written. */
  run: string
  paragraph: string
}

const attribute = (xml: string, name: string): string =>
  new RegExp(`^[^<>]*?\\bw:${name}="([^"<>]{0,200})"`).exec(xml)?.[1] ?? ''
const valueIn = (xml: string, element: string): string =>
  new RegExp(`<w:${element}\\s[^<>]*?\\bw:val="([^"<>]{0,200})"`).exec(xml)?.[1] ?? ''
const part = (xml: string, element: string): string => {
  const start = xml.search(new RegExp(`<w:${element}(?=[\\s>])`))
  const end = start < 0 ? -1 : xml.indexOf(`</w:${element}>`, start)
  return end < 0 ? '' : xml.slice(start, end)
}

/** Is something such as `<w:b/>` on or off? `null`: nothing is said. */
function isOn(xml: string, element: string): boolean | null {
  const found = new RegExp(`<w:${element}(?=[\\s/>])([^<>]*)>`).exec(xml)
  if (!found) return null
  return !/\bw:val="(?:0|false|off|none)"/.test(found[1] ?? '')
}

/** A name as the style map of mammoth quotes it. */
const quoted = (name: string): string => `'${decoded(name).replace(/[\\']/g, '\\$&').replace(/\s+/g, ' ')}'`

/** What a style of Word's own is in HTML; those that are based on it are the same. */
const MEANINGS: readonly (readonly [name: RegExp, path: string])[] = [
  [/^(?:quote|intense quote|block text|quotations|block quote)$/i, 'blockquote > p:fresh'],
  [
    /^(?:source code|html preformatted|preformatted text|code|code block|plain text|macro)$/i,
    "pre:separator('\\n')",
  ],
]

/** What a name of Word's own styles for words says of them, where the file says nothing. */
const KNOWN_WORDS: Readonly<Record<string, string>> = {
  emphasis: '<w:i/>',
  'subtle emphasis': '<w:i/>',
  strong: '<w:b/>',
  'intense emphasis': '<w:b/><w:i/>',
  'book title': '<w:b/><w:i/>',
  'html cite': '<w:i/>',
  'html variable': '<w:i/>',
  'html definition': '<w:i/>',
}

const TAGS: readonly (readonly [element: string, tag: string])[] = [
  ['b', 'strong'],
  ['i', 'em'],
  ['strike', 's'],
  ['u', 'u'],
]

/** The styles of a Word file, each with what it has of those that it is based on. */
export class StyleSheet {
  private readonly styles = new Map<string, Style>()

  /** `xml`: the part `word/styles.xml`, where there is one. */
  constructor(xml: string) {
    for (const said of xml.split(/<w:style(?=\s)/).slice(1)) {
      const id = attribute(said, 'styleId')
      if (id === '' || this.styles.has(id)) continue
      this.styles.set(id, {
        type: attribute(said, 'type'),
        name: valueIn(said, 'name'),
        basedOn: valueIn(said, 'basedOn'),
        run: part(said, 'rPr'),
        paragraph: part(said, 'pPr'),
      })
    }
  }

  /** The style and those that it is based on, nearest first. */
  private chain(id: string): Style[] {
    const found: Style[] = []
    for (let style = this.styles.get(id); style && found.length < DEEPEST; ) {
      found.push(style)
      const next = this.styles.get(style.basedOn)
      style = next === style ? undefined : next
    }
    return found
  }

  /** The list that paragraphs of this style are items of, where they do not say one themselves. */
  listOf(id: string): { list: string; level: string } | null {
    let level = ''
    for (const { paragraph } of this.chain(id)) {
      const said = part(paragraph, 'numPr')
      level ||= valueIn(said, 'ilvl')
      const list = valueIn(said, 'numId')
      if (list !== '') return list === '0' ? null : { list, level: level || '0' }
    }
    return null
  }

  /** Twips from the margin to the words of paragraphs of this style; `null`: nothing is said. */
  leftOf(id: string): number | null {
    for (const { paragraph } of this.chain(id)) {
      const left = leftIn(paragraph)
      if (left !== null) return left
    }
    return null
  }

  /** What the words of this style say of their colors; of links it is what all links have. */
  wordColors(id: string): string {
    const [style] = this.chain(id)
    if (style?.type !== 'character' || /hyperlink/i.test(style.name)) return ''
    return this.chain(id)
      .map(
        ({ run }) => `${/<w:color\s[^<>]*>/.exec(run)?.[0] ?? ''}${/<w:shd\s[^<>]*>/.exec(run)?.[0] ?? ''}`,
      )
      .join('')
  }

  /** What styles that Word does not bring mean, in mammoth's words; `known` are the names that have a meaning already. */
  styleMap(known: ReadonlySet<string>): string[] {
    const told: string[] = []
    for (const [id, { type, name }] of this.styles) {
      if (name === '' || told.length === MOST_TOLD) continue
      const isKnown = known.has(decoded(name).toLowerCase())
      if (type === 'paragraph' && !isKnown) {
        const path = this.paragraphPath(id)
        if (path) told.push(`p[style-name=${quoted(name)}] => ${path}`)
      }
      if (type === 'character' && !isKnown) {
        const path = this.wordPath(id)
        if (path !== null) told.push(`r[style-name=${quoted(name)}] => ${path}`)
      }
    }
    return told
  }

  private paragraphPath(id: string): string | null {
    const [, ...bases] = this.chain(id)
    for (const { name } of bases) {
      const level = /^heading ([1-6])$/i.exec(name)?.[1]
      if (level) return `h${level}:fresh`
      if (/^title$/i.test(name)) return 'h1:fresh'
      const meaning = MEANINGS.find(([named]) => named.test(name))
      if (meaning) return meaning[1]
    }
    for (const { paragraph } of this.chain(id)) {
      const level = valueIn(paragraph, 'outlineLvl')
      if (level !== '') return /^[0-5]$/.test(level) ? `h${Number(level) + 1}:fresh` : null
    }
    return null
  }

  private wordPath(id: string): string | null {
    const chain = this.chain(id)
    const said = (element: string): boolean => {
      for (const { run, name } of chain) {
        const value = isOn(run, element) ?? isOn(KNOWN_WORDS[name.toLowerCase()] ?? '', element)
        if (value !== null) return value
      }
      return false
    }
    const tags = TAGS.filter(([element]) => said(element)).map(([, tag]) => tag)
    const raised = chain.map(({ run }) => valueIn(run, 'vertAlign')).find((value) => value !== '')
    if (raised === 'superscript') tags.push('sup')
    if (raised === 'subscript') tags.push('sub')
    // Its colors are told of with the words themselves.
    return tags.length > 0 || this.wordColors(id) !== '' ? tags.join(' > ') : null
  }
}
