import { newBlockId } from '@/shared/ids'
import { safeUrl } from '@/shared/safe-url'
import { cleanText, normalizeBlocks } from '../json'
import { atomKind, atomKinds, blockKind, markKinds } from '../kinds'
import { type Attributes, attributesFromData, MAX_INDENT } from '../kit/attributes'
import type { Block, BlockMark } from '../kit/block'
import { BlockInput } from '../kit/block-schema'
import type { BlockDefinition } from '../kit/define-block'
import { ATOM } from '../kit/define-inline'
import { type DomElement, type DomNode, isElement, isTextNode } from '../kit/dom'
import type { ReadPage } from '../markdown'
import { Notes } from '../markdown/notes'
import { blockLook } from '../marks/css-style'
import { CELL } from '../table/cell-names'
import { BLOCKS, DROPPED, EMBEDS, isMeant, LISTS, rulesOf, UNSEEN } from './elements'
import { codeText, foreignBlock, isEmbed, isLocalFile, languageAround } from './foreign'
import { itemAttributes, openList, WordLists } from './lists'
import { dropNeedlessStarts, type Leave, Place } from './place'
import { alignOf, ClassStyles, type Declarations, isHidden, styledAs } from './styles'
import { cellAttributes, headersOf, MOST_MADE_UP, madeUpCells, tableAsMarkdown } from './table'
import { type OpenMark, Words } from './words'

/** Makes a DOM of an HTML text without running anything in it: `DOMParser` in a browser, linkedom on the server. */
export type ParseHtml = (html: string) => DomNode

/**
 * The page in an HTML text. Elements that carry our `data-kind` are read back exactly; of all others, what a person
 * would see stays: nested lists become flat items, images and embeds links. Walks without recursion, so
 * that any nesting is survived (R34); no blocks when there is nothing to see; nothing executable can come through, as only kinds and marks are made (R29).
 */
export function readHtml(html: string, parse: ParseHtml): ReadPage {
  const reader = new HtmlReader()
  reader.walk(parse(withoutDoctype(html)))
  return {
    title: reader.title,
    blocks: reader.blocks.length > 0 ? normalizeBlocks(reader.blocks) : [],
    notes: reader.notes.all(),
  }
}

/** The same, only the blocks. */
export const blocksFromHtml = (html: string, parse: ParseHtml): Block[] => readHtml(html, parse).blocks

/** linkedom stops at a document type that is not in its place. */
const withoutDoctype = (html: string): string => html.replace(/^\s*<!doctype[^>]*>/i, '')

class HtmlReader {
  readonly notes = new Notes()
  title = ''
  private readonly sheet = new ClassStyles()
  private readonly wordLists = new WordLists()
  /** Items that say a number, which may be what it would be anyway. */
  private readonly counted = new Set<Block>()
  /** How the text of the cell is aligned that is being read. */
  private cellAlign: string | null = null
  private readonly place: Place = new Place(() => this.words.flush())
  private readonly words = new Words(
    () => this.block('paragraph', {}),
    (block) => this.place.push(block),
  )

  get blocks(): readonly Block[] {
    return this.place.blocks
  }

  walk(root: DomNode): void {
    const frames: { node: DomNode; leave: Leave }[] = []
    let node = root.firstChild
    while (node) {
      let inside: DomNode | null = null
      if (isElement(node)) {
        const leave = this.enter(node)
        inside = leave === undefined ? null : node.firstChild
        if (inside) frames.push({ node, leave: leave ?? null })
        else leave?.()
      } else if (isTextNode(node)) this.words.add(node.nodeValue ?? '')
      if (inside) {
        node = inside
        continue
      }
      while (node && !node.nextSibling) {
        const frame = frames.pop()
        frame?.leave?.()
        node = frame?.node ?? null
      }
      node = node?.nextSibling ?? null
    }
    this.words.flush()
    dropNeedlessStarts(this.place.blocks, this.counted)
  }

