import type { Block } from '@/blocks/kit/block'
import { pageKinds } from '@/document'
import { plainBlocks, type Segment, segmentsIn } from './segments'

/** Blocks of both readings that belong together; alone on one side, they come or go. */
export interface Group {
  settled: Block[]
  proposed: Block[]
}

/** So far is looked for a block that stands unchanged in both. */
const LOOK_AHEAD = 200

export const isText = ({ kind }: Block): boolean => pageKinds(kind) === 'text'

/** Which blocks of two readings of one file are the same: by the paragraphs that they came of, else by what they say. */
export class Alignment {
  private readonly paragraphs = new Map<Block, Set<number>>()
  private readonly said = new Map<Block, string>()

  constructor(private readonly segments: readonly Segment[]) {}

  /** The marked paragraphs that a block came of, with all in it. */
  paragraphsOf(block: Block): ReadonlySet<number> {
    const known = this.paragraphs.get(block)
    if (known) return known
    const found = new Set<number>()
    for (const segment of segmentsIn(block.text ?? [])) {
      const paragraph = this.segments[segment]?.paragraph
      if (paragraph !== undefined) found.add(paragraph)
    }
    for (const child of block.children ?? [])
      for (const paragraph of this.paragraphsOf(child)) found.add(paragraph)
    this.paragraphs.set(block, found)
    return found
  }

  groups(settled: readonly Block[], proposed: readonly Block[]): Group[] {
    const [inSettled, inProposed] = [this.places(settled), this.places(proposed)]
    const groups: Group[] = []
    let [i, j] = [0, 0]
    const removes = () => groups.push({ settled: [settled[i++] as Block], proposed: [] })
    const adds = () => groups.push({ settled: [], proposed: [proposed[j++] as Block] })
    while (i < settled.length || j < proposed.length) {
      const [one, other] = [settled[i], proposed[j]]
      if (one && other && this.isSame(one, other)) {
        const group = this.groupAt(settled, i, proposed, j)
        i += group.settled.length
        j += group.proposed.length
        groups.push(group)
      } else if (one && this.isAlone(one, inProposed)) removes()
      else if (other && this.isAlone(other, inSettled)) adds()
      else if (!other) removes()
      else if (!one) adds()
      else if (this.comesLater(one, proposed, j, inProposed)) adds()
      else removes()
    }
    return groups
  }

  /** Text may be parted or joined: then several blocks of one reading are one of the other. */
  private groupAt(settled: readonly Block[], i: number, proposed: readonly Block[], j: number): Group {
    const group = { settled: [settled[i] as Block], proposed: [proposed[j] as Block] }
    const goesOn = (next: Block | undefined, others: readonly Block[]): next is Block =>
      next !== undefined && isText(next) && others.some((one) => isText(one) && this.shares(one, next))
    for (;;) {
      const nextProposed = proposed[j + group.proposed.length]
      const nextSettled = settled[i + group.settled.length]
      if (goesOn(nextProposed, group.settled.slice(-1))) group.proposed.push(nextProposed)
      else if (goesOn(nextSettled, group.proposed.slice(-1))) group.settled.push(nextSettled)
      else return group
    }
  }

  private places(blocks: readonly Block[]): Map<number, number> {
    const found = new Map<number, number>()
    for (const [at, block] of blocks.entries())
      for (const paragraph of this.paragraphsOf(block)) found.set(paragraph, at)
    return found
  }

  private isSame(one: Block, other: Block): boolean {
    if (this.shares(one, other) || this.words(one) === this.words(other)) return true
    const isAround = one.kind === other.kind && (one.children !== undefined || other.children !== undefined)
    return isAround && sameWords(one, other)
  }

  private shares(one: Block, other: Block): boolean {
    const [fewer, more] = [this.paragraphsOf(one), this.paragraphsOf(other)].sort((a, b) => a.size - b.size)
    for (const paragraph of fewer ?? []) if (more?.has(paragraph)) return true
    return false
  }

  private isAlone(block: Block, others: ReadonlyMap<number, number>): boolean {
    const own = this.paragraphsOf(block)
    if (own.size === 0) return false
    for (const paragraph of own) if (others.has(paragraph)) return false
    return true
  }

  private comesLater(
    block: Block,
    proposed: readonly Block[],
    from: number,
    places: ReadonlyMap<number, number>,
  ): boolean {
    const own = this.paragraphsOf(block)
    if (own.size > 0) return [...own].some((paragraph) => (places.get(paragraph) ?? -1) > from)
    return proposed
      .slice(from + 1, from + LOOK_AHEAD)
      .some((other) => this.words(other) === this.words(block))
  }

  /** What a block says, as one word. */
  private words(block: Block): string {
    const known = this.said.get(block)
    if (known !== undefined) return known
    const said = JSON.stringify(plainBlocks([block]), (key, value) => (key === 'id' ? undefined : value))
    this.said.set(block, said)
    return said
  }
}

const sameWords = (one: Block, other: Block): boolean =>
  JSON.stringify(plainBlocks([{ ...one, children: [] }])[0]?.text ?? []) ===
  JSON.stringify(plainBlocks([{ ...other, children: [] }])[0]?.text ?? [])
