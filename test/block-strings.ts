import type { Block, Inline } from '@/blocks/kit/block'
import { isInlineText } from '@/blocks/kit/block'

/** Blocks as lines that a person can read in a test: kind, attributes, and the text with `{marks|words}`. */
export function blockStrings(blocks: readonly Block[], before = ''): string[] {
  return blocks.flatMap(({ kind, attributes = {}, text, children }) => {
    const said = Object.entries(attributes).map(([key, value]) => ` ${key}=${value}`)
    const name = before + kind + said.join('')
    if (children) return blockStrings(children, `${name} > `)
    return [text ? `${name}: ${text.map(pieceString).join('')}` : name]
  })
}

function pieceString(piece: Inline): string {
  const words = isInlineText(piece) ? piece.text.replaceAll('\n', '\\n') : `<${piece.kind}>`
  const marks = piece.marks?.map(({ kind }) => kind).join(' ')
  return marks ? `{${marks}|${words}}` : words
}
