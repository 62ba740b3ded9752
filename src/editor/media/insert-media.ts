import type { Node as PMNode, Schema } from '@tiptap/pm/model'
import { type EditorState, Selection, type Transaction } from '@tiptap/pm/state'
import type { BlockHost } from '@/blocks/kit/block-program'
import { blockOfAddress } from '@/blocks/media/media-html'
import { kindOfFile, type MediaKind, mediaUrl } from '@/blocks/media/media-url'
import { ownUndoStep } from '@/document'
import { newBlockId } from '@/shared/ids'
import { blockPosAround } from '../core/block-tree'
import { linkAddress } from '../core/link'
import { isLocal, startUpload } from './uploads'

/** A block of media as it is to be made. */
export interface NewMedia {
  kind: MediaKind
  attributes: Readonly<Record<string, unknown>>
}

/** Begins to keep the files; the blocks show how far each is. `kind`: what they are shown as, else as what they are. */
export const mediaFromFiles = (files: readonly File[], host: BlockHost, kind?: MediaKind): NewMedia[] =>
  files.map((file) => ({
    kind: kind ?? kindOfFile(file.type, file.name),
    attributes: {
      placeholderId: startUpload(file, host),
      name: file.name.slice(0, 500),
      mimeType: file.type.slice(0, 200),
      size: file.size,
    },
  }))

/**
 * What somebody meant who typed an address for a block of this kind: a site of videos is embedded, a picture is shown as one
 * (product.md 5.7). `null`: it is no address ('Invalid URL', product.md 5.8).
 */
export function mediaFromAddress(input: string, kind: MediaKind): NewMedia | null {
  const url = linkAddress(input)
  if (url === null || mediaUrl(url) === null || /^[#?]/.test(url)) return null
  if (url.startsWith('/')) return kind === 'mediaEmbed' ? null : { kind, attributes: { url } }
  const found = blockOfAddress(url)
  if (found && (found.kind === 'mediaEmbed' || kind === 'mediaEmbed')) return found
  return { kind, attributes: { ...(found?.kind === kind ? found.attributes : {}), url } }
}

const nodeOf = (schema: Schema, { kind, attributes }: NewMedia): PMNode =>
  schema.nodes[kind]!.create({ ...attributes, id: newBlockId() })

/** Where blocks go that are inserted at the caret: in place of an empty paragraph, else below the block. */
function placeAtCaret(state: EditorState): { from: number; to: number } {
  const { selection, doc } = state
  const pos = selection.$to.depth > 0 ? blockPosAround(selection.$to) : null
  if (pos === null) return { from: selection.to, to: selection.to }
  const block = doc.nodeAt(pos)!
  const end = pos + block.nodeSize
  const isEmpty = block.type.name === 'paragraph' && block.content.size === 0 && selection.empty
  return isEmpty ? { from: pos, to: end } : { from: end, to: end }
}

/** Puts blocks of media on the page, at a place between blocks or at the caret, as one step of undo. */
export function insertMedia(state: EditorState, blocks: readonly NewMedia[], place?: number): Transaction {
  const { schema } = state
  const { from, to } = place === undefined ? placeAtCaret(state) : { from: place, to: place }
  const nodes = blocks.map((block) => nodeOf(schema, block))
  const tr = ownUndoStep(state.tr).replaceWith(from, to, nodes)
  const end = from + nodes.reduce((size, node) => size + node.nodeSize, 0)
  if (!tr.doc.resolve(end).nodeAfter) tr.insert(end, schema.nodes.paragraph!.create({ id: newBlockId() }))
  return tr.setSelection(Selection.near(tr.doc.resolve(end + 1), 1)).scrollIntoView()
}

/** What stays when the file of a block becomes another. */
const KEPT = ['id', 'align', 'indent', 'caption', 'width', 'link'] as const

/** Gives the block at `pos` another file or address, at once. */
export function withOtherMedia(tr: Transaction, pos: number, { kind, attributes }: NewMedia): Transaction {
  const { attrs, type } = tr.doc.nodeAt(pos)!
  const kept = Object.fromEntries(KEPT.map((name) => [name, attrs[name]]))
  return tr.setNodeMarkup(pos, type.schema.nodes[kind]!, { ...kept, ...attributes })
}

/**
 * Gives the block at `pos` another file or address, and puts more blocks below it. A file that it has stays until the other one has come
 * (`use-upload.ts`): an upload may fail, and an undo brings back the one file or the other, and nothing of both.
 */
export function replaceMedia(
  state: EditorState,
  pos: number,
  [first, ...others]: readonly NewMedia[],
): Transaction {
  const tr = ownUndoStep(state.tr)
  const node = state.doc.nodeAt(pos)
  if (!node || !first) return tr
  const { placeholderId } = first.attributes
  const isToCome = typeof placeholderId === 'string' && !isLocal(placeholderId)
  if (isToCome && mediaUrl(node.attrs.url) !== null) tr.setNodeAttribute(pos, 'placeholderId', placeholderId)
  else withOtherMedia(tr, pos, first)
  tr.insert(
    pos + node.nodeSize,
    others.map((block) => nodeOf(state.schema, block)),
  )
  return tr
}

/** The block at `pos` keeps the file that it has: none is to take its place any more. */
export const keepFile = (tr: Transaction, pos: number): Transaction =>
  tr.setNodeAttribute(pos, 'placeholderId', '')
