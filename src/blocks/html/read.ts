import { newBlockId } from '@/shared/ids'
import { LIMITS } from '@/shared/limits'
import { safeUrl } from '@/shared/safe-url'
import { cleanText, mergePieces, normalizeBlocks } from '../json'
import { atomKind, atomKinds, blockKind, blockKinds, markKinds } from '../kinds'
import { type Attributes, attributesFromData, leanAttributes, MAX_INDENT } from '../kit/attributes'
import { type Block, type BlockMark, type Inline, isInlineText } from '../kit/block'
import { BlockInput } from '../kit/block-schema'
import type { BlockDefinition, HtmlRule } from '../kit/define-block'
import type { AtomDefinition } from '../kit/define-inline'
import { ATOM } from '../kit/define-inline'
import { type DomElement, type DomNode, isElement, isTextNode } from '../kit/dom'
import type { ReadPage } from '../markdown'
import { Notes } from '../markdown/notes'
import { CELL } from '../table/cell-names'
import { codeText, hasStyle, lastOfEachKind, type OpenList, styleOfList, trimmed } from './foreign'
import { cellAttributes, headersOf, MOST_MADE_UP, madeUpCells, tableAsMarkdown, tidyGrid } from './table'

/** Makes a DOM of an HTML text without running anything in it: `DOMParser` in a browser, linkedom on the server. */
export type ParseHtml = (html: string) => DomNode

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Neither shown nor text: left out with everything in them (R29). */
const DROPPED = words(
  'script style template noscript head meta link base object embed svg math canvas select textarea',
)
const EMBEDS = words('iframe video audio source')
/** Elements that stand on lines of their own. */
const BLOCKS = words(
  'address article aside body center dd details dialog div dl dt fieldset figcaption figure footer form header hgroup html legend main nav section summary caption menu dir ul ol li p pre blockquote h1 h2 h3 h4 h5 h6 hr table',
)
const LISTS = words('ul ol menu dir')

const rulesByTag = new Map<string, { definition: BlockDefinition; rule: HtmlRule }[]>()
for (const definition of blockKinds) {
  for (const rule of definition.html.rules) {
    rulesByTag.set(rule.tag, [...(rulesByTag.get(rule.tag) ?? []), { definition, rule }])
  }
}

/** Does a kind know what this element of another program says? */
const isMeant = (element: DomElement, name: string): boolean =>
  [...atomKinds, ...blockKinds].some(({ html }) =>
    html.rules.some((rule) => rule.tag === name && (!rule.attributes || rule.attributes(element) !== null)),
  )

/** A text block that is being filled. `exact`: written by us, so that every space in it counts. */
interface OpenText {
  block: Block
  pieces: Inline[]
  exact: boolean
}

