import type { Block, Inline } from '@/blocks/kit/block'
import { isInlineText } from '@/blocks/kit/block'

/** How Markdown for a model says that something stands here that is no text. Numbers begin at 1. */
export const placeholderOf = (atom: Inline, number: number): string => {
  const { value, date, label, text } = ((!isInlineText(atom) && atom.attributes) || {}) as Record<
    string,
    unknown
  >
  const words = [value, label, date, text].find((one) => typeof one === 'string')
  return `{{${number} ${String(words ?? (isInlineText(atom) ? '' : atom.kind))
    .replace(/[^\p{L}\p{N} ]+/gu, ' ')
    .trim()}}}`
}

const PLACEHOLDER = /\{\{(\d{1,3})[^{}\n]{0,200}\}\}/g

/** The block with its atoms where their placeholders stand, each once; what stands for none stays as it is. */
export function withAtoms(block: Block, atoms: readonly Inline[], left = new Set(atoms)): Block {
  if (atoms.length === 0) return block
  const { text, children } = block
  return {
    ...block,
    ...(text && { text: text.flatMap((piece) => atomsIn(piece, atoms, left)) }),
    ...(children && { children: children.map((child) => withAtoms(child, atoms, left)) }),
  }
}

function atomsIn(piece: Inline, atoms: readonly Inline[], left: Set<Inline>): Inline[] {
  if (!isInlineText(piece)) return [piece]
  const found: Inline[] = []
  const { text, marks } = piece
  const push = (words: string) => words !== '' && found.push({ text: words, ...(marks && { marks }) })
  let at = 0
  for (const match of text.matchAll(PLACEHOLDER)) {
    const atom = atoms[Number(match[1]) - 1]
    if (!atom || !left.delete(atom)) continue
    push(text.slice(at, match.index))
    const kept = marks ? { marks } : {}
    if (!isInlineText(atom))
      found.push({ kind: atom.kind, ...(atom.attributes && { attributes: atom.attributes }), ...kept })
    at = match.index + match[0].length
  }
  push(text.slice(at))
  return found
}

/** What models write as people do: `$x^2$`. */
const IN_MARKDOWN = new Set(['inlineEquation'])

/** The blocks with placeholders for people, pages, dates and all else that Markdown cannot say; what they stand for is added to `atoms`. */
export const withPlaceholders = (blocks: readonly Block[], atoms: Inline[]): Block[] =>
  blocks.map((block) => {
    const { text, children } = block
    return {
      ...block,
      ...(text && { text: text.map((piece) => asPlaceholder(piece, atoms)) }),
      ...(children && { children: withPlaceholders(children, atoms) }),
    }
  })

function asPlaceholder(piece: Inline, atoms: Inline[]): Inline {
  if (isInlineText(piece) || IN_MARKDOWN.has(piece.kind)) return piece
  atoms.push(piece)
  return { text: placeholderOf(piece, atoms.length), ...(piece.marks && { marks: piece.marks }) }
}
