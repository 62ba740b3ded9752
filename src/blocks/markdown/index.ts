import type { Definition, Root, RootContent } from 'mdast'
import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import { cleanText, holdsUnknown, normalizeBlocks } from '../json'
import type { Block, Json } from '../kit/block'
import { sameJson } from '../kit/equal'
import { boundNesting, chunksOf, definitionLinesFor, definitionsIn, goesOnCounting } from './chunks'
import { type EnclosePicture, takeDataAddresses } from './data-addresses'
import { DIRECTIVE, writeDirective } from './directive'
import { notesFor, notesIn, resolveFootnotes } from './footnotes'
import { readFrontMatter, writeFrontMatter } from './front-matter'
import { Notes, type ReadNote } from './notes'
import { plainTitle, titleAgainAt } from './plain-title'
import { type ReadHtmlPiece, readFlow, resolveReferences } from './read'
import { parseMarkdown, writeMarkdown } from './syntax'
import { type Care, treeFromBlocks, withoutIds } from './write'

export type { ReadNote } from './notes'

/** A page read from a file of another format. */
export interface ReadPage {
  /** The title that the file itself gives; empty when it gives none. */
  title: string
  blocks: Block[]
  notes: ReadNote[]
  /** The page's icon, where the file has one. */
  icon?: string
  /** The address of the picture above the page. */
  cover?: string
}

export interface ReadMarkdownOptions {
  /** Reads a piece of HTML. Without it HTML blocks are kept as code. */
  readHtml?: ReadHtmlPiece
  /** Is HTML that shows nothing (scripts, declarations) left out and noted? Otherwise it is kept as code. */
  leavesOutUnseen?: boolean
  /** May a first heading 1 become the title (and leave the text)? Yes, unless this is false. */
  titleFromHeading?: boolean
  /** Takes a picture that stands in the text itself (`data:`). Without it, such pictures are their descriptions. */
  enclose?: EnclosePicture
  /** What front matter says besides its title; without it what else is there is kept as code. Null: it cannot be read. */
  readProperties?: (lines: string) => { title: string | null; others: string } | null
  /** Called after every step with the part that is done, 0 … 1. */
  onProgress?: (done: number) => void
}

/**
 * Reads Markdown (rulings 6): CommonMark, GFM, `==highlight==`, the inline HTML of our marks, front matter, and the
 * directives with which our own export says the rest. What a page cannot hold yet is kept as text or code and noted.
 * A first heading 1 of plain text is the title when front matter gives none or the same. No blocks for a text that holds nothing.
 */
export function readMarkdown(text: string, options: ReadMarkdownOptions = {}): ReadPage {
  const { readHtml, leavesOutUnseen = false } = options
  const notes = new Notes()
  const front = readFrontMatter(cleanText(text.replace(/^\ufeff/, '')))
  const { title, others } = (front.source && options.readProperties?.(front.source)) || front
  const { text: body, putBack } = takeDataAddresses(front.body, options.enclose)
  const read: Block[] = []
  if (others) {
    notes.converted(t('Front matter'), t('code block'))
    read.push({
      id: newBlockId(),
      kind: 'codeBlock',
      attributes: { lang: 'yaml' },
      text: [{ text: others }],
    })
  }
  const bounded = boundNesting(body)
  let definitions: Map<string, string> | null = null
  let footnotes: Map<string, string> | null = null
  const resolved = new Set<string>()
  let done = 0
  for (const chunk of chunksOf(bounded)) {
    const isWhole = chunk.length === bounded.length
    if (!isWhole) definitions ??= definitionsIn(bounded)
    if (!isWhole) footnotes ??= notesIn(bounded)
    const defined = [
      definitions ? definitionLinesFor(chunk, definitions) : '',
      footnotes ? notesFor(chunk, footnotes) : '',
    ]
      .filter((lines) => lines !== '')
      .join('\n\n')
    const source = defined ? `${chunk}\n\n${defined}` : chunk
    const root = parseMarkdown(source)
    resolveFootnotes(root, { source, own: chunk.length, resolved })
    resolveReferences(root, definitionsOf(root))
    const more = readFlow(root.children, { source, notes, readHtml, leavesOutUnseen })
    if (done > 0 && goesOnCounting(chunk)) delete more[0]?.attributes?.listStart
    if (more.length > 0) for (const block of normalizeBlocks(more)) read.push(block)
    done += chunk.length
    options.onProgress?.(done / Math.max(1, bounded.length))
  }
  const blocks = putBack(read)
  // What stands behind the front matter that is kept.
  const from = others ? 1 : 0
  const first = title === null ? plainTitle(blocks[from]) : null
  // Many write the title in front matter and as a heading: it is one title. Our own export says when it is not.
  const again = title === null || /^\s*<!--/.test(body) ? -1 : titleAgainAt(blocks, title, from)
  const taken = options.titleFromHeading === false ? -1 : first === null ? again : from
  return {
    title: title ?? (taken < 0 ? '' : (first ?? '')),
    blocks: taken < 0 ? blocks : blocks.toSpliced(taken, 1),
    notes: notes.all(),
  }
}

