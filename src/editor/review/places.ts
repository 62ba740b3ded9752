import type { Node } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import { blockStart, type PageIndex } from '@/document'
import type { Described } from '@/document/review'

interface Range {
  from: number
  to: number
}

/** Where the editor shows what a suggestion is about: its words, or else its blocks. */
export function placesOf(index: PageIndex, doc: Node, { spots, blocks }: Described): Range[] {
  const found: Range[] = []
  const within = new Set<string>()
  for (const { block, from, to } of spots) {
    const start = blockStart(index, doc, block)
    const node = start === null ? null : doc.nodeAt(start)
    if (start === null || !node?.inlineContent) continue
    within.add(block)
    const at = (offset: number) => start + 1 + Math.min(offset, node.content.size)
    found.push({ from: at(from), to: at(to) })
  }
  for (const block of blocks) {
    if (within.has(block)) continue
    const start = blockStart(index, doc, block)
    const node = start === null ? null : doc.nodeAt(start)
    if (start !== null && node) found.push({ from: start, to: start + node.nodeSize })
  }
  return found.sort((a, b) => a.from - b.from)
}

/** The ids of the characters, and of the beads, that are selected; of a caret, of the character before it. */
export function idsIn(index: PageIndex, { doc, selection }: EditorState) {
  const ids: { client: number; from: number; to: number }[] = []
  const add = (block: string, from: number, to: number) => {
    let at = 0
    for (const segment of index.segments(block)) {
      if (segment.item && from <= at && !selection.empty) {
        const { client, clock } = segment.item.id
        ids.push({ client, from: clock, to: clock + 1 })
      }
      const characters = index.texts.characters(segment)
      for (const { client, clock } of characters.slice(Math.max(0, from - at), Math.max(0, to - at)))
        ids.push({ client, from: clock, to: clock + 1 })
      at += segment.length
    }
  }
  for (const { $from, $to } of selection.ranges) {
    doc.nodesBetween($from.pos, Math.max($to.pos, $from.pos), (node, pos) => {
      const id: unknown = node.attrs.id
      if (!node.inlineContent || typeof id !== 'string' || !index.tree.isShown(id)) return !node.inlineContent
      const from = Math.max(0, $from.pos - pos - 1)
      const to = Math.min(node.content.size, $to.pos - pos - 1)
      add(id, selection.empty ? Math.max(0, from - 1) : from, to)
      return false
    })
  }
  return ids
}

/** The blocks that are selected whole, and the one that the caret is in. */
export function blocksIn({ doc, selection }: EditorState): Set<string> {
  const found = new Set<string>()
  for (const { $from, $to } of selection.ranges) {
    doc.nodesBetween($from.pos, $to.pos, (node, pos) => {
      const id: unknown = node.attrs.id
      const isWhole = $from.pos <= pos + 1 && pos + node.nodeSize - 1 <= $to.pos
      if (typeof id === 'string' && (isWhole || (selection.empty && node.inlineContent))) found.add(id)
      return !node.inlineContent
    })
  }
  return found
}
