import type { Html, RootContent } from 'mdast'
import { newBlockId } from '@/shared/ids'
import { blockKind } from '../kinds'
import { type Attributes, MAX_INDENT } from '../kit/attributes'
import { type Block, type BlockMark, type Inline, isInlineText } from '../kit/block'
import { plainTextOf } from '../plain-text'

/*
 * HTML that goes on over blank lines, such as a table with Markdown in its cells or a `<div align="center">` around
 * badges. To Markdown each piece of it is a block of its own. Here the pieces are put together again, with a word for the
 * Markdown between them, and the blocks of that Markdown take the place of the word in what the HTML says.
 */

declare module 'mdast' {
  /** HTML from an opening tag to its closing tag, with the Markdown between its pieces. */
  interface HtmlAround {
    type: 'htmlAround'
    parts: HtmlPart[]
    /** What it was made of. */
    nodes: RootContent[]
  }
  interface RootContentMap {
    htmlAround: HtmlAround
  }
}

type HtmlPart = { html: string } | { between: RootContent[]; isInText: boolean }

const TAG = /<(\/?)([a-z][a-z0-9-]*)(?=[\s/>])[^<>]*?(\/?)>/gi
/** They have no end, hold no tags, or are read as toggles. */
const NOT_AROUND: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr script style textarea title pre details summary'.split(
    ' ',
  ),
)
/** Blocks cannot stand in these. */
const OF_TEXT: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

const IN_TEXT: ReadonlySet<string> = new Set(
  'a abbr b big cite code del em font i ins kbd mark q s samp small span strike strong sub sup tt u var'.split(
    ' ',
  ),
)

const isHtml = (node: RootContent): node is Html => node.type === 'html' && !node.value.startsWith('<!--')

/** Elements that are open, innermost last, each with the place at which it began. */
class OpenElements {
  private readonly open: { name: string; at: number; isInText: boolean }[] = []
  private readonly counts = new Map<string, number>()

  /** Takes in the tags of a piece; `closed` is called with the place at which an element began that ends here. */
  read(html: string, at: number, closed: (from: number) => void = () => undefined): void {
    for (const [, closing, said = '', selfClosing] of html.matchAll(TAG)) {
      const name = said.toLowerCase()
      if (NOT_AROUND.has(name) || selfClosing) continue
      if (!closing) {
        const isInText = OF_TEXT.has(name) || (IN_TEXT.has(name) && this.isInText)
        this.open.push({ name, at, isInText })
        this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
      } else if (this.counts.get(name)) {
        let ended = this.pop()
        while (ended.name !== name) ended = this.pop()
        closed(ended.at)
      }
    }
  }

  get isInText(): boolean {
    return this.open.at(-1)?.isInText ?? false
  }

  private pop() {
    const last = this.open.pop()!
    this.counts.set(last.name, this.counts.get(last.name)! - 1)
    return last
  }
}

/** Puts pieces of HTML that belong together into one node each, with what stands between them. Linear (R34). */
export function joinHtml(nodes: readonly RootContent[]): RootContent[] {
  const ends = new Map<number, number>()
  const elements = new OpenElements()
  for (const [at, node] of nodes.entries()) {
    if (isHtml(node)) elements.read(node.value, at, (from) => from < at && ends.set(from, at))
  }
  if (ends.size === 0) return [...nodes]
  const joined: RootContent[] = []
  for (let at = 0; at < nodes.length; at++) {
    const end = ends.get(at)
    if (end === undefined) joined.push(nodes[at]!)
    else {
      const within = nodes.slice(at, end + 1)
      joined.push({ type: 'htmlAround', parts: partsOf(within), nodes: within })
      at = end
    }
  }
  return joined
}

function partsOf(nodes: readonly RootContent[]): HtmlPart[] {
  const elements = new OpenElements()
  const parts: HtmlPart[] = []
  for (const node of nodes) {
    const last = parts.at(-1)
    if (isHtml(node)) {
      elements.read(node.value, 0)
      parts.push({ html: node.value })
    } else if (last && 'between' in last) last.between.push(node)
    else parts.push({ between: [node], isInText: elements.isInText })
  }
  return parts
}

/**
 * The blocks of such HTML: `read` gives those of a piece of Markdown, `blocksOf` those of the HTML. `null` when the HTML
 * does not show each piece of the Markdown, and once; then none of it was read, so that nested HTML is read once at every depth (R34).
 */
export function readAround(
  parts: readonly HtmlPart[],
  read: (nodes: RootContent[]) => Block[],
  blocksOf: (html: string) => Block[],
): Block[] | null {
  // Nobody can write the word before it is made.
  const word = `between-${newBlockId().replace(/[^a-z0-9]/gi, '')}-`
  const between: RootContent[][] = []
  const html = parts.map((part) => {
    if ('html' in part) return part.html
    const name = `${word}${between.push(part.between) - 1}-`
    return part.isInText ? name : `<p>${name}</p>`
  })
  const pattern = new RegExp(`${word}(\\d+)-`)
  const blocks = blocksOf(html.join('\n'))
  const shown = shownIn(blocks, pattern)
  if (shown.length !== between.length || new Set(shown).size !== between.length) return null
  return new Places(
    pattern,
    between.map((nodes) => read(nodes)),
  ).fill(blocks)
}