  /** Begins an element; gives what to do at its end, or undefined when its content is not to be read. */
  private enter(element: DomElement): Leave | undefined {
    const name = element.localName.toLowerCase()
    if (name === 'title' && element.parentNode?.nodeName.toLowerCase() !== 'svg') {
      this.title ||= cleanText(element.textContent ?? '').trim()
      return undefined
    }
    if (name === 'head') return null
    if (name === 'style') this.sheet.read(element.textContent ?? '')
    if (DROPPED.has(name) && !isMeant(element, name)) {
      if (!UNSEEN.has(name)) this.notes.dropped(`<${name}>`)
      return undefined
    }
    if (element.getAttribute('data-page-title') !== null) {
      this.title = cleanText(element.textContent ?? '')
      return undefined
    }
    const kind = element.getAttribute('data-kind')
    const own = kind === null ? undefined : blockKind(kind)
    if (own) return this.enterOwn(own, element)
    if (this.readAtom(element, name)) return undefined
    const styles = this.sheet.of(element)
    if (isHidden(styles)) return undefined
    // The element inside of our own, which holds its rows.
    if (name === 'table' && this.place.holds === 'grid') return null
    if (name === 'table') return this.enterTable(element)
    if (name === 'tr') return this.enterRow()
    if (name === 'td' || name === 'th') return this.enterCell(element, styles)
    if (name === 'col') return undefined
    if (LISTS.has(name)) return this.enterList(element, name, styles)
    if (name === 'li') return this.enterItem(itemAttributes(element, this.place.lists, styles), element)
    const item = name === 'p' || name === 'div' ? this.wordLists.item(element, styles) : null
    if (item) return this.enterItem(item, element)
    const foreign = foreignBlock(element, name, styles)
    if (foreign) return this.enterForeign(foreign.definition, foreign.attributes, element, styles)
    for (const { definition, rule } of rulesOf(name)) {
      const attributes = rule.attributes ? rule.attributes(element) : {}
      if (attributes) return this.enterForeign(definition, attributes, element, styles)
    }
    if (BLOCKS.has(name)) {
      this.words.flush()
      const unmark = this.enterMarks(element, name, styles)
      return () => {
        this.words.flush()
        unmark?.()
      }
    }
    return this.enterInline(element, name, styles)
  }

  private enterOwn(definition: BlockDefinition, element: DomElement): Leave | undefined {
    this.words.flush()
    if (definition.kind === 'unsupported') {
      this.pushUnsupported(element)
      return undefined
    }
    const attributes = attributesFromData(definition.attributes, (name) => element.getAttribute(name))
    return this.open(definition, attributes, element, true)
  }

  private open(
    definition: BlockDefinition,
    attributes: Attributes,
    element: DomElement,
    exact: boolean,
  ): Leave | undefined {
    const { place, words } = this
    const block: Block = { id: newBlockId(), kind: definition.kind, attributes }
    switch (definition.content) {
      case 'none':
        place.push(block)
        return undefined
      case 'column':
        if (place.holds === 'grid') place.push(block)
        return undefined
      case 'grid':
        return place.enterGrid(block)
      case 'row':
        return place.holds === 'grid' ? place.enter(block, 'row') : () => words.flush()
      case 'code':
        place.push({ ...block, text: [{ text: codeText(element, exact) }] })
        return undefined
      case 'text':
        words.begin(block, exact)
        return () => words.flush()
      case 'blocks':
        if (block.kind === CELL && place.holds !== 'row') return () => words.flush()
        return place.enter(block)
    }
  }

  private enterForeign(
    definition: BlockDefinition,
    said: Attributes,
    element: DomElement,
    styles: Declarations,
  ): Leave | undefined {
    const { words } = this
    // The first paragraph in a list item is the item's own text.
    if (definition.kind === 'paragraph' && words.isFresh('listItem')) {
      const align = alignOf(element, styles)
      if (align) words.foreign!.attributes = { ...words.foreign!.attributes, align }
      const unmark = this.enterMarks(element, 'p', styles)
      return () => {
        words.flush()
        unmark?.()
      }
    }
    words.flush()
    const unmark =
      definition.content === 'text' ? this.enterMarks(element, element.localName.toLowerCase(), styles) : null
    const attributes = { ...said }
    if (definition.kind === 'codeBlock' && !attributes.lang) attributes.lang = languageAround(element)
    if ('lineHeight' in definition.attributes) Object.assign(attributes, blockLook(styles))
    const align = alignOf(element, styles) ?? this.cellAlign
    if (this.place.indent > 0) attributes.indent = this.place.indent
    if (align && 'align' in definition.attributes) attributes.align = align
    const leave = this.open(definition, attributes, element, false)
    if (leave === undefined) {
      unmark?.()
      return undefined
    }
    return () => {
      leave?.()
      unmark?.()
    }
  }

  private enterList(element: DomElement, name: string, styles: Declarations): Leave {
    this.words.flush()
    this.place.lists.push(openList(element, name, styles))
    return () => {
      this.words.flush()
      this.place.lists.pop()
    }
  }

  private enterItem(attributes: Attributes, element: DomElement): Leave {
    this.words.flush()
    const item: Block = { id: newBlockId(), kind: 'listItem', attributes }
    this.counted.add(item)
    this.words.begin(item, false)
    const unmark = this.enterMarks(element, 'li', this.sheet.of(element))
    return () => {
      this.words.flush()
      unmark?.()
    }
  }

  /** The table of another program: a line of cells is a row, whatever is around it. */
  private enterTable(element: DomElement): Leave | undefined {
    this.words.flush()
    if (madeUpCells(element) > MOST_MADE_UP) return this.pushTableAsCode(element)
    const { indent } = this.place
    return this.place.enterGrid({
      id: newBlockId(),
      kind: 'table',
      attributes: { ...headersOf(element), ...(indent > 0 ? { indent } : {}) },
    })
  }

  private enterRow(): Leave {
    this.words.flush()
    const block: Block = { id: newBlockId(), kind: 'tableRow' }
    return this.place.holds === 'grid' ? this.place.enter(block, 'row') : () => this.words.flush()
  }

