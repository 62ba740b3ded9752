import type { Node } from '@tiptap/pm/model'
import type { StepMap } from '@tiptap/pm/transform'
import type { Piece } from '../format/layout'
import type { PageIndex } from '../page-index/page-index'
import { textDifference } from '../write/text-difference'
import type { PageEdit, TextPart } from '../write/write-page'
import { flatText, formatPatch, isHigh, isLow, piecesOf, spelling } from './nodes'

/** A block of an editor's document. */
export interface ShownBlock {
  node: Node
  /** Where the node's content begins. */
  start: number
  parent: string
}

/** Characters that were there before: from where, and where they are now. */
export interface Kept {
  from: number
  to: number
  now: number
}

/**
 * What was done to the text of blocks: which of their characters stayed or came from another block (`kept`, see `survivors`;
 * where it tells nothing of a block, it is guessed), what is new, and which formats differ.
 */
export function textChanges(
  index: PageIndex,
  old: ReadonlyMap<string, ShownBlock>,
  now: ReadonlyMap<string, ShownBlock>,
  gone: ReadonlySet<string>,
  kept: readonly Kept[],
): Pick<PageEdit, 'texts' | 'formats'> {
  const texts = new Map<string, TextPart[]>()
  const formats: PageEdit['formats'][number][] = []
  const changed = [...now].filter(([id, { node }]) => {
    const before = old.get(id)?.node
    if (node.inlineContent) return !before?.inlineContent || !before.content.eq(node.content)
    return before?.inlineContent === true
  })
  // The blocks that characters can come from: those that change or leave, where the page reads as the editor shows it.
  const changedIds = new Set(changed.map(([id]) => id))
  const sources = [...old]
    .filter(
      ([id, { node }]) =>
        node.inlineContent &&
        (gone.has(id) || changedIds.has(id)) &&
        flatText(index.text(id)) === flatText(piecesOf(node)),
    )
    .map(([id, standing]) => ({
      id,
      standing,
      from: standing.start,
      to: standing.start + standing.node.content.size,
    }))
    .sort((a, b) => a.from - b.from)
  // Steps keep the order of what they leave standing, so these are in order too.
  const places = kept.map((range) => ({ range, from: range.now, to: range.now + range.to - range.from }))
  const claimed = new Set<string>()
  for (const [id, { node, start }] of changed) {
    const parts: TextPart[] = []
    if (!node.inlineContent) {
      texts.set(id, parts)
      continue
    }
    const claims = touching(places, start, start + node.content.size)
      .flatMap(({ range }) => {
        const from = Math.max(range.from, range.from + start - range.now)
        const to = Math.min(range.to, range.from + start + node.content.size - range.now)
        return touching(sources, from, to).map((source) => {
          const first = Math.max(from, source.from)
          const last = Math.min(to, source.to)
          const at = range.now + first - range.from - start
          return { source: source.id, standing: source.standing, first, last, at }
        })
      })
      .map(wholeCharacters)
      .filter(({ standing, first, last, at }) => {
        if (first >= last) return false
        const offset = first - standing.start
        const was = spelled(piecesOf(standing.node, offset, offset + last - first))
        return was === spelled(piecesOf(node, at, at + last - first))
      })
      .sort((a, b) => a.at - b.at)
    let at = 0
    for (const { source, standing, first, last, at: now } of claims) {
      if (now < at) continue
      claimed.add(source)
      parts.push(...piecesOf(node, at, now))
      const offset = first - standing.start
      parts.push({ keep: source, from: offset, to: offset + last - first })
      at = now + last - first
      for (const range of differingMarks(standing.node, offset, node, now, last - first)) {
        formats.push({ block: source, ...range })
      }
    }
    parts.push(...piecesOf(node, at, node.content.size))
    texts.set(id, parts)
  }
  for (const [id, { node }] of changed) {
    const parts = texts.get(id) as TextPart[]
    if (!node.inlineContent || claimed.has(id) || parts.some((part) => 'keep' in part)) continue
    if (!index.tree.isShown(id) || index.tree.textLength(id) === 0) continue
    const guessed = textDifference(id, index.text(id), piecesOf(node))
    texts.set(id, guessed.parts)
    formats.push(...guessed.formats)
  }
  return { texts, formats }
}

/** Of segments that are in order and apart from each other, those that have something of another one. */
function touching<TextSegment extends { from: number; to: number }>(
  segments: readonly TextSegment[],
  from: number,
  to: number,
): TextSegment[] {
  let [low, high] = [0, segments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments[middle] as TextSegment).to > from) high = middle
    else low = middle + 1
  }
  const found: TextSegment[] = []
  for (let i = low; i < segments.length && (segments[i] as TextSegment).from < to; i++)
    found.push(segments[i] as TextSegment)
  return found
}

/** The same without the halves of characters at its ends: Yjs would replace the other half. */
function wholeCharacters<Claim extends { standing: ShownBlock; first: number; last: number; at: number }>(
  claim: Claim,
): Claim {
  const { standing, first, last, at } = claim
  const text = spelling(standing.node)
  const [from, to] = [first - standing.start, last - standing.start]
  const cutsFirst = isHigh(text[from - 1]) && isLow(text[from]) ? 1 : 0
  const cutsLast = isHigh(text[to - 1]) && isLow(text[to]) ? 1 : 0
  if (cutsFirst + cutsLast === 0) return claim
  return { ...claim, first: first + cutsFirst, last: last - cutsLast, at: at + cutsFirst }
}

/** The characters, with what the atoms among them say. */
const spelled = (pieces: readonly Piece[]): string =>
  pieces.map(({ insert }) => (typeof insert === 'string' ? insert : JSON.stringify(insert))).join('')

/** What of a segment of the old document these steps left standing. */
export function survivors(maps: readonly StepMap[], from: number, to: number): Kept[] {
  let kept: Kept[] = [{ from, to, now: from }]
  for (const map of maps) {
    const next: Kept[] = []
    const ranges: { start: number; end: number; shift: number }[] = []
    let shift = 0
    map.forEach((start, end, newStart, newEnd) => {
      shift += newEnd - newStart - (end - start)
      ranges.push({ start, end, shift })
    })
    for (const range of kept) {
      let at = range.now
      const last = range.now + range.to - range.from
      let moved = 0
      const keep = (until: number) => {
        if (until > at) {
          const offset = at - range.now
          next.push({ from: range.from + offset, to: range.from + offset + until - at, now: at + moved })
        }
      }
      for (const { start, end, shift: after } of ranges) {
        if (end <= at && start < at) moved = after
        else if (start >= last) break
        else {
          keep(Math.min(start, last))
          at = Math.max(at, end)
          moved = after
        }
      }
      keep(last)
    }
    kept = next
  }
  return kept
}

/** Where the marks of characters that stayed differ. Offsets are those of the old node. */
function* differingMarks(before: Node, offset: number, after: Node, at: number, length: number) {
  for (let i = 0; i < length; ) {
    const old = before.childAfter(offset + i)
    const now = after.childAfter(at + i)
    if (!old.node || !now.node) return
    const step = Math.min(
      length - i,
      old.offset + old.node.nodeSize - offset - i,
      now.offset + now.node.nodeSize - at - i,
    )
    const patch = formatPatch(old.node.marks, now.node.marks)
    if (patch) yield { from: offset + i, to: offset + i + step, patch }
    i += step
  }
}
