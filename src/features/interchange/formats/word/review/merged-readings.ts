import type { Block, Json } from '@/blocks/kit/block'
import { cellId } from '@/blocks/table/cell-names'
import {
  addedCopy,
  type BlockTags,
  type CarriedReview,
  isReviewOf,
  pageKinds,
  removedBlock,
} from '@/document'
import { Alignment, type Group, isText } from './aligned'
import { mergedText, type Segmented } from './merged-text'
import { bySegment, named, plainBlocks, type Segment, segmentsIn } from './segments'

type Reviewed = Pick<CarriedReview, 'blocks' | 'tags'>

/**
 * What leads from one reading of a file to the other, both with the names of segments in their text, which stay in it. Blocks of which
 * that cannot be said are removed and added as wholes, so that the page settles to the one reading and is proposed to
 * become the other, whatever the file holds.
 */
export function mergedReadings(
  settled: readonly Block[],
  proposed: readonly Block[],
  segments: readonly Segment[],
): Reviewed {
  const merger = new Merger(segments)
  return { blocks: merger.root(settled, proposed), tags: merger.tags }
}

class Merger {
  tags: Record<string, BlockTags> = {}
  private readonly alignment: Alignment
  /** The suggestion that was named last. */
  private last = 0

  constructor(private readonly segments: readonly Segment[]) {
    this.alignment = new Alignment(segments)
  }

  root(settled: readonly Block[], proposed: readonly Block[]): Block[] {
    const all = this.tags
    const made = this.alignment.groups(settled, proposed).flatMap((group) => {
      this.tags = {}
      const fine = this.group(group)
      const after = plainBlocks(group.proposed, (number) => this.isProposed(number))
      const isRight = isReviewOf(
        { blocks: plainBlocks(fine), tags: this.tags },
        plainBlocks(group.settled),
        after,
      )
      if (!isRight) this.tags = {}
      const blocks = isRight ? fine : this.wholes(group)
      Object.assign(all, this.tags)
      return blocks
    })
    this.tags = all
    return made
  }

  /** The second reading keeps what came and went again, so that it can be shown. */
  private isProposed(number: number): boolean {
    const { added = null, removed = null } = this.segments[number] ?? {}
    return added === null || removed === null
  }

  private list(settled: readonly Block[] = [], proposed: readonly Block[] = []): Block[] {
    return this.alignment.groups(settled, proposed).flatMap((group) => this.group(group))
  }

  private group(group: Group): Block[] {
    const { settled, proposed } = group
    const [before, after] = [settled[0], proposed[0]]
    if (!before || !after) return this.wholes(group)
    if (settled.length === 1 && proposed.length === 1) return this.one(before, after)
    const isSimple = [...settled, ...proposed].every((block) => isText(block) && !block.children?.length)
    if (!isSimple || (settled.length > 1 && proposed.length > 1)) return this.wholes(group)
    return settled.length === 1 ? this.parted(before, proposed) : this.joined(settled, after)
  }

  private wholes({ settled, proposed }: Group): Block[] {
    return [
      ...settled.map((block) => removedBlock(block, this.about(block, 'removed'), this.tags)),
      ...proposed.map((block) => this.comingWhole(block)),
    ]
  }

  /** What went again of what comes is no part of it. */
  private comingWhole(block: Block): Block {
    return addedCopy(this.withoutGone(block), this.about(block, 'added'), this.tags)
  }

  private withoutGone(block: Block): Block {
    const { text, children } = block
    const kept = [...bySegment(text ?? [])].filter(([number]) => this.isProposed(number))
    return {
      ...block,
      ...(text && { text: kept.flatMap(([number, pieces]) => named(pieces, number)) }),
      ...(children && { children: children.map((child) => this.withoutGone(child)) }),
    }
  }

  private one(before: Block, after: Block): Block[] {
    const isGrid = pageKinds(before.kind) === 'grid'
    const isSameSort = before.kind === after.kind || (isText(before) && isText(after))
    if (!isSameSort) return this.wholes({ settled: [before], proposed: [after] })
    if (isGrid) return this.grid(before, after) ?? this.wholes({ settled: [before], proposed: [after] })
    const text = this.text(bySegment(before.text ?? []), bySegment(after.text ?? []), after)
    return [this.changed(before, after, text, this.list(before.children, after.children))]
  }

  private text(before: Segmented, after: Segmented, block: Block) {
    return mergedText(before, after, this.segments, this.about(block, 'look'))
  }

  /** A block of both readings. */
  private changed(before: Block, after: Block, text: Block['text'], children: Block[] = []): Block {
    const { attributes, kind } = after
    if (headOf(before) !== headOf(after))
      this.tags[before.id] = {
        was: {
          by: this.about(after, 'look'),
          kind: before.kind,
          ...(before.attributes && { attributes: before.attributes as Record<string, Json> }),
        },
      }
    return {
      id: before.id,
      kind,
      ...(attributes && { attributes }),
      ...(text?.length && { text }),
      ...(children.length > 0 && { children }),
    }
  }

