import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import { cleanText, normalizeBlocks } from '../json'
import { blockKind } from '../kinds'
import { type Attributes, attributesFromData, MAX_INDENT } from '../kit/attributes'
import type { Block } from '../kit/block'
import { BlockInput } from '../kit/block-schema'
import { type Declarations, declaredStyle } from '../kit/declarations'
import type { BlockDefinition } from '../kit/define-block'
import { type DomElement, type DomNode, isElement, isTextNode } from '../kit/dom'
import type { ReadPage } from '../markdown'
import { Notes } from '../markdown/notes'
import { titleAgainAt } from '../markdown/plain-title'
import { blockLook } from '../marks/css-style'
import { CELL } from '../table/cell-names'
import { BLOCKS, DROPPED, isMeant, LISTS, rulesOf, UNSEEN } from './elements'
import { codeText, foreignBlock, languageAround } from './foreign'
import { InlineReader } from './inline'
import { itemAttributes, openList } from './lists'
import { isPageTitle, isToggleItem, isToggleList, NotionPage, withNotionColor } from './notion'
import { dropNeedlessStarts, type Leave, Place } from './place'
import { withoutRedirect } from './redirects'
import { alignOf, ClassStyles, isHidden, isMarker } from './styles'
import { cellAttributes, headersOf, MOST_MADE_UP, madeUpCells, tableAsMarkdown } from './table'
import { WordLists } from './word-lists'
import { Words } from './words'

export { LOCAL_PICTURE } from './inline'

/** Makes a DOM of an HTML text without running anything in it: `DOMParser` in a browser, linkedom on the server. */
export type ParseHtml = (html: string) => DomNode

/**
 * The page in an HTML text. Elements that carry our `data-kind` are read back exactly; of all others, what a person
 * would see stays: nested lists become flat items, images and embeds links. Walks without recursion, so
 * that any nesting is survived (R34); no blocks when there is nothing to see; nothing executable can come through, as only kinds and marks are made (R29).
 */
export function readHtml(html: string, parse: ParseHtml): ReadPage {
  const reader = new HtmlReader()
  reader.walk(parse(whole(html)))
  const { title, notion } = reader
  const blocks = reader.blocks.length > 0 ? normalizeBlocks(reader.blocks) : []
  // The title of the window, said again as the first heading, is one title.
  const again = reader.hasTitle ? -1 : titleAgainAt(blocks, title)
  return {
    title,
    blocks: again < 0 ? blocks : blocks.toSpliced(again, 1),
    notes: reader.notes.all(),
    ...(notion.icon === null ? {} : { icon: notion.icon }),
    ...(notion.cover === null ? {} : { cover: notion.cover }),
  }
}

/** The same, only the blocks. */
export const blocksFromHtml = (html: string, parse: ParseHtml): Block[] => readHtml(html, parse).blocks

/** linkedom stops at a document type that is not in its place, and at the end of a document that goes on behind it. */
const whole = (html: string): string =>
  html.replace(/^\s*<!doctype[^>]*>/i, '').replace(/<\/(?:body|html)\s*>/gi, '')

class HtmlReader {
  readonly notes = new Notes()
  title = ''
  hasTitle = false
  private readonly sheet = new ClassStyles()
  private readonly wordLists = new WordLists(this.sheet)
  /** Items that say a number, which may be what it would be anyway. */
  private readonly counted = new Set<Block>()
  /** How the element around says that text is aligned: a cell, a `<div>`. */
  private alignAround: string | null = null
  private isInCell = false
  private readonly place: Place = new Place(() => this.words.flush())
  private readonly words = new Words(
    () => this.block('paragraph', {}),
    (block) => this.place.push(block),
  )

  private readonly inline = new InlineReader(this.words, this.notes)

