import type { Node as PMNode } from '@tiptap/pm/model'
import { atomKind, blockKind } from './kinds'
import { cleanAttributes } from './kit/attributes'
import { type Block, type Inline, isInlineText } from './kit/block'

/** The words of blocks, one line each, for search, word count and previews. Any depth of nesting (R34). */
export function plainTextOf(blocks: readonly Block[]): string {
  const lines: string[] = []
  const rest = [...blocks].reverse()
  for (let block = rest.pop(); block; block = rest.pop()) {
    const definition = blockKind(block.kind)
    const holdsText = !definition || !['blocks', 'grid', 'row', 'column'].includes(definition.content)
    if (holdsText) lines.push(definition?.plainText?.(block) ?? plainInline(block.text))
    for (const child of [...(block.children ?? [])].reverse()) rest.push(child)
  }
  return lines.join('\n')
}

/** The words of a block's text; an atom is what stands for it. One of an unknown kind says nothing. */
export const plainInline = (text: readonly Inline[] | undefined): string =>
  (text ?? [])
    .map((piece) => (isInlineText(piece) ? piece.text : plainAtom(piece.kind, piece.attributes)))
    .join('')

/** What stands for an atom where there are only letters. */
export function plainAtom(kind: string, attributes: Readonly<Record<string, unknown>> = {}): string {
  const definition = atomKind(kind)
  return definition ? definition.text(cleanAttributes(definition.attributes, attributes)) : ''
}

/** The same for a leaf of the editor's document, a line break included. */
export const textOfLeaf = (node: PMNode): string =>
  node.type.name === 'hardBreak' ? '\n' : plainAtom(node.type.name, node.attrs)
