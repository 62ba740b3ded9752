import type { Node as PMNode } from '@tiptap/pm/model'
import { textOfLeaf } from '@/blocks/plain-text'
import { LONGEST_SPOKEN } from '../model'

/** A sentence of a page, and where it stands. */
export interface Sentence {
  text: string
  from: number
  to: number
}

/** Characters of one request: a sentence that goes on longer is read in parts. */
const LONGEST = 600
/** Stands for an atom in a text, so that places in the text are places in the page. */
const ATOM = '\ufffc'

interface Part {
  from: number
  to: number
}

/**
 * The sentences of a part of a page in order, the whole of it when no part is named. Code is read only where it was selected, and what
 * is `gone` is not read.
 */
export function sentencesIn(doc: PMNode, part?: Part, gone: readonly Part[] = []): Sentence[] {
  const { from, to } = part ?? { from: 0, to: doc.content.size }
  const found: Sentence[] = []
  doc.nodesBetween(from, to, (node, pos) => {
    if (!node.isTextblock) return true
    if (part || !node.type.spec.code) found.push(...sentencesOfBlock(node, pos + 1, { from, to }, gone))
    return false
  })
  return found
}

function sentencesOfBlock(
  node: PMNode,
  start: number,
  { from, to }: Part,
  gone: readonly Part[],
): Sentence[] {
  const begin = Math.max(0, from - start)
  const end = Math.min(node.content.size, to - start)
  const atoms = new Map<number, string>()
  node.descendants((leaf, pos) => {
    if (leaf.isLeaf && !leaf.isText) atoms.set(pos, textOfLeaf(leaf))
  })
  const text = without(node.textBetween(begin, end, undefined, ATOM), start + begin, gone)
  return pieces(text)
    .map(([at, piece]) => ({
      text: spoken(piece, (index) => atoms.get(begin + at + index) ?? ''),
      from: start + begin + at,
      to: start + begin + at + piece.length,
    }))
    .filter(isSpeakable)
}

/** Everything keeps its place: what is gone becomes signs that are not spoken. `start`: where the text begins. */
function without(text: string, start: number, gone: readonly Part[]): string {
  let kept = text
  for (const part of gone) {
    const from = Math.min(Math.max(part.from - start, 0), text.length)
    const to = Math.min(Math.max(part.to - start, from), text.length)
    kept = kept.slice(0, from) + ATOM.repeat(to - from) + kept.slice(to)
  }
  return kept
}

const spoken = (piece: string, atomAt: (index: number) => string): string =>
  piece
    .replace(/\ufffc/g, (_atom, index: number) => atomAt(index))
    .replace(/\s+/g, ' ')
    .trim()

const isSpeakable = ({ text }: { text: string }): boolean => /[\p{L}\p{N}]/u.test(text)

/** The sentences of a text that stands on no page; each line is one at least. */
export const sentencesOfText = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => pieces(line).map(([, piece]) => piece.trim()))
    .filter((piece) => isSpeakable({ text: piece }))

/** A text in sentences and parts of long ones, without the space behind them, each with its place. */
function pieces(text: string): [at: number, piece: string][] {
  const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)
  return [...sentences].flatMap(({ segment, index }) => {
    const parts: [number, string][] = []
    for (let at = 0; at < segment.length; ) {
      const size = partSize(segment, at)
      parts.push([index + at, segment.slice(at, at + size).trimEnd()])
      at += size
    }
    return parts
  })
}

/** How much of a sentence is read at once: up to a space where one is near, never half a character. */
function partSize(sentence: string, at: number): number {
  const most = Math.min(LONGEST, LONGEST_SPOKEN)
  if (sentence.length - at <= most) return sentence.length - at
  const space = sentence.lastIndexOf(' ', at + most - 1) + 1 - at
  if (space > most / 2) return space
  return /[\ud800-\udbff]/.test(sentence[at + most - 1] ?? '') ? most - 1 : most
}