  /** What an export of Notion says of its page. */
  readonly notion = new NotionPage(
    () => this.words.foreign,
    (text) => this.words.addText(text),
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
    if (this.notion.takes(element, name)) return undefined
    // What our own page says of its notes again; other programs mark the only place of theirs in the same way.
    if (element.getAttribute('data-footnotes') !== null && this.inline.hasNotes) return undefined
    if (name === 'style') this.sheet.read(element.textContent ?? '', element.getAttribute('media'))
    if (DROPPED.has(name) && !isMeant(element, name)) {
      if (!UNSEEN.has(name)) this.notes.dropped(`<${name}>`)
      return undefined
    }
    // A page has one title: what else says that it is one stays as the heading that it is.
    if (isPageTitle(element, name) && !this.hasTitle) {
      const title = cleanText(element.textContent ?? '')
      this.hasTitle = title.trim() !== ''
      if (this.hasTitle) this.title = title
      return undefined
    }
    const kind = element.getAttribute('data-kind')
    const own = kind === null ? undefined : blockKind(kind)
    if (own) return this.enterOwn(own, element)
    if (this.inline.readAtom(element, name)) return undefined
    const styles = withNotionColor(element, this.sheet.of(element))
    // The picture of a box, beside what says the same.
    const isBox = name === 'img' && element.getAttribute('aria-roledescription') === 'checkbox'
    // A heading says its number; an item has its own.
    if (isMarker(styles) && this.words.foreign?.kind === 'heading') this.addNumber(element)
    if (isBox || this.wordLists.isMarkerOfItem(element)) return undefined
    if (isHidden(styles)) {
      if (!isMarker(styles) && element.textContent?.trim()) this.notes.dropped(t('Hidden text'))
      return undefined
    }
    // The element inside of our own, which holds its rows.
    if (name === 'table' && this.place.holds === 'grid') return null
    if (name === 'table') return this.enterTable(element)
    if (name === 'tr') return this.enterRow()
    if (name === 'td' || name === 'th') return this.enterCell(element, styles)
    if (name === 'col') return undefined
    if (LISTS.has(name)) return this.enterList(element, name, styles)
    if (name === 'li' && isToggleItem(element)) return this.enterLine(element, 'div', styles)
    if (name === 'li')
      return this.enterItem(itemAttributes(element, this.place.lists, styles), element, styles)
    const item = name === 'p' || name === 'div' ? this.wordLists.item(element, styles) : null
    if (item) return this.enterItem(item, element, styles)
    const continued = name === 'p' ? this.wordLists.continued(element, styles) : null
    if (continued !== null) {
      this.words.flush()
      this.words.begin(this.block('paragraph', { indent: continued }), false)
      const unmark = this.inline.enterMarks(element, name, styles)
      return () => {
        this.words.flush()
        unmark?.()
      }
    }
    const foreign = foreignBlock(element, name, styles)
    if (foreign) return this.enterForeign(foreign.definition, foreign.attributes, element, styles)
    for (const { definition, rule } of rulesOf(name)) {
      const attributes = rule.attributes ? rule.attributes(element, declaredStyle) : {}
      if (attributes) return this.enterForeign(definition, attributes, element, styles)
    }
    if (BLOCKS.has(name)) return this.enterLine(element, name, styles)
    if (name === 'q') return this.enterQuoted(element, styles)
    return this.inline.enter(element, name, styles)
  }

  /** Browsers put the marks around it. */
  private enterQuoted(element: DomElement, styles: Declarations): Leave {
    const unmark = this.inline.enterMarks(element, 'q', styles)
    this.words.add('“')
    return () => {
      this.words.add('”')
      unmark?.()
    }
  }

  /** An element that stands on a line of its own. The first in a list item holds the item's own text. */
  private enterLine(element: DomElement, name: string, styles: Declarations): Leave {
    const { words } = this
    if (!words.isFresh('listItem')) words.flush()
    const unmark = this.inline.enterMarks(element, name, styles)
    const outside = this.alignAround
    this.alignAround = alignOf(element, styles) ?? outside
    return () => {
      if (!words.isFresh('listItem')) words.flush()
      unmark?.()
      this.alignAround = outside
    }
  }

  private addNumber(marker: DomElement): void {
    const number = cleanText(marker.textContent ?? '').replace(/[\s\u00a0]+/g, '')
    if (number) this.words.addText(`${number} `)
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
      return this.enterLine(element, 'p', styles)
    }
    words.flush()
    // The icon of a callout stands before its text as well.
    if (definition.kind === 'callout' && typeof said.icon === 'string') words.leaveOut(said.icon)
    const unmark =
      definition.content === 'text'
        ? this.inline.enterMarks(element, element.localName.toLowerCase(), styles)
        : null
    const attributes = { ...said }
    if (typeof attributes.link === 'string') attributes.link = withoutRedirect(attributes.link)
    if (definition.kind === 'codeBlock' && !attributes.lang) attributes.lang = languageAround(element)
    if ('lineHeight' in definition.attributes) Object.assign(attributes, blockLook(styles))
    // What the lines of every cell have in Google Docs.
    if (this.isInCell && attributes.lineHeight === 1.2) delete attributes.lineHeight
    const align = alignOf(element, styles) ?? this.alignAround
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
    if (isToggleList(element)) return () => this.words.flush()
    this.place.lists.push(openList(element, name, styles))
    return () => {
      this.words.flush()
      this.place.lists.pop()
    }
  }

  private enterItem(said: Attributes, element: DomElement, styles: Declarations): Leave {
    this.words.flush()
    const align = alignOf(element, styles)
    const item: Block = { id: newBlockId(), kind: 'listItem', attributes: align ? { ...said, align } : said }
    this.counted.add(item)
    this.words.begin(item, false)
    const unmark = this.inline.enterMarks(element, 'li', styles)
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
    const outside = { align: this.alignAround, isInCell: this.isInCell }
    this.alignAround = alignOf(element, styles)
    this.isInCell = true
    const unmark = this.inline.enterMarks(element, 'td', styles)
    return () => {
      leave?.()
      unmark?.()
      this.alignAround = outside.align
      this.isInCell = outside.isInCell
    }
  }

  private pushTableAsCode(element: DomElement): undefined {
    const text = cleanText(tableAsMarkdown(element))
    if (text) {
      this.place.push({ ...this.block('codeBlock', { lang: 'markdown' }), text: [{ text }] })
      this.notes.converted(t('Table'), t('code block'))
    }
    return undefined
  }

  private pushUnsupported(element: DomElement): void {
    try {
      const block = BlockInput.safeParse(JSON.parse(element.getAttribute('data-json') ?? ''))
      if (block.success) this.place.push({ ...(block.data as Block), id: newBlockId() })
    } catch {
      this.notes.dropped(t('Unreadable block'))
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
        ...(kind === 'paragraph' && this.alignAround ? { align: this.alignAround } : {}),
      },
    }
  }
}
