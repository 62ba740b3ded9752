import type * as Y from 'yjs'
import { blockKind, normalizeBlocks } from '@/blocks'
import { type Block, type Inline, isInlineText, type Json } from '@/blocks/kit/block'
import { spreadAttributes } from '@/blocks/kit/spread-attributes'
import { lineId } from '@/blocks/table/cell-names'
import { withWholeGrids } from '@/blocks/table/whole-grid'
import { BOUNDS } from '@/shared/limits'
import { sharedEnds } from '@/shared/shared-ends'
import { rawBlock } from '../binding/nodes'
import { CELL, cellParts } from '../format/grid'
import {
  type Formats,
  type LayoutKinds,
  type PageBlock,
  type Piece,
  pageKinds,
  pushPiece,
  ROOT,
  sameJson,
} from '../format/layout'
import { ReadingView } from '../review/reading-view'
import { Suggestions } from '../review/suggestions'
import { textDifference } from '../write/text-difference'
import { type ListEdit, type PageEdit, type TextPart, writePage } from '../write/write-page'
import { formatLengths } from './format-lengths'
import { PageIndex } from './page-index'
import type { PageView } from './page-view'

/**
 * Everything that stands in the page, or what `view` shows of it, as blocks in the one form that `normalizeBlocks` gives; outside
 * of this folder a page is read by `settledPage`. Reading changes nothing.
 */
export const blocksOf = (doc: Y.Doc, view: PageView | null = null): Block[] =>
  blocksOfKinds(doc, pageKinds, view)

/** The same with other kinds than those of this program. */
export function blocksOfKinds(doc: Y.Doc, kinds: LayoutKinds, view: PageView | null = null): Block[] {
  const index = new PageIndex(doc, kinds, BOUNDS, view)
  try {
    return blocksIn(index)
  } finally {
    index.close()
  }
}

function blocksIn(index: PageIndex): Block[] {
  const read = index.blocks()
  const marked = formatsOfAll(read) <= BOUNDS.pageFormats
  const blocks = read.map((block) => rawBlock(block, marked))
  return blocks.length > 0 ? normalizeBlocks(blocks, BOUNDS.depth) : []
}

/** How long the formats of all pieces of text are when they are written out. */
function formatsOfAll(blocks: readonly PageBlock[]): number {
  const lengthOf = formatLengths()
  let sum = 0
  const rest = [...blocks]
  for (let block = rest.pop(); block; block = rest.pop()) {
    for (const { formats } of block.text) sum += lengthOf(formats)
    for (const child of block.children) rest.push(child)
  }
  return sum
}

/**
 * Makes the page hold `blocks` as a forward edit: blocks are known by their id; what differs is written and nothing else,
 * so that it merges with people who are typing. Writes nothing when the page holds them already. `blocks` is what the page
 * is to say settled, or marked where they were taken from an editor: what is suggested of characters that stay is still suggested
 * afterwards, and suggested words are never deleted by settled blocks, which cannot name them.
 */
export function applyBlocks(
  doc: Y.Doc,
  blocks: readonly Block[],
  origin?: unknown,
  kinds: LayoutKinds = pageKinds,
  reading: 'settled' | 'marked' = 'settled',
): void {
  const suggestions = new Suggestions(doc)
  const view = suggestions.isEmpty ? null : new ReadingView(suggestions, reading)
  const index = new PageIndex(doc, kinds, BOUNDS, view)
  try {
    const edit = editToward(index, blocks, kinds)
    if (edit) writePage(index, edit, origin)
  } finally {
    index.close()
    suggestions.close()
  }
}

/** The edit after which what `index` reads says `blocks`; null when it says so already. */
export function editToward(
  index: PageIndex,
  blocks: readonly Block[],
  kinds: LayoutKinds = pageKinds,
): PageEdit | null {
  const ids = new Set<string>()
  const named = uniqueIds(blocks.length > 0 ? normalizeBlocks(blocks, BOUNDS.depth) : [], kinds, ids)
  const edit = blocksEdit(index, blocksIn(index), withWholeGrids(named, kinds, ids))
  const { gone, set, texts, formats, lists } = edit
  return gone.size + set.size + texts.size + formats.length + lists.length > 0 ? edit : null
}

/** The edit that puts new blocks, with all that stands in them, into a list. Their ids are on no page yet. */
export function insertionEdit(
  index: PageIndex,
  blocks: readonly Block[],
  list: Omit<ListEdit, 'ids'>,
): PageEdit {
  const { kinds } = index
  const ids = new Set<string>()
  const whole = withWholeGrids(uniqueIds(blocks, kinds, ids), kinds, ids)
  const edit = blocksEdit(index, [], whole)
  return {
    ...edit,
    lists: edit.lists.map((one) => (one.parent === ROOT ? { ...list, ids: whole.map(({ id }) => id) } : one)),
  }
}