  /** One block that becomes several. */
  private parted(before: Block, after: readonly Block[]): Block[] {
    const pieces = this.shared(bySegment(before.text ?? []), after)
    const first = baseOf(pieces)
    return after.map((block, at) => {
      const own = pieces[at] as Segmented
      const text = this.text(own, bySegment(block.text ?? []), block)
      if (at === first) return this.changed(before, block, text)
      const isSplit = at > first && hasWords(own)
      const by = this.about(isSplit ? (after[at - 1] as Block) : block, 'added')
      this.tags[block.id] = isSplit ? { split: by } : { added: by }
      return { ...block, ...(text.length > 0 && { text }) }
    })
  }

  /** Several blocks that become one. */
  private joined(before: readonly Block[], after: Block): Block[] {
    const pieces = this.shared(bySegment(after.text ?? []), before)
    const first = baseOf(pieces)
    return before.map((block, at) => {
      const own = pieces[at] as Segmented
      const text = this.text(bySegment(block.text ?? []), own, block)
      if (at === first) return this.changed(block, after, text)
      const isJoined = at > first && hasWords(own)
      const by = this.about(isJoined ? (before[at - 1] as Block) : block, 'removed')
      this.tags[block.id] = isJoined ? { joined: by } : { removed: by }
      return { ...block, ...(text.length > 0 && { text }) }
    })
  }

  /** The text of one block by the blocks to whose paragraphs it belongs. */
  private shared(text: Segmented, blocks: readonly Block[]): Segmented[] {
    const parts = blocks.map(() => new Map<number, Block['text'] & object>())
    const places = new Map<number, number>()
    for (const [at, block] of blocks.entries())
      for (const paragraph of this.alignment.paragraphsOf(block))
        if (!places.has(paragraph)) places.set(paragraph, at)
    let at = 0
    for (const [segment, pieces] of text) {
      at = Math.max(at, places.get(this.segments[segment]?.paragraph ?? -1) ?? at)
      parts[at]?.set(segment, [...pieces])
    }
    return parts
  }

  /** A table of which rows come and go, and words in cells change; null when more of it does. */
  private grid(before: Block, after: Block): Block[] | null {
    const columnsOf = ({ children = [] }: Block) =>
      children.filter(({ kind }) => pageKinds(kind) === 'column')
    const rowsOf = ({ children = [] }: Block) => children.filter(({ kind }) => pageKinds(kind) === 'row')
    const columns = columnsOf(before)
    const heads = (blocks: readonly Block[]) => blocks.map(headOf).join()
    if (heads([before, ...columns]) !== heads([after, ...columnsOf(after)])) return null
    const groups = this.alignment.groups(rowsOf(before), rowsOf(after))
    const isRagged = groups.some(({ settled, proposed }) => settled.length + proposed.length < 2)
    const isSpanned = [before, after].some((table) => JSON.stringify(table.children).includes('"rowSpan"'))
    if (isRagged && isSpanned) return null
    const rows: Block[] = []
    for (const { settled, proposed } of groups) {
      const [one, other] = [settled[0], proposed[0]]
      if (one && other) {
        const cells = (one.children ?? []).map((cell, at) => this.cell(cell, other.children?.[at]))
        if (cells.length !== (other.children ?? []).length || cells.includes(null)) return null
        rows.push({ ...one, children: cells as Block[] })
      } else if (one) rows.push(removedBlock(one, this.about(one, 'removed'), this.tags))
      else if (other) rows.push(this.addedRow(other, columns))
    }
    return [{ ...before, children: [...columns, ...rows] }]
  }

  private cell(before: Block, after: Block | undefined): Block | null {
    if (!after || headOf(before) !== headOf(after)) return null
    return { ...before, children: this.list(before.children, after.children) }
  }

  /** Cells are named by their row and column. */
  private addedRow(row: Block, columns: readonly Block[]): Block {
    const copy = this.comingWhole(row)
    const cells = (copy.children ?? []).map((cell, at) => ({
      ...cell,
      id: cellId(copy.id, columns[at]?.id ?? ''),
    }))
    return { ...copy, children: cells }
  }

  /** The suggestion that says this of a block or of what is in it, else any that says something of it, else the last one. */
  private about(block: Block, what: 'added' | 'removed' | 'look'): number {
    let other: number | null = null
    const visit = ({ text = [], children = [] }: Block): number | null => {
      for (const number of segmentsIn(text)) {
        const { added = null, removed = null, look = null } = this.segments[number] ?? {}
        const said = { added, removed, look }[what]
        if (said !== null) return said
        other ??= added ?? removed ?? look
      }
      for (const child of children) {
        const found = visit(child)
        if (found !== null) return found
      }
      return null
    }
    this.last = visit(block) ?? other ?? this.last
    return this.last
  }
}

const headOf = ({ kind, attributes = {} }: Block): string => JSON.stringify([kind, attributes])

const hasWords = (text: Segmented): boolean => [...text.values()].some((pieces) => pieces.length > 0)

/** The first that has words, else the last, whose shape an empty paragraph has. */
function baseOf(parts: readonly Segmented[]): number {
  const first = parts.findIndex(hasWords)
  return first < 0 ? parts.length - 1 : first
}
