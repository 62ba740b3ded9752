import { t } from '@/shared/i18n'
import { safeUrl } from '@/shared/safe-url'
import { cleanText } from '../json'
import { atomKind, atomKinds, markKinds } from '../kinds'
import { attributesFromData } from '../kit/attributes'
import type { BlockMark } from '../kit/block'
import { type Declarations, declaredStyle } from '../kit/declarations'
import { ATOM } from '../kit/define-inline'
import type { DomElement } from '../kit/dom'
import type { Notes } from '../markdown/notes'
import { markRule, markStyles } from '../marks/foreign-marks'
import { isPicture } from '../media/media-html'
import { BLOCKS, EMBEDS } from './elements'
import { isEmbed, isLocalFile } from './foreign'
import { isColored } from './notion'
import type { Leave } from './place'
import { withoutRedirect } from './redirects'
import { styledAs } from './styles'
import type { OpenMark, Words } from './words'

/** Reads what stands in text: marks, atoms, boxes, breaks, and what becomes a link. */
export class InlineReader {
  constructor(
    private readonly words: Words,
    private readonly notes: Notes,
  ) {}

  /** Begins an element that is neither a block nor hidden. */
  enter(element: DomElement, name: string, styles: Declarations): Leave | undefined {
    if (name === 'br') {
      this.words.addText('\n')
      return undefined
    }
    if (name === 'input') {
      this.readCheckbox(element)
      return undefined
    }
    if (isEmbed(name)) {
      this.readEmbed(element, name)
      return EMBEDS.has(name) ? null : undefined
    }
    const classes = element.getAttribute('class') ?? ''
    // What Word puts at the end of every paragraph, and macOS for a second space.
    if (name === 'o:p' || /(?:^|\s)EOP(?:\s|$)/.test(classes)) return undefined
    if (classes === 'Apple-converted-space') {
      this.words.add(' ')
      return undefined
    }
    return this.enterMarks(element, name, styles)
  }

  /** Has a footnote of ours been read, which holds its words itself? */
  hasNotes = false

  /** Is this an atom, ours or what another program makes of one? What stands inside says the same and is left out. */
  readAtom(element: DomElement, name: string): boolean {
    const kind = element.getAttribute(ATOM)
    const own = kind === null ? undefined : atomKind(kind)
    if (own) {
      this.hasNotes ||= own.kind === 'footnote'
      this.words.addAtom(
        own,
        attributesFromData(own.attributes, (data) => element.getAttribute(data)),
      )
      return true
    }
    for (const definition of atomKinds) {
      for (const rule of definition.html.rules) {
        const attributes =
          rule.tag === name ? (rule.attributes ? rule.attributes(element, declaredStyle) : {}) : null
        if (!attributes) continue
        this.words.addAtom(definition, attributes)
        return true
      }
    }
    return false
  }

  /** Do links, headings and blocks look so by themselves, so that a style which says it says nothing of the words? */
  private isOfTheirOwn(kind: string, name: string, styles: Declarations): boolean {
    if (kind === 'underline' || kind === 'color') return name === 'a' || this.words.has('link')
    if (kind === 'fontSize')
      return /^h[1-6]$/.test(name) || this.words.foreign?.kind === 'heading' || isRaised(styles)
    return kind === 'backgroundColor' && (BLOCKS.has(name) || name === 'td')
  }

  /** Turns on the marks that an element means, until it ends. */
  enterMarks(element: DomElement, name: string, styles: Declarations): Leave {
    const { marks } = this.words
    const before = marks.length
    for (const { kind } of markKinds) {
      const rule = kind === 'highlight' && isColored(element) ? undefined : markRule(kind, name)
      const read = rule && (rule.attributes ? rule.attributes(element, declaredStyle) : {})
      const isForeignLink = kind === 'link' && typeof read?.url === 'string' && !this.words.isExact
      const attributes = isForeignLink ? { ...read, url: withoutRedirect(String(read.url)) } : read
      if (rule && attributes === null && kind === 'link' && element.getAttribute('href') !== null) {
        this.notes.dropped(t('Link address that is not allowed'))
      }
      const said =
        attributes ?? (this.isOfTheirOwn(kind, name, styles) ? null : styledAs(styles, markStyles(kind)))
      if (said) {
        marks.push({ kind, ...(Object.keys(said).length > 0 ? { attributes: said } : {}) })
      } else if (takesOff(kind, styles) && this.words.has(kind)) {
        marks.push({ kind, off: true } satisfies OpenMark)
      }
    }
    return marks.length === before ? null : () => void marks.splice(before)
  }

  private readCheckbox(element: DomElement): void {
    const item = this.words.foreign
    if (element.getAttribute('type') !== 'checkbox' || item?.kind !== 'listItem') return
    item.attributes = {
      ...item.attributes,
      listStyleType: 'todo',
      checked: element.getAttribute('checked') !== null,
    }
  }

  private readEmbed(element: DomElement, name: string): void {
    const address = element.getAttribute('src')
    if (isLocalFile(address)) {
      this.notes.dropped(LOCAL_PICTURE())
      return
    }
    const url = isPicture(element, declaredStyle) ? safeUrl(address) : null
    const label = cleanText(element.getAttribute('alt') || element.getAttribute('title') || (url ?? ''))
    if (!label) {
      if (name !== 'img' || address) this.notes.dropped(name === 'img' ? t('Image') : t('Embedded media'))
      return
    }
    const mark: BlockMark[] = url === null ? [] : [{ kind: 'link', attributes: { url } }]
    this.words.addText(label, mark)
    this.notes.converted(
      name === 'img' ? t('Image') : t('Embedded media'),
      url === null ? t('text') : t('link'),
    )
  }
}

/** What a note calls a picture that is only on the computer it was copied on. */
export const LOCAL_PICTURE = () => t('Picture of another computer')

/** Do these declarations take a mark off that is on around the element? */
function takesOff(kind: string, styles: Declarations): boolean {
  if (kind === 'bold') return /^(?:normal|lighter|[1-5]00)$/.test(styles.get('font-weight') ?? '')
  return kind === 'italic' && styles.get('font-style') === 'normal'
}

/** Text that is set higher or lower is smaller by that. */
const isRaised = (styles: Declarations): boolean => /^su(?:b|per)$/.test(styles.get('vertical-align') ?? '')
