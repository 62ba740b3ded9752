import { Fragment, type Node as PMNode, type Schema, Slice } from '@tiptap/pm/model'
import { type Block, blocksFromDoc, docFromBlocks, plainTextOf, textOfLeaf } from '@/blocks'
import { markdown } from './readers'

/** Blocks as content of this editor's own schema (Tiptap makes one for each editor). */
export const fragmentFromBlocks = (schema: Schema, blocks: readonly Block[]): Fragment =>
  Fragment.fromJSON(schema, docFromBlocks(blocks).content.toJSON())

/** Whole blocks, closed at both ends. */
export const sliceFromBlocks = (schema: Schema, blocks: readonly Block[]): Slice =>
  new Slice(fragmentFromBlocks(schema, blocks), 0, 0)

/** Text that holds no blocks, or a part of one: copied as it reads, without Markdown's signs. */
function isPartOfOneBlock({ content, openStart }: Slice): boolean {
  const only = content.firstChild
  if (content.childCount !== 1 || !only) return content.childCount === 0 || !content.firstChild?.isBlock
  if (!only.isBlock) return true
  return openStart > 0 && (only.isTextblock || isPartOfOneBlock(new Slice(only.content, openStart - 1, 0)))
}

/** What other programs get as plain text: the Markdown of whole blocks, the bare text of a part of one. */
export function textOfSlice(slice: Slice, schema: Schema): string {
  if (isPartOfOneBlock(slice)) return slice.content.textBetween(0, slice.content.size, '\n', textOfLeaf)
  const doc: PMNode = schema.nodes.doc!.create(null, slice.content)
  const blocks = blocksFromDoc(doc)
  return markdown()?.markdownFromBlocks(blocks).trimEnd() ?? plainTextOf(blocks)
}

/** The same nodes; each block keeps its id only when `keep` allows it, else it has none. */
export function filterIds(fragment: Fragment, keep: (id: string) => boolean): Fragment {
  const nodes: PMNode[] = []
  fragment.forEach((node) => {
    const content = node.isTextblock || node.isLeaf ? node.content : filterIds(node.content, keep)
    const id = node.attrs.id as unknown
    const attrs =
      node.isBlock && 'id' in node.attrs && !(typeof id === 'string' && keep(id))
        ? { ...node.attrs, id: null }
        : node.attrs
    nodes.push(node.isText || node.isInline ? node : node.type.create(attrs, content, node.marks))
  })
  return Fragment.fromArray(nodes)
}
