import { diffArrays } from 'diff'
import { type Piece, pieceLength } from '../../format/layout'

/** A segment of a text that stays, or what stands in its place. Positions count as in the page: an atom is one. */
export type WordChange =
  | { op: 'keep'; from: number; to: number; nowFrom: number }
  | { op: 'replace'; from: number; to: number; now: Piece[] }

interface Token {
  key: string
  length: number
  pieces: Piece[]
}

/** More changed words than this are one replaced segment, … */
const MOST_CHANGES = 1_500
/** … and in texts that have more words together than this, fewer are. */
const LONG = 8_000
const MOST_CHANGES_IN_LONG = 400
const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** How one text becomes another, by words. Formats do not count: a bold word is the same word. Never cuts a character in two. */
export function wordChanges(before: readonly Piece[], after: readonly Piece[]): WordChange[] {
  const [old, now] = [tokensOf(before), tokensOf(after)]
  const compared = diffArrays(
    old.map(({ key }) => key),
    now.map(({ key }) => key),
    // By the square of the changes, which are few in what people write.
    { maxEditLength: old.length + now.length > LONG ? MOST_CHANGES_IN_LONG : MOST_CHANGES },
  )
  const changes: WordChange[] = []
  let [at, i, j, nowAt] = [0, 0, 0, 0]
  const replace = (to: number, coming: readonly Token[]) => {
    const last = changes.at(-1)
    const pieces = coming.flatMap((token) => token.pieces)
    if (last?.op === 'replace') {
      last.to = to
      last.now.push(...pieces)
    } else changes.push({ op: 'replace', from: at, to, now: pieces })
    at = to
    nowAt += lengthOf(coming)
  }
  const parts = compared ?? [
    { removed: true, added: false, count: old.length },
    { removed: false, added: true, count: now.length },
  ]
  for (const [n, { removed, added, count = 0 }] of parts.entries()) {
    const [leaving, coming] = [old.slice(i, i + count), now.slice(j, j + count)]
    if (!added) i += count
    if (!removed) j += count
    if (removed) replace(at + lengthOf(leaving), [])
    else if (added) replace(at, coming)
    // A blank between two words that change is read better as a part of the change.
    else if (n > 0 && n < parts.length - 1 && leaving.every(({ key }) => /^[ \u00a0]$/.test(key)))
      replace(at + lengthOf(leaving), coming)
    else {
      const to = at + lengthOf(leaving)
      changes.push({ op: 'keep', from: at, to, nowFrom: nowAt })
      at = to
      nowAt += lengthOf(coming)
    }
  }
  return changes
}

const lengthOf = (tokens: readonly Token[]): number => tokens.reduce((sum, { length }) => sum + length, 0)

/** The words of a text and what is between them, also where a word has two formats; an atom is a word. */
function tokensOf(pieces: readonly Piece[]): Token[] {
  const ends = endsOf(pieces)
  const tokens: Token[] = []
  let open: Token | null = null
  let at = 0
  for (const { insert, formats } of pieces) {
    if (typeof insert !== 'string') {
      tokens.push({ key: `\0${JSON.stringify(insert)}`, length: 1, pieces: [{ insert, formats }] })
      at++
      continue
    }
    let from = 0
    for (let to = 1; to <= insert.length; to++) {
      if (!ends.has(at + to) && to < insert.length) continue
      const text = insert.slice(from, to)
      if (!open) {
        open = { key: '', length: 0, pieces: [] }
        tokens.push(open)
      }
      open.key += text
      open.length += text.length
      open.pieces.push({ insert: text, formats })
      if (ends.has(at + to)) open = null
      from = to
    }
    at += insert.length
  }
  return tokens
}

/** Where words end; atoms stand for themselves. */
function endsOf(pieces: readonly Piece[]): Set<number> {
  const whole = pieces.map(({ insert }) => (typeof insert === 'string' ? insert : ATOM)).join('')
  const ends = new Set<number>()
  for (const { index, segment } of words.segment(whole)) ends.add(index + segment.length)
  let at = 0
  for (const piece of pieces) {
    const end = at + pieceLength(piece)
    if (typeof piece.insert !== 'string') ends.add(at).add(end)
    at = end
  }
  return ends
}

const ATOM = '\ufffc'