/** The same, only the blocks. The first heading stays where it is. */
export function blocksFromMarkdown(text: string): Block[] {
  return readMarkdown(text, { titleFromHeading: false }).blocks
}

function definitionsOf(root: Root): Map<string, Definition> {
  const found = new Map<string, Definition>()
  const rest: RootContent[] = [...root.children].reverse()
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node)
    if ('children' in node) rest.push(...([...node.children].reverse() as RootContent[]))
  }
  return found
}

/** How often a text that does not read back exactly is written again with more care, before all of it becomes data. */
const ATTEMPTS = 4

/**
 * The page as Markdown that our importer reads back exactly (rulings 6): written as a person would, read again, and
 * what came back different is written with more care. Ids are left out; the title is front matter, with `properties`, lines of
 * YAML, below it. `title`: null for blocks that are no whole page.
 */
export function markdownFromBlocks(
  blocks: readonly Block[],
  title: string | null = null,
  properties: readonly string[] = [],
): string {
  const wanted = normalizeBlocks(blocks)
  const isSaidAgain = title !== null && titleAgainAt(wanted, title) >= 0
  // A first heading would become the title of a page that has none.
  const isNamed = title !== '' || plainTitle(wanted[0]) !== null
  const front =
    writeFrontMatter(isNamed ? title : null, properties) +
    (isSaidAgain ? `${writeDirective({ next: {} })}\n\n` : '')
  if (wanted.length === 1 && sameJson(bare(wanted[0]!), { kind: 'paragraph' })) return front
  const cares = new Map<Block, Care>(wordForWord(wanted))
  for (let attempt = 0; ; attempt++) {
    const text = writeMarkdown(treeFromBlocks(wanted, cares))
    if (attempt === ATTEMPTS) return front + text
    const wrong = differing(wanted, blocksFromMarkdown(text))
    if (wrong.length === 0) return front + text
    for (const block of attempt + 1 === ATTEMPTS ? wanted : wrong) {
      cares.set(block, attempt + 1 === ATTEMPTS || cares.has(block) ? 'data' : 'strict')
    }
  }
}

/**
 * The blocks in the Markdown that everybody knows, and what that reads back as. Null where it takes data of ours to say them, or more than
 * `most` characters. Written plainly and once more with care, so it never costs more than two writings and two readings.
 */
export function commonMarkdown(
  blocks: readonly Block[],
  most: number,
): { text: string; blocks: Block[] } | null {
  const wanted = normalizeBlocks(blocks)
  const cares = new Map<Block, Care>(wordForWord(wanted))
  if (cares.size > 0) return null
  for (let attempt = 0; attempt < 2; attempt++) {
    const text = writeMarkdown(treeFromBlocks(wanted, cares)).trimEnd()
    if (text.length > most || text.includes(DIRECTIVE)) return null
    const read = blocksFromMarkdown(text)
    const wrong = differing(wanted, read)
    if (wrong.length === 0) return { text, blocks: read }
    for (const block of wrong) cares.set(block, 'strict')
  }
  return null
}

/** The blocks that hold what no kind, mark or atom of ours has Markdown for. */
function* wordForWord(blocks: readonly Block[]): Generator<[Block, Care]> {
  for (const block of blocks) {
    if (holdsUnknown(block)) yield [block, 'data']
    else yield* wordForWord(block.children ?? [])
  }
}

const bare = (block: Block): Json => withoutIds(block) as unknown as Json

/** The innermost blocks that were not read back as they are, or what stands around a place where the number differs. */
function differing(wanted: readonly Block[], read: readonly Block[]): Block[] {
  if (wanted.length !== read.length) {
    const at = wanted.findIndex((block, index) => !read[index] || !sameJson(bare(block), bare(read[index])))
    return wanted.slice(Math.max(0, at - 1), at === -1 ? undefined : at + 2)
  }
  return wanted.flatMap((block, index) => {
    const other = read[index]!
    if (sameJson(bare(block), bare(other))) return []
    const inside =
      block.children && other.children && other.kind === block.kind
        ? differing(block.children, other.children)
        : []
    return inside.length > 0 ? inside : [block]
  })
}