function byId(blocks: readonly Block[], all = new Map<string, Block>()): Map<string, Block> {
  for (const block of blocks) {
    all.set(block.id, block)
    if (block.children) byId(block.children, all)
  }
  return all
}

const NOTHING: readonly Block[] = []

function blocksEdit(index: PageIndex, current: readonly Block[], wanted: readonly Block[]): PageEdit {
  const before = byId(current)
  const after = byId(wanted)
  const { tree } = index
  const gone = new Set<string>()
  for (const id of before.keys()) if (!after.has(id) && tree.gridOfCell(id) === null) gone.add(id)
  const set = new Map<string, { kind?: string; attributes: Record<string, Json | null> }>()
  const texts = new Map<string, readonly TextPart[]>()
  const formats: PageEdit['formats'][number][] = []
  const lists: ListEdit[] = []
  const compareLists = (parent: string, old: readonly Block[], now: readonly Block[]) => {
    const list = listEdit(parent, old, now)
    if (list) lists.push(list)
  }
  for (const [id, block] of after) {
    const standing = before.get(id)
    const attributes = patchOf(
      standing ? storedAttributes(standing) : (tree.entry(id)?.attributes ?? {}),
      storedAttributes(block),
    )
    // A cell is there without an entry.
    const isCell = block.kind === CELL && cellParts(id) !== null
    const isNew = !isCell && standing?.kind !== block.kind
    const needsKind = isNew || (isCell && tree.entry(id)?.kind !== CELL)
    if (isNew || Object.keys(attributes).length > 0) {
      set.set(id, needsKind ? { kind: block.kind, attributes } : { attributes })
    }
    if (!standing || !sameJson(standing.text ?? [], block.text ?? [])) {
      const pieces = piecesOfInline(block.text ?? [])
      const text = standing ? index.text(id) : []
      const holdsText = index.kinds(block.kind) === 'text' || pieces.length > 0
      if (holdsText || text.length > 0) {
        const difference = textDifference(id, text, pieces)
        texts.set(id, difference.parts)
        formats.push(...difference.formats)
      }
    }
    const holds = index.kinds(block.kind)
    const old = standing?.children ?? NOTHING
    const now = block.children ?? NOTHING
    if (holds === 'grid') {
      for (const part of ['column', 'row'] as const) {
        const parts = (children: readonly Block[]) =>
          children.filter(({ kind }) => index.kinds(kind) === part)
        compareLists(id, parts(old), parts(now))
      }
    } else if (holds !== 'row') compareLists(id, old, now)
  }
  compareLists(ROOT, current, wanted)
  return { gone, set, texts, formats, lists }
}

const storedAttributes = ({ kind, attributes = {} }: Block) => spreadAttributes(blockKind(kind), attributes)

/** What has to be said of a list that reads differently: the part between what stays at both of its ends. */
function listEdit(parent: string, old: readonly Block[], now: readonly Block[]): ListEdit | null {
  const { head, tail } = sharedEnds(old, now, (a, b) => a.id === b.id)
  if (head === old.length && head === now.length) return null
  return {
    parent,
    ids: now.slice(head, now.length - tail).map(({ id }) => id),
    previous: now[head - 1]?.id ?? null,
    next: tail > 0 ? (now[now.length - tail]?.id ?? null) : null,
  }
}

function patchOf(before: Record<string, Json>, after: Record<string, Json>): Record<string, Json | null> {
  const patch: Record<string, Json | null> = {}
  for (const key in before) if (!Object.hasOwn(after, key)) patch[key] = null
  for (const key in after) {
    const value = after[key] as Json
    if (!Object.hasOwn(before, key) || !sameJson(before[key], value)) patch[key] = value
  }
  return patch
}

/** The text of a block as a page stores it. */
export function piecesOfInline(text: readonly Inline[]): Piece[] {
  const pieces: Piece[] = []
  for (const piece of text) {
    const formats: Formats = Object.fromEntries(
      (piece.marks ?? []).map(({ kind, attributes }) => {
        const id = attributes?.id
        return [typeof id === 'string' ? `${kind}:${id}` : kind, attributes ?? {}]
      }),
    )
    const insert = isInlineText(piece) ? piece.text : { kind: piece.kind, ...piece.attributes }
    pushPiece(pieces, { insert, formats })
  }
  return pieces
}

/** Gives the second block of the same id another one. `seen` gets all ids. */
function uniqueIds(blocks: readonly Block[], kinds: LayoutKinds, seen: Set<string>): Block[] {
  return blocks.map((block) => {
    const holds = kinds(block.kind)
    // Cells are named by their row and column.
    const given = holds === 'row' || holds === 'column' ? lineId(block.id) : block.id
    let id = given
    for (let n = 2; block.kind !== CELL && (!id || seen.has(id)); n++) id = `${given}~${n}`
    seen.add(id)
    const { children } = block
    if (!children && id === block.id) return block
    return { ...block, id, ...(children ? { children: uniqueIds(children, kinds, seen) } : {}) }
  })
}