  private enterCell(element: DomElement, styles: Declarations): Leave {
    this.words.flush()
    if (this.place.holds === 'grid') {
      // A cell without a row is one.
      const leaveRow = this.enterRow()
      const leaveCell = this.enterCell(element, styles)
      return () => {
        leaveCell?.()
        leaveRow?.()
      }
    }
    if (this.place.holds !== 'row') return () => this.words.flush()
    const leave = this.place.enter({
      id: newBlockId(),
      kind: CELL,
      attributes: cellAttributes(element, styles),
    })
    const outside = this.cellAlign
    this.cellAlign = alignOf(element, styles)
    const unmark = this.enterMarks(element, 'td', styles)
    return () => {
      leave?.()
      unmark?.()
      this.cellAlign = outside
    }
  }

  private pushTableAsCode(element: DomElement): undefined {
    const text = cleanText(tableAsMarkdown(element))
    if (text) {
      this.place.push({ ...this.block('codeBlock', { lang: 'markdown' }), text: [{ text }] })
      this.notes.converted('Table', 'code block')
    }
    return undefined
  }

  private enterInline(element: DomElement, name: string, styles: Declarations): Leave | undefined {
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
    // What Word puts at the end of every paragraph.
    if (name === 'o:p' || /(?:^|\s)EOP(?:\s|$)/.test(element.getAttribute('class') ?? '')) return undefined
    return this.enterMarks(element, name, styles)
  }

  /** Is this an atom, ours or what another program makes of one? What stands inside says the same and is left out. */
  private readAtom(element: DomElement, name: string): boolean {
    const kind = element.getAttribute(ATOM)
    const own = kind === null ? undefined : atomKind(kind)
    if (own) {
      this.words.addAtom(
        own,
        attributesFromData(own.attributes, (data) => element.getAttribute(data)),
      )
      return true
    }
    for (const definition of atomKinds) {
      for (const rule of definition.html.rules) {
        const attributes = rule.tag === name ? (rule.attributes ? rule.attributes(element) : {}) : null
        if (!attributes) continue
        this.words.addAtom(definition, attributes)
        return true
      }
    }
    return false
  }

  /** Do links, headings and blocks look so by themselves, so that a style which says it says nothing of the words? */
  private isOfTheirOwn(kind: string, name: string): boolean {
    if (kind === 'underline' || kind === 'color') return name === 'a' || this.words.has('link')
    if (kind === 'fontSize') return /^h[1-6]$/.test(name) || this.words.foreign?.kind === 'heading'
    return kind === 'backgroundColor' && (BLOCKS.has(name) || name === 'td')
  }

  private enterMarks(element: DomElement, name: string, styles: Declarations): Leave {
    const { marks } = this.words
    const before = marks.length
    for (const { kind, html } of markKinds) {
      const rule = html.rules.find((candidate) => candidate.tag === name)
      const attributes = rule && (rule.attributes ? rule.attributes(element) : {})
      if (rule && attributes === null && kind === 'link' && element.getAttribute('href') !== null) {
        this.notes.dropped('Link address that is not allowed')
      }
      const said = attributes ?? (this.isOfTheirOwn(kind, name) ? null : styledAs(styles, html.styles))
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
      this.notes.dropped(LOCAL_PICTURE)
      return
    }
    const url = safeUrl(address)
    const label = cleanText(element.getAttribute('alt') || element.getAttribute('title') || (url ?? ''))
    // The box of a checklist's item in Google Docs.
    if (!label || element.getAttribute('aria-roledescription') === 'checkbox') return
    const mark: BlockMark[] = url === null ? [] : [{ kind: 'link', attributes: { url } }]
    this.words.addText(label, mark)
    this.notes.converted(name === 'img' ? 'Image' : 'Embedded media', url === null ? 'text' : 'link')
  }

  private pushUnsupported(element: DomElement): void {
    try {
      const block = BlockInput.safeParse(JSON.parse(element.getAttribute('data-json') ?? ''))
      if (block.success) this.place.push({ ...(block.data as Block), id: newBlockId() })
    } catch {
      this.notes.dropped('Unreadable block')
    }
  }

  /** A new block at the place that was reached. */
  private block(kind: string, attributes: Attributes): Block {
    const indent = Math.min(this.place.lists.length, MAX_INDENT)
    return {
      id: newBlockId(),
      kind,
      attributes: {
        ...attributes,
        ...(indent > 0 ? { indent } : {}),
        ...(kind === 'paragraph' && this.cellAlign ? { align: this.cellAlign } : {}),
      },
    }
  }
}

/** What a note calls a picture that is only on the computer it was copied on. */
export const LOCAL_PICTURE = 'Picture of another computer'

/** Do these declarations take a mark off that is on around the element? */
function takesOff(kind: string, styles: Declarations): boolean {
  if (kind === 'bold') return /^(?:normal|lighter|[1-5]00)$/.test(styles.get('font-weight') ?? '')
  return kind === 'italic' && styles.get('font-style') === 'normal'
}
