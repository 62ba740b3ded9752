import type { Block } from '@/blocks/kit/block'
import { blocksFromMarkdown } from '@/blocks/markdown'
import { type BlockOperation, fingerprintOf } from '@/document'
import { withoutHidden } from '@/shared/without-hidden'
import { withAtoms } from '../../placeholders'
import { withoutLoads } from '../../safe-blocks'
import { indentOf } from './block-for-model'
import type { WrittenEdit } from './edit-lines'
import { type PageForModel, TOLD_DIGITS } from './page-for-model'

/** Why what a model wrote is no operation on the page that it was told of. */
export type Refused = 'no-block' | 'digits' | 'read-only' | 'empty' | 'same'

/** Turns what a model wrote into an operation on blocks. Whatever would load something, or is no text, is not brought in. */
export function operationOf(
  edit: WrittenEdit,
  { named }: Pick<PageForModel, 'named'>,
): BlockOperation | Refused {
  const target = edit.alias === null ? null : named.get(edit.alias)
  if (target === undefined) return 'no-block'
  // Only what was really read is replaced or deleted; a place is found without.
  if (target && edit.digits !== null && edit.digits !== target.fingerprint.slice(0, TOLD_DIGITS))
    return 'digits'
  const text = withoutHidden(edit.text)
  if (edit.op === 'insert') {
    const blocks = blocksOfText(text, null)
    return blocks.length === 0 ? 'empty' : { op: 'insert', after: target?.id ?? null, blocks }
  }
  if (!target) return 'no-block'
  if (edit.digits === null) return 'digits'
  const { id, fingerprint, seen, atoms } = target
  if (edit.op === 'delete') return target.mayDelete ? { op: 'delete', block: id, fingerprint } : 'read-only'
  if (!seen) return 'read-only'
  const wanted = blocksOfText(text, seen)
  if (wanted.length === 0) return 'empty'
  const left = new Set(atoms)
  const blocks = wanted.map((block) => withAtoms(likeSeen(block, seen), atoms, left))
  // Ids do not count.
  if (blocks.length === 1 && fingerprintOf(blocks[0]!) === fingerprintOf(seen)) return 'same'
  return { op: 'replace', block: id, fingerprint, seen, blocks }
}

/** Blocks with what Markdown says of them; of lists the indentation, which stands for itself. */
function blocksOfText(text: string, seen: Block | null): Block[] {
  const spaces = /^[ \t]*/.exec(text)?.[0].replaceAll('\t', '  ').length ?? 0
  const isList = /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(text)
  const blocks = withoutLoads(
    blocksFromMarkdown(isList ? dedented(text, spaces) : text.replace(/^[ \t]+/, '')),
  )
  const indent = isList && seen === null ? Math.floor(spaces / 2) : 0
  return blocks
    .filter((block) => !isEmpty(block))
    .map((block) => {
      if (block.kind !== 'listItem') return block
      const { listStart: _, ...attributes } = block.attributes ?? {}
      const deep = indentOf(block) + indent
      return { ...block, attributes: { ...attributes, ...(deep > 0 && { indent: deep }) } }
    })
}

const dedented = (text: string, spaces: number): string =>
  text.replace(/^[ \t]*/gm, (lead) => lead.replaceAll('\t', '  ').slice(spaces))

const isEmpty = ({ kind, text = [], children = [] }: Block): boolean =>
  kind === 'paragraph' && text.length === 0 && children.length === 0

/** Attributes that are written in another way and mean the same are not changed; what was not read is not taken away. */
function likeSeen(block: Block, seen: Block): Block {
  if (block.kind !== seen.kind || block.kind !== 'listItem') return block
  // How deep an item stands is not told in what was seen.
  const { indent: _, ...attributes } = block.attributes ?? {}
  return { ...block, attributes }
}
