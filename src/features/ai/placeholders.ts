import { plainTextOf } from '@/blocks'
import type { Block, Inline, Json } from '@/blocks/kit/block'
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
const ONLY_PLACEHOLDER = /^\s*\{\{(\d{1,3})[^{}\n]{0,200}\}\}\s*$/

/** What stands for a block that holds no words: a picture, a film, a file. No kind has this name. */
const HELD = 'heldBlock'

const heldIn = (atom: Inline | undefined): Block | null =>
  atom && !isInlineText(atom) && atom.kind === HELD ? (atom.attributes?.block as unknown as Block) : null

/** The blocks without words that were told as placeholders and that an answer says nothing of. */
export function blocksLeftOut(answer: readonly Block[], atoms: readonly Inline[]): Block[] {
  const there = new Set<string>()
  const rest = [...answer]
  for (let block = rest.pop(); block; block = rest.pop()) {
    there.add(block.id)
    rest.push(...(block.children ?? []))
  }
  return atoms.flatMap((atom) => heldIn(atom) ?? []).filter(({ id }) => !there.has(id))
}

/** Does a block hold no words but load something? A model is told of it by its name alone. */
const loadsAlone = ({ text, children, attributes }: Block): boolean =>
  text === undefined && children === undefined && typeof attributes?.url === 'string'

/** The block with its atoms where their placeholders stand, each once; what stands for none stays as it is. */
export function withAtoms(block: Block, atoms: readonly Inline[], left = new Set(atoms)): Block {
  if (atoms.length === 0) return block
  const { text, children } = block
  return {
    ...block,
    ...(text && { text: text.flatMap((piece) => atomsIn(piece, atoms, left)) }),
    ...(children && { children: blocksWithAtoms(children, atoms, left) }),
  }
}

/** The same for blocks: a line that is only the placeholder of a block is that block. */
export const blocksWithAtoms = (
  blocks: readonly Block[],
  atoms: readonly Inline[],
  left = new Set(atoms),
): Block[] =>
  blocks.map((block) => {
    const number = block.kind === 'paragraph' ? ONLY_PLACEHOLDER.exec(plainTextOf([block]))?.[1] : undefined
    const atom = number === undefined ? undefined : atoms[Number(number) - 1]
    const held = heldIn(atom)
    return held && atom && left.delete(atom) ? held : withAtoms(block, atoms, left)
  })

function atomsIn(piece: Inline, atoms: readonly Inline[], left: Set<Inline>): Inline[] {
  if (!isInlineText(piece)) return [piece]
  const found: Inline[] = []
  const { text, marks } = piece
  const push = (words: string) => words !== '' && found.push({ text: words, ...(marks && { marks }) })
  let at = 0
  for (const match of text.matchAll(PLACEHOLDER)) {
    const atom = atoms[Number(match[1]) - 1]
    // The place of a block is between others.
    const isHeld = heldIn(atom) !== null
    if (!atom || (!isHeld && !left.delete(atom))) continue
    push(text.slice(at, match.index))
    const kept = marks ? { marks } : {}
    if (!isInlineText(atom) && !isHeld)
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
    if (loadsAlone(block)) return asHeld(block, atoms)
    return {
      ...block,
      ...(text && { text: text.map((piece) => asPlaceholder(piece, atoms)) }),
      ...(children && { children: withPlaceholders(children, atoms) }),
    }
  })

function asHeld(block: Block, atoms: Inline[]): Block {
  const { alt, caption, name } = (block.attributes ?? {}) as Record<string, unknown>
  const label = [alt, caption, name].find((one) => typeof one === 'string' && one.trim() !== '')
  const told: Inline = {
    kind: HELD,
    attributes: { block: block as unknown as Json, label: `${block.kind} ${label ?? ''}`.trim() },
  }
  atoms.push(told)
  return { id: block.id, kind: 'paragraph', text: [{ text: placeholderOf(told, atoms.length) }] }
}

function asPlaceholder(piece: Inline, atoms: Inline[]): Inline {
  if (isInlineText(piece) || IN_MARKDOWN.has(piece.kind)) return piece
  atoms.push(piece)
  return { text: placeholderOf(piece, atoms.length), ...(piece.marks && { marks: piece.marks }) }
}
