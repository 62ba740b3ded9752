import type { Node } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { AttrStep, type Step, StepMap } from '@tiptap/pm/transform'
import { positionBefore } from '../page-index/fast-positions'

/** Positions of a document, `to` not before `from`. */
export interface Range {
  from: number
  to: number
}

/** From this number of steps or places on only what lies around all is told: each would be moved by each later step. */
const MANY = 256

/**
 * What these transactions changed, as positions in the document after them, in the order of the steps. `isRough`: there
 * are very many, and the one range reaches from the first to the last.
 */
export function changedRanges(transactions: readonly Transaction[]): { ranges: Range[]; isRough: boolean } {
  return rangesOf(transactions, () => null)
}

/**
 * The same, with the nodes of which an attribute was set: such a step changes no position, so its map tells nothing of
 * it, but the steps after it move its node like any other.
 */
export function touchedRanges(transactions: readonly Transaction[]): Range[] {
  return few(joined(rangesOf(transactions, attributePlace).ranges))
}

const attributePlace = (step: Step): Range | null =>
  step instanceof AttrStep ? { from: step.pos, to: step.pos + 1 } : null

function rangesOf(
  transactions: readonly Transaction[],
  more: (step: Step) => Range | null,
): { ranges: Range[]; isRough: boolean } {
  const steps = transactions.flatMap((tr) => tr.steps)
  const maps = transactions.flatMap(({ mapping }) => mapping.maps)
  const isRough = maps.length > MANY
  let ranges: Range[] = []
  for (const [i, map] of maps.entries()) {
    if (map !== StepMap.empty) {
      ranges = mappedRanges(isRough ? aroundAll(ranges) : few(ranges), map)
      map.forEach((_oldFrom, _oldTo, from, to) => {
        ranges.push({ from, to })
      })
    }
    const place = more(steps[i] as Step)
    if (place) ranges.push(place)
  }
  return { ranges: isRough ? aroundAll(ranges) : ranges, isRough }
}

const mappedRanges = (ranges: readonly Range[], map: StepMap): Range[] =>
  ranges.map(({ from, to }) => ({ from: map.map(from, -1), to: map.map(to, 1) }))

/** The one range that holds all of them; none when there is none. */
export function aroundAll(ranges: readonly Range[]): Range[] {
  const [first] = ranges
  if (!first) return []
  const around = { ...first }
  for (const { from, to } of ranges) {
    if (from < around.from) around.from = from
    if (to > around.to) around.to = to
  }
  return [around]
}

/** The same, in order, those that touch or leave one position between them joined. */
export function joined(ranges: readonly Range[]): Range[] {
  const result: Range[] = []
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && range.from <= last.to + 1) last.to = Math.max(last.to, range.to)
    else result.push({ ...range })
  }
  return result
}

/** The same, or when there are very many the one that holds all: for what moves each of them. */
export const few = (ranges: Range[]): Range[] => (ranges.length > MANY ? aroundAll(ranges) : ranges)

/**
 * Visits, in one walk and each once, the nodes that reach into one of the ranges, which are in order and apart from each
 * other. `visit` answers whether to go on inside.
 */
export function nodesIn(
  doc: Node,
  ranges: readonly Range[],
  visit: (node: Node, pos: number, parent: Node, index: number) => boolean,
): void {
  let next = 0
  const walk = (parent: Node, start: number) => {
    const first = positionBefore(parent.content, (ranges[next]?.from ?? 0) - start - 1)
    let pos = start + first.offset
    for (let { index } = first; index < parent.childCount; index++) {
      const child = parent.child(index)
      const end = pos + child.nodeSize
      while (next < ranges.length && ranges[next]!.to <= pos) next++
      const range = ranges[next]
      if (!range) return
      if (range.from < end && visit(child, pos, parent, index) && child.content.size > 0) walk(child, pos + 1)
      pos = end
    }
  }
  walk(doc, 0)
}
