import type { Fragment, Mark, Node as PMNode } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { diffArrays } from 'diff'

/** Marks that models read and write. Others stay with the words that stay, and go on in the words that replace words which all have them. */
const TOLD = new Set(['bold', 'italic', 'strikethrough', 'code', 'link', 'highlight'])
/** More changed words than this are one change. */
const MOST_CHANGES = 1_500
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

interface Token {
  key: string
  node: PMNode
  /** Where it begins in its fragment. */
  at: number
}

/** Positions of a fragment that are not compared: what is suggested to be deleted is no part of the text to come. */
export type Away = readonly { from: number; to: number }[]

/**
 * Makes the content that begins at `from` say what `now` says. Words that stay are not touched, so that comments, mentions and the formats
 * which nobody mentioned stay with them.
 */
export function replaceWords(
  tr: Transaction,
  from: number,
  old: Fragment,
  now: Fragment,
  away: Away = [],
): void {
  const before = tokensOf(old, away)
  const after = tokensOf(now, [])
  const keysOf = (tokens: readonly Token[]) => tokens.map(({ key }) => key)
  const parts = diffArrays(keysOf(before), keysOf(after), { maxEditLength: MOST_CHANGES }) ?? [
    { removed: true, added: false, count: before.length },
    { removed: false, added: true, count: after.length },
  ]
  const begun = tr.steps.length
  // Where the next token of the old text begins, whatever has been changed before it.
  const place = (at: number, side: -1 | 1) => tr.mapping.slice(begun).map(from + at, side)
  let [i, j] = [0, 0]
  let leaving: Token[] = []
  let coming: Token[] = []
  const change = () => {
    const next = before[i]?.at ?? endOf(before)
    const start = leaving[0]?.at ?? next
    const marks = sharedMarks(leaving.length > 0 ? leaving : before)
    // From behind, so that the places in front stay what they are.
    for (const token of [...leaving].reverse())
      tr.delete(place(token.at, 1), place(token.at + token.node.nodeSize, -1))
    if (coming.length > 0)
      tr.insert(
        place(start, -1),
        coming.map(({ node }) => node.mark(marks.reduce((set, mark) => mark.addToSet(set), node.marks))),
      )
    leaving = []
    coming = []
  }
  for (const { removed, added, count = 0 } of parts) {
    if (removed) {
      leaving.push(...before.slice(i, i + count))
      i += count
    } else if (added) {
      coming.push(...after.slice(j, j + count))
      j += count
    } else {
      change()
      for (let n = 0; n < count; n++) remark(tr, place, before[i++]!, after[j++]!)
    }
  }
  change()
}

const endOf = (tokens: readonly Token[]): number => {
  const last = tokens.at(-1)
  return last ? last.at + last.node.nodeSize : 0
}

/** The words, spaces and atoms of a line. */
function tokensOf(content: Fragment, away: Away): Token[] {
  const tokens: Token[] = []
  content.forEach((node, at) => {
    if (!node.isText) {
      const key = `\0${node.type.name}${JSON.stringify({ ...node.attrs, id: null })}`
      if (!isAway(at, away)) tokens.push({ key, node, at })
      return
    }
    const text = node.text!
    const cuts = away.flatMap(({ from, to }) => [from - at, to - at]).filter((n) => n > 0 && n < text.length)
    const ends = [...new Set([...cuts, text.length])].sort((a, b) => a - b)
    let start = 0
    for (const end of ends) {
      if (!isAway(at + start, away))
        for (const { segment, index } of segmenter.segment(text.slice(start, end))) {
          const begins = start + index
          tokens.push({ key: segment, node: node.cut(begins, begins + segment.length), at: at + begins })
        }
      start = end
    }
  })
  return tokens
}

const isAway = (at: number, away: Away): boolean => away.some(({ from, to }) => at >= from && at < to)

/** Marks that no model is told of and that all of these words have. */
function sharedMarks(tokens: readonly Token[]): Mark[] {
  const [first, ...others] = tokens
  if (!first) return []
  return first.node.marks.filter(
    (mark) => !TOLD.has(mark.type.name) && others.every(({ node }) => mark.isInSet(node.marks)),
  )
}

/** Gives a word that stays the formats that the model has given it. */
function remark(tr: Transaction, place: (at: number, side: -1 | 1) => number, old: Token, now: Token): void {
  const [start, end] = [place(old.at, 1), place(old.at + old.node.nodeSize, -1)]
  for (const mark of old.node.marks)
    if (TOLD.has(mark.type.name) && !now.node.marks.some((one) => isAlike(one, mark)))
      tr.removeMark(start, end, mark)
  for (const mark of now.node.marks)
    if (!old.node.marks.some((one) => isAlike(one, mark))) tr.addMark(start, end, mark)
}

/** A link to the same address is the same, whatever else is known of it. */
const isAlike = (one: Mark, other: Mark): boolean =>
  one.type === other.type &&
  (one.type.name === 'link'
    ? one.attrs.url === other.attrs.url
    : one.type.name === 'highlight' || one.eq(other))