/** What is undone when the walk leaves an element. */
type Leave = (() => void) | null

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
  readonly blocks: Block[] = []
  readonly notes = new Notes()
  title = ''
  private into: Block[] = this.blocks
  private holds: 'blocks' | 'grid' | 'row' = 'blocks'
  private depth = 0
  private text: OpenText | null = null
  private readonly lists: OpenList[] = []
  private readonly marks: BlockMark[] = []

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
      } else if (isTextNode(node)) this.addText(node.nodeValue ?? '')
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
    this.flush()
  }

  /** Begins an element; gives what to do at its end, or undefined when its content is not to be read. */
  private enter(element: DomElement): Leave | undefined {
    const name = element.localName.toLowerCase()
    if (name === 'title' && element.parentNode?.nodeName.toLowerCase() !== 'svg') {
      this.title ||= cleanText(element.textContent ?? '').trim()
      return undefined
    }
    if (name === 'head') return null
    if (DROPPED.has(name) && !isMeant(element, name)) {
      if (!['meta', 'link', 'base', 'style'].includes(name)) this.notes.dropped(`<${name}>`)
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
    // The element inside of our own, which holds its rows.
    if (name === 'table' && this.holds === 'grid') return null
    if (name === 'table') return this.enterTable(element)
    if (name === 'tr') return this.enterRow()
    if (name === 'td' || name === 'th') return this.enterCell(element)
    if (name === 'col') return undefined
    if (LISTS.has(name)) return this.enterList(element, name)
    if (name === 'li') return this.enterItem(element)
    const foreign = rulesByTag.get(name)
    if (foreign) {
      for (const { definition, rule } of foreign) {
        const attributes = rule.attributes ? rule.attributes(element) : {}
        if (attributes) return this.enterForeign(definition, attributes, element)
      }
    }
    if (BLOCKS.has(name)) {
      this.flush()
      const unmark = this.enterMarks(element)
      return () => {
        this.flush()
        unmark?.()
      }
    }
    return this.enterInline(element, name)
  }

  private enterOwn(definition: BlockDefinition, element: DomElement): Leave | undefined {
    this.flush()
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
    const block: Block = { id: newBlockId(), kind: definition.kind, attributes }
    switch (definition.content) {
      case 'none':
        this.into.push(block)
        return undefined
      case 'column':
        if (this.holds === 'grid') this.into.push(block)
        return undefined
      case 'grid':
        return this.enterGrid(block)
      case 'row':
        return this.holds === 'grid' ? this.enterContainer(block, 'row') : () => this.flush()
      case 'code':
        this.into.push({ ...block, text: [{ text: codeText(element, exact) }] })
        return undefined
      case 'text': {
        this.text = { block, pieces: [], exact }
        return () => this.flush()
      }
      case 'blocks':
        if (block.kind === CELL && this.holds !== 'row') return () => this.flush()
        return this.enterContainer(block)
    }
  }

  private enterContainer(block: Block, holds: 'blocks' | 'grid' | 'row' = 'blocks'): Leave {
    if (this.depth >= LIMITS.blockDepth) return () => this.flush()
    const outside = { into: this.into, lists: this.lists.splice(0), holds: this.holds }
    const children: Block[] = []
    this.into.push({ ...block, children })
    this.into = children
    this.holds = holds
    this.depth++
    return () => {
      this.flush()
      this.into = outside.into
      this.holds = outside.holds
      this.lists.splice(0, this.lists.length, ...outside.lists)
      this.depth--
    }
  }

  private enterForeign(
    definition: BlockDefinition,
    attributes: Attributes,
    element: DomElement,
  ): Leave | undefined {
    // The first paragraph in a list item is the item's own text.
    const inItem = this.text?.block.kind === 'listItem' && !this.text.exact && this.text.pieces.length === 0
    if (definition.kind === 'paragraph' && inItem) return () => this.flush()
    this.flush()
    const indent = Math.min(this.lists.length, MAX_INDENT)
    const unmark = definition.content === 'text' ? this.enterMarks(element) : null
    const align = /(?:^|;)\s*text-align:\s*(left|center|right|justify)/i.exec(
      element.getAttribute('style') ?? '',
    )?.[1]
    const leave = this.open(
      definition,
      {
        ...attributes,
        ...(indent > 0 ? { indent } : {}),
        ...(align && align !== 'left' && 'align' in definition.attributes
          ? { align: align.toLowerCase() }
          : {}),
      },
      element,
      false,
    )
    if (leave === undefined) {
      unmark?.()
      return undefined
    }
    return () => {
      leave?.()
      unmark?.()
    }
  }

  private enterList(element: DomElement, name: string): Leave {
    this.flush()
    const ordered = name === 'ol'
    const start = Number.parseInt(element.getAttribute('start') ?? '', 10)
    this.lists.push({
      ordered,
      start: ordered && start >= 0 && start !== 1 ? start : null,
      type:
        element.getAttribute('type') ??
        /list-style(?:-type)?:\s*([a-z-]+)/.exec(element.getAttribute('style') ?? '')?.[1] ??
        null,
    })
    return () => {
      this.flush()
      this.lists.pop()
    }
  }

  private enterItem(element: DomElement): Leave {
    this.flush()
    const list = this.lists.at(-1)
    const value = Number.parseInt(element.getAttribute('value') ?? '', 10)
    const style = list ? styleOfList(list) : 'disc'
    const restart = list?.ordered ? (value >= 0 ? value : list.start) : null
    if (list) list.start = null
    this.text = {
      block: {
        id: newBlockId(),
        kind: 'listItem',
        attributes: {
          indent: Math.min(Math.max(0, this.lists.length - 1), MAX_INDENT),
          listStyleType: style,
          listStart: restart,
        },
      },
      pieces: [],
      exact: false,
    }
    return () => this.flush()
  }

  /** A table needs room for its rows, its cells and what is in them; deeper ones show what stands in their cells. */
  private enterGrid(block: Block): Leave {
    if (this.depth + 3 > LIMITS.blockDepth) return () => this.flush()
    const { into } = this
    const at = into.length
    const leave = this.enterContainer(block, 'grid')
    return () => {
      leave?.()
      into.splice(at, 1, ...tidyGrid(into[at]!))
    }
  }

  /** The table of another program: a line of cells is a row, whatever is around it. */
  private enterTable(element: DomElement): Leave | undefined {
    this.flush()
    if (madeUpCells(element) > MOST_MADE_UP) return this.pushTableAsCode(element)
    const indent = Math.min(this.lists.length, MAX_INDENT)
    return this.enterGrid({
      id: newBlockId(),
      kind: 'table',
      attributes: { ...headersOf(element), ...(indent > 0 ? { indent } : {}) },
    })
  }

  private enterRow(): Leave {
    this.flush()
    const block: Block = { id: newBlockId(), kind: 'tableRow' }
    return this.holds === 'grid' ? this.enterContainer(block, 'row') : () => this.flush()
  }

  private enterCell(element: DomElement): Leave {
    this.flush()
    if (this.holds === 'grid') return this.enterLoneCell(element)
    if (this.holds !== 'row') return () => this.flush()
    return this.enterContainer({ id: newBlockId(), kind: CELL, attributes: cellAttributes(element) })
  }

  /** A cell without a row is one. */
  private enterLoneCell(element: DomElement): Leave {
    const leaveRow = this.enterRow()
    const leaveCell = this.enterCell(element)
    return () => {
      leaveCell?.()
      leaveRow?.()
    }
  }

  private pushTableAsCode(element: DomElement): undefined {
    const text = cleanText(tableAsMarkdown(element))
    if (text) {
      this.into.push({
        id: newBlockId(),
        kind: 'codeBlock',
        attributes: { lang: 'markdown', indent: Math.min(this.lists.length, MAX_INDENT) },
        text: [{ text }],
      })
      this.notes.converted('Table', 'code block')
    }
    return undefined
  }

  private enterInline(element: DomElement, name: string): Leave | undefined {
    if (name === 'br') {
      this.addTextPiece('\n')
      return undefined
    }
    if (name === 'input') {
      this.readCheckbox(element)
      return undefined
    }
    if (name === 'img' || EMBEDS.has(name)) {
      this.readEmbed(element, name)
      return EMBEDS.has(name) ? null : undefined
    }
    return this.enterMarks(element)
  }

  /** Is this an atom, ours or what another program makes of one? What stands inside says the same and is left out. */
  private readAtom(element: DomElement, name: string): boolean {
    const kind = element.getAttribute(ATOM)
    const own = kind === null ? undefined : atomKind(kind)
    if (own) {
      this.addAtom(
        own,
        attributesFromData(own.attributes, (data) => element.getAttribute(data)),
      )
      return true
    }
    for (const definition of atomKinds) {
      for (const rule of definition.html.rules) {
        const attributes = rule.tag === name ? (rule.attributes ? rule.attributes(element) : {}) : null
        if (!attributes) continue
        this.addAtom(definition, attributes)
        return true
      }
    }
    return false
  }

  private addAtom({ kind, attributes: shape }: AtomDefinition, given: Attributes): void {
    const attributes = leanAttributes(shape, given)
    this.addPiece({ kind, ...(Object.keys(attributes).length > 0 ? { attributes } : {}) })
  }

  private enterMarks(element: DomElement): Leave {
    const before = this.marks.length
    const name = element.localName.toLowerCase()
    for (const { kind, html } of markKinds) {
      const rule = html.rules.find((candidate) => candidate.tag === name)
      const attributes = rule && (rule.attributes ? rule.attributes(element) : {})
      if (rule && attributes === null && kind === 'link' && element.getAttribute('href') !== null) {
        this.notes.dropped('Link address that is not allowed')
      }
      if (attributes || hasStyle(element, html.styles)) {
        this.marks.push({ kind, ...(attributes && Object.keys(attributes).length > 0 ? { attributes } : {}) })
      }
    }
    return this.marks.length === before ? null : () => void this.marks.splice(before)
  }

  private readCheckbox(element: DomElement): void {
    const item = this.text?.block
    if (element.getAttribute('type') !== 'checkbox' || item?.kind !== 'listItem' || this.text?.exact) return
    item.attributes = {
      ...item.attributes,
      listStyleType: 'todo',
      checked: element.getAttribute('checked') !== null,
    }
  }

  private readEmbed(element: DomElement, name: string): void {
    const url = safeUrl(element.getAttribute('src'))
    const label = cleanText(element.getAttribute('alt') || element.getAttribute('title') || (url ?? ''))
    if (!label) return
    const mark: BlockMark[] = url === null ? [] : [{ kind: 'link', attributes: { url } }]
    this.addTextPiece(label, mark)
    this.notes.converted(name === 'img' ? 'Image' : 'Embedded media', url === null ? 'text' : 'link')
  }

  private pushUnsupported(element: DomElement): void {
    try {
      const block = BlockInput.safeParse(JSON.parse(element.getAttribute('data-json') ?? ''))
      if (block.success) this.into.push({ ...(block.data as Block), id: newBlockId() })
    } catch {
      this.notes.dropped('Unreadable block')
    }
  }

  private addText(raw: string): void {
    const text = cleanText(raw)
    if (this.text?.exact) {
      this.addTextPiece(text.replaceAll('\n', ' '))
      return
    }
    const collapsed = text.replace(/[ \t\n\f]+/g, ' ')
    const last = this.text?.pieces.at(-1)
    const before = last && !isInlineText(last) ? last.kind : (last?.text ?? '')
    const atStart = before === '' || /[ \n]$/.test(before)
    const shown = atStart && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed
    if (shown) this.addTextPiece(shown)
  }

  private addTextPiece(text: string, more: readonly BlockMark[] = []): void {
    if (text !== '') this.addPiece({ text }, more)
  }

  private addPiece(piece: Inline, more: readonly BlockMark[] = []): void {
    if (!this.text) {
      const indent = Math.min(this.lists.length, MAX_INDENT)
      const attributes: Attributes = indent > 0 ? { indent } : {}
      this.text = { block: { id: newBlockId(), kind: 'paragraph', attributes }, pieces: [], exact: false }
    }
    const all = [...this.marks, ...more]
    this.text.pieces.push(all.length > 0 ? { ...piece, marks: [...lastOfEachKind(all)] } : piece)
  }

  /** Ends the text block that is being filled. */
  private flush(): void {
    const open = this.text
    this.text = null
    if (!open) return
    const text = open.exact ? mergePieces(open.pieces) : trimmed(mergePieces(open.pieces))
    if (text.length === 0 && !open.exact && open.block.kind === 'paragraph') return
    this.into.push({ ...open.block, text })
  }
}