/** The numbers of the places that blocks show, in their order. */
const shownIn = (blocks: readonly Block[], word: RegExp): string[] =>
  blocks.flatMap(({ children, text = [] }) =>
    children
      ? shownIn(children, word)
      : text.flatMap((piece) =>
          isInlineText(piece) ? piece.text.split(word).filter((_, at) => at % 2 === 1) : [],
        ),
  )

/** What takes the place of the words. */
class Places {
  constructor(
    private readonly word: RegExp,
    private readonly between: readonly Block[][],
  ) {}

  fill(blocks: readonly Block[]): Block[] {
    return blocks.flatMap((block) => {
      const { children, text } = block
      if (children) return [{ ...block, children: this.fill(children) }]
      if (!text?.some((piece) => isInlineText(piece) && this.word.test(piece.text))) return [block]
      return blockKind(block.kind)?.content === 'code' ? [this.inCode(block)] : this.inText(block)
    })
  }

  private take(number: string): Block[] {
    return this.between[Number(number)] ?? []
  }

  private inCode(block: Block): Block {
    const words = (text: string) =>
      text
        .split(this.word)
        .map((part, at) => (at % 2 ? plainTextOf(this.take(part)) : part))
        .join('')
        .trimEnd()
    const text = block.text!.map((piece) =>
      isInlineText(piece) ? { ...piece, text: words(piece.text) } : piece,
    )
    return { ...block, text }
  }

  /** A block whose text holds places: what stands before, in and behind them, one below the other. */
  private inText(block: Block): Block[] {
    const out: Block[] = []
    let text: Inline[] = []
    const isItem = block.kind === 'listItem'
    const inset = isItem ? 1 : 0
    const add = (more: Block) => void out.push(out.length === 0 ? more : indented(more, inset))
    const flush = () => {
      const isShown = text.some((piece) => !isInlineText(piece) || piece.text.trim() !== '')
      if (isShown && out.length === 0) add({ ...block, text })
      else if (isShown)
        add({ ...block, id: newBlockId(), kind: 'paragraph', attributes: shared(block), text })
      text = []
    }
    for (const piece of block.text ?? []) {
      if (!isInlineText(piece)) {
        text.push(piece)
        continue
      }
      for (const [at, part] of piece.text.split(this.word).entries()) {
        if (at % 2 === 0) {
          if (part !== '') text.push({ ...piece, text: part })
          continue
        }
        flush()
        for (const inside of this.take(part)) {
          const own = within(inside, block, piece.marks ?? [])
          const isText = inside.kind === 'paragraph' && block.kind !== 'paragraph'
          if (out.length === 0 && isText) add({ ...block, text: own.text ?? [] })
          else {
            if (out.length === 0 && isItem) add({ ...block, text: [] })
            add(own)
          }
        }
      }
    }
    flush()
    return out
  }
}

/** What every block in an element has that says it. */
const SHARED = ['align', 'indent', 'lineHeight', 'backgroundColor']

const shared = ({ attributes = {} }: Block): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([key]) => SHARED.includes(key)))

function indented(block: Block, more: number): Block {
  if (more === 0 || !blockKind(block.kind)?.attributes.indent) return block
  const indent = Math.min(MAX_INDENT, Number(block.attributes?.indent ?? 0) + more)
  return { ...block, attributes: { ...block.attributes, indent } }
}

/** A block with the look of the element that it stands in. */
function within(block: Block, around: Block, marks: readonly BlockMark[]): Block {
  const { indent = 0, ...look } = shared(around)
  const shape = blockKind(block.kind)?.attributes ?? {}
  const link = marks.find(({ kind }) => kind === 'link')?.attributes?.url
  const said = Object.entries({ ...look, ...(link && block.kind === 'image' ? { link } : {}) })
  const attributes = {
    ...Object.fromEntries(said.filter(([key]) => key in shape && block.kind !== 'table')),
    ...block.attributes,
  }
  const own = Object.keys(attributes).length > 0 ? { ...block, attributes } : block
  return indented(marked(own, marks), Number(indent))
}

function marked(block: Block, marks: readonly BlockMark[]): Block {
  if (marks.length === 0 || blockKind(block.kind)?.content === 'code') return block
  const text = block.text?.map((piece) => {
    const own = piece.marks ?? []
    return {
      ...piece,
      marks: [...own, ...marks.filter(({ kind }) => !own.some((mark) => mark.kind === kind))],
    }
  })
  const children = block.children?.map((child) => marked(child, marks))
  return { ...block, ...(text ? { text } : {}), ...(children ? { children } : {}) }
}
