import type * as Y from 'yjs'
import { normalizeBlocks, plainTextOf } from '@/blocks'
import { type Block, type Inline, isInlineText, type Json } from '@/blocks/kit/block'
import { type Formats, type Piece, pageKinds, pushPiece, ROOT, sameJson } from './layout'
import { rawBlock } from './nodes'
import { PageIndex } from './page-index'
import { readPage } from './read-page'
import { textDifference } from './text-difference'
import { type ListEdit, type PageEdit, type TextPart, writePage } from './write-page'

/** The page's blocks in the one form that `normalizeBlocks` gives. Reading changes nothing. */
export function blocksOf(doc: Y.Doc): Block[] {
  const blocks = readPage(doc).map(rawBlock)
  return blocks.length > 0 ? normalizeBlocks(blocks) : []
}

/** The page's words without any formatting, one block a line. */
export const plainTextOfDoc = (doc: Y.Doc): string => plainTextOf(blocksOf(doc))

/**
 * Makes the page hold `blocks` as a forward edit: blocks are known by their id; what differs is written and nothing else,
 * so that it merges with people who are typing. Writes nothing when the page holds them already.
 */
export function applyBlocks(doc: Y.Doc, blocks: readonly Block[], origin?: unknown): void {
  const wanted = uniqueIds(blocks.length > 0 ? normalizeBlocks(blocks) : [])
  const current = blocksOf(doc)
  if (JSON.stringify(wanted) === JSON.stringify(current)) return
  const index = new PageIndex(doc)
  try {
    writePage(index, blocksEdit(index, current, wanted), origin)
  } finally {
    index.close()
  }
}

interface Placed {
  block: Block
  parent: string
}

function placed(blocks: readonly Block[]): Map<string, Placed> {
  const all = new Map<string, Placed>()
  const rest = blocks.map((block) => ({ block, parent: ROOT })).reverse()
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { block } = next
    all.set(block.id, next)
    rest.push(...(block.children ?? []).map((child) => ({ block: child, parent: block.id })).reverse())
  }
  return all
}

function blocksEdit(index: PageIndex, current: readonly Block[], wanted: readonly Block[]): PageEdit {
  const before = placed(current)
  const after = placed(wanted)
  const { places } = index
  const gone = new Set([...before.keys()].filter((id) => !after.has(id)))
  const set = new Map<string, { kind?: string; attributes: Record<string, Json | null> }>()
  const texts = new Map<string, readonly TextPart[]>()
  const formats: PageEdit['formats'][number][] = []
  const lists: ListEdit[] = []
  for (const [id, { block }] of after) {
    const standing = before.get(id)?.block
    const attributes = patchOf(
      standing?.attributes ?? places.entry(id)?.attributes ?? {},
      block.attributes ?? {},
    )
    if (standing?.kind !== block.kind) set.set(id, { kind: block.kind, attributes })
    else if (Object.keys(attributes).length > 0) set.set(id, { attributes })
    if (!standing || !sameJson(standing.text ?? [], block.text ?? [])) {
      const pieces = piecesOfInline(block.text ?? [])
      const text = standing ? index.text(id) : []
      const holdsText = pageKinds(block.kind) === 'text' || pieces.length > 0
      if (holdsText || text.length > 0) {
        const difference = textDifference(id, text, pieces)
        texts.set(id, difference.parts)
        formats.push(...difference.formats)
      }
    }
  }
  const compareLists = (parent: string, old: readonly Block[], now: readonly Block[]) => {
    let head = 0
    const shorter = Math.min(old.length, now.length)
    while (head < shorter && old[head]?.id === now[head]?.id) head++
    let tail = 0
    while (tail < shorter - head && old[old.length - 1 - tail]?.id === now[now.length - 1 - tail]?.id) tail++
    if (head === old.length && head === now.length) return
    lists.push({
      parent,
      ids: now.slice(head, now.length - tail).map(({ id }) => id),
      previous: now[head - 1]?.id ?? null,
      next: tail > 0 ? (now[now.length - tail]?.id ?? null) : null,
    })
  }
  compareLists(ROOT, current, wanted)
  for (const [id, { block }] of after) {
    compareLists(id, before.get(id)?.block.children ?? [], block.children ?? [])
  }
  return { gone, set, texts, formats, lists }
}

function patchOf(before: Record<string, Json>, after: Record<string, Json>): Record<string, Json | null> {
  const patch: Record<string, Json | null> = {}
  for (const key of Object.keys(before)) if (!(key in after)) patch[key] = null
  for (const [key, value] of Object.entries(after)) if (!sameJson(before[key], value)) patch[key] = value
  return patch
}

function piecesOfInline(text: readonly Inline[]): Piece[] {
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

/** Gives the second block of the same id another one. */
function uniqueIds(blocks: readonly Block[], seen = new Set<string>()): Block[] {
  return blocks.map((block) => {
    let id = block.id
    for (let n = 2; !id || seen.has(id); n++) id = `${block.id}~${n}`
    seen.add(id)
    const { children } = block
    return { ...block, id, ...(children ? { children: uniqueIds(children, seen) } : {}) }
  })
}
