import { blockKind, plainTextOf } from '@/blocks'
import type { Block, Inline, Json } from '@/blocks/kit/block'
import { isInlineText } from '@/blocks/kit/block'
import { commonMarkdown } from '@/blocks/markdown'
import { withoutHidden } from '@/shared/without-hidden'
import { placeholderOf, withAtoms } from '../../placeholders'
import { MARKS, workOf } from './block-work'

/** A block as a model is told of it. */
export interface ToldBlock {
  /** Markdown; of one that cannot be edited, what it is. */
  text: string
  /** What of the block stands in the Markdown; null: it cannot be replaced. */
  seen: Block | null
  /** What the placeholders of the Markdown stand for. */
  atoms: readonly Inline[]
  mayDelete: boolean
  /** The first words in a block that holds others. */
  words?: string
  /** How much work it was, by {@link workOf}, to find that the block cannot be told. */
  inVain: number
}

/** Characters of a block that is shown. */
const LONGEST = 6_000
/** How much work it may be to tell a block: some 45 ms at worst, in one turn of the event loop. */
const MOST_WORK = 28_000
/** Characters of its Markdown. Most of those of a long table are the spaces that pad its cells, which are read quickly. */
const LONGEST_MARKDOWN = 100_000
/** What Markdown says of each kind, of all that its blocks have. */
const READ: ReadonlyMap<string, readonly string[]> = new Map([
  ['paragraph', []],
  ['heading', ['level']],
  ['listItem', ['listStyleType', 'checked']],
  ['codeBlock', ['lang']],
  ['table', ['headerRow']],
])

/**
 * What a block says, in the Markdown that models know. Whatever that cannot say is not read, and stays; so does what makes more work
 * than `most`, or than any block may make.
 */
export function tellBlock(block: Block, most = MOST_WORK): ToldBlock {
  const { kind } = block
  const name = withoutHidden(nameOf(kind))
  const untold = { seen: null, atoms: [], inVain: 0 }
  if (blockKind(kind)?.content === 'blocks')
    return { text: `(${name})`, mayDelete: true, ...untold, words: firstWordsIn(block) }
  if (kind === 'horizontalRule') return { text: '---', mayDelete: true, ...untold }
  const words = plainTextOf([block]).trim()
  const unread = (inVain = 0): ToldBlock => ({
    text: readOnly(words === '' ? name : `${name} "${shortened(words)}"`),
    mayDelete: false,
    ...untold,
    inVain,
  })
  if (!READ.has(kind) || words.length > LONGEST || withoutHidden(words) !== words) return unread()
  const room = Math.min(most, MOST_WORK)
  const work = workOf(block, room)
  if (work > room) return unread()
  const atoms: Inline[] = []
  const read = readOf(block, atoms)
  // What cannot be told in the Markdown of everybody is not given to be edited.
  const written = read && commonMarkdown([read], LONGEST_MARKDOWN)
  if (!read || !written?.text || withoutHidden(written.text) !== written.text) return unread(work)
  const { text: markdown, blocks: back } = written
  const [seen] = back
  if (back.length !== 1 || !seen || seen.kind !== kind || plainTextOf([seen]) !== plainTextOf([read]))
    return unread(work)
  return {
    text: kind === 'listItem' ? indented(markdown, indentOf(block)) : markdown,
    seen: withAtoms(readAttributes(seen), atoms),
    atoms,
    mayDelete: true,
    inVain: 0,
  }
}

/** Blocks in a block, and characters, that are looked at for its first words. */
const LOOKED_AT = 200
const FIRST_WORDS = 500

function firstWordsIn(block: Block): string {
  const lines: string[] = []
  let blocks = 0
  let characters = 0
  const look = (children: readonly Block[]) => {
    for (const { children: inside = [], ...child } of children) {
      if (blocks++ >= LOOKED_AT || characters > FIRST_WORDS) return
      const line = plainTextOf([child]).slice(0, FIRST_WORDS)
      if (line.trim() !== '') lines.push(line)
      characters += line.length
      look(inside)
    }
  }
  look(block.children ?? [])
  return lines.join('\n').toWellFormed()
}

/** The block with what Markdown says of it and nothing else. Null for a table with more than a paragraph in a cell. */
function readOf(block: Block, atoms: Inline[]): Block | null {
  const { id, kind, text, children } = block
  if (kind === 'codeBlock') return readAttributes(block)
  const read: Block = { ...readAttributes(block), id, kind }
  if (text) read.text = trimmed(text.map((piece) => readInline(piece, atoms)))
  if (!children) return read
  const inside: Block[] = []
  for (const child of children) {
    if (child.kind === 'tableCell' && (child.children?.length !== 1 || child.attributes !== undefined))
      return null
    const one = readOf(child, atoms)
    if (!one || (child.kind !== 'tableColumn' && blockKind(child.kind)?.content === 'none')) return null
    inside.push(one)
  }
  return { ...read, children: inside }
}

const readAttributes = (block: Block): Block => {
  const { attributes = {}, ...rest } = block
  const read = READ.get(block.kind) ?? []
  const kept: Record<string, Json> = {}
  for (const name of read) {
    const value = attributes[name]
    if (value !== undefined) kept[name] = name === 'listStyleType' ? listStyle(value) : value
  }
  return { ...rest, ...(Object.keys(kept).length > 0 && { attributes: kept }) }
}

/** Markdown knows bullets, numbers and boxes. */
const listStyle = (style: Json): Json => {
  if (style === 'todo' || style === 'todoNoStrike') return 'todo'
  return style === 'disc' || style === 'circle' || style === 'square' ? 'disc' : 'decimal'
}

function readInline(piece: Inline, atoms: Inline[]): Inline {
  const marks = piece.marks?.filter(({ kind }) => MARKS.has(kind)) ?? []
  const kept = marks.length > 0 ? { marks } : {}
  if (isInlineText(piece)) return { text: piece.text, ...kept }
  atoms.push(piece)
  return { text: placeholderOf(piece, atoms.length), ...kept }
}

/** Without white space at its ends. */
function trimmed(pieces: readonly Inline[]): Inline[] {
  const kept = [...pieces]
  for (let first = kept[0]; first && isInlineText(first); first = kept[0]) {
    const text = first.text.trimStart()
    if (text !== '') {
      kept[0] = { ...first, text }
      break
    }
    kept.shift()
  }
  for (let last = kept.at(-1); last && isInlineText(last); last = kept.at(-1)) {
    const text = last.text.trimEnd()
    if (text !== '') {
      kept[kept.length - 1] = { ...last, text }
      break
    }
    kept.pop()
  }
  return kept
}

export const indentOf = ({ attributes = {} }: Block): number =>
  typeof attributes.indent === 'number' ? attributes.indent : 0

const indented = (markdown: string, indent: number): string => markdown.replace(/^/gm, '  '.repeat(indent))

const readOnly = (what: string): string => `(${what}, read-only)`

const nameOf = (kind: string): string => blockKind(kind)?.insert[0]?.label ?? kind

const shortened = (words: string): string => {
  // A block may have millions of characters.
  const line = withoutHidden(words.slice(0, 1_000)).replace(/\s+/g, ' ').replaceAll('"', "'")
  return line.length > 80 || words.length > 1_000 ? `${line.slice(0, 80).toWellFormed()}…` : line
}
