import { mapNoteLinks } from '@/blocks/footnote/note-links'
import { type Block, type BlockMark, type Inline, isInlineText, type Json } from '@/blocks/kit/block'
import { cellId, cellParts } from '@/blocks/table/cell-names'
import { pageIdOf } from '@/shared/page-address'

/** What things are called in a copy of some pages. Whatever is not copied along keeps its name (null). */
export interface CopiedNames {
  page(id: string): string | null
  /** Every block has a new id in a copy; equal ids give equal ones, so that links to blocks still lead to them. */
  block(id: string): string
  file(id: string): string | null
  /** Of this installation, such as `https://sheaf.example.org`: links may be written in full. */
  origin: string
}

const FILE_PATH = /\/api\/files\/([0-9a-z]{20})(?![0-9a-z])/g
const FILE_KEY = /^[0-9a-z]{20}$/
/** `/page`, `/page#block`, `#block`; behind the origin or alone. */
const PAGE_PATH = /^(?:\/([^/?#]{1,200}))?(?:#([A-Za-z0-9_:-]{1,129}))?$/

const blockName = (id: string, names: CopiedNames): string => {
  const cell = cellParts(id)
  return cell ? cellId(names.block(cell.row), names.block(cell.column)) : names.block(id)
}

/** An address as it reads in the copy: pages and files that are copied along are named by their copies. */
export function copiedAddress(address: string, names: CopiedNames): string {
  const { origin } = names
  const isFull = address.startsWith(`${origin}/`)
  const path = PAGE_PATH.exec(isFull ? address.slice(origin.length) : address)
  const [, page, hash] = path ?? []
  const copy = page === undefined ? null : names.page(pageIdOf(page))
  if (path && (copy !== null || (page === undefined && hash !== undefined && !isFull))) {
    const to = copy === null ? '' : `${isFull ? origin : ''}/${copy}`
    return hash === undefined ? to : `${to}#${blockName(hash, names)}`
  }
  return address.replace(FILE_PATH, (whole, id: string) => {
    const file = names.file(id)
    return file === null ? whole : `/api/files/${file}`
  })
}

function copiedJson(value: Json, names: CopiedNames): Json {
  if (typeof value === 'string') return copiedAddress(value, names)
  if (Array.isArray(value)) return value.map((item) => copiedJson(item, names))
  if (typeof value === 'object' && value !== null) return copiedAttributes(value, names)
  return value
}

const copiedAttributes = (attributes: { [key: string]: Json }, names: CopiedNames): { [key: string]: Json } =>
  Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, copiedJson(value, names)]))

const copiedMark = (mark: BlockMark, names: CopiedNames): BlockMark =>
  mark.attributes === undefined ? mark : { ...mark, attributes: copiedAttributes(mark.attributes, names) }

function copiedInline(inline: Inline, names: CopiedNames): Inline {
  const marks = inline.marks?.map((mark) => copiedMark(mark, names))
  const withMarks = marks && marks.length > 0 ? { marks } : {}
  if (isInlineText(inline)) return { text: inline.text, ...withMarks }
  const { kind, attributes } = inline
  if (attributes === undefined) return { kind, ...withMarks }
  const copied = copiedAttributes(attributes, names)
  // A file is mentioned by its id alone.
  const file =
    attributes.trigger === '#' && FILE_KEY.test(String(attributes.key))
      ? names.file(String(attributes.key))
      : null
  if (kind === 'footnote' && typeof attributes.note === 'string')
    copied.note = mapNoteLinks(attributes.note, (url) => copiedAddress(url, names))
  return { kind, attributes: file === null ? copied : { ...copied, key: file }, ...withMarks }
}

/** Blocks as they read in a copy of their page: new ids, and what points into the copied pages points at the copies. */
export function copiedBlocks(blocks: readonly Block[], names: CopiedNames): Block[] {
  return blocks.map((block) => ({
    ...block,
    id: blockName(block.id, names),
    ...(block.attributes && { attributes: copiedAttributes(block.attributes, names) }),
    ...(block.text && { text: block.text.map((inline) => copiedInline(inline, names)) }),
    ...(block.children && { children: copiedBlocks(block.children, names) }),
  }))
}

/** The ids of the files that these blocks or addresses name. */
export function filesNamedIn(...parts: readonly (readonly Block[] | string | null)[]): Set<string> {
  const text = JSON.stringify(parts)
  const found = new Set([...text.matchAll(FILE_PATH)].map(([, id]) => id as string))
  // Mentions name a file by its id alone.
  for (const [, id] of text.matchAll(/"key":"([0-9a-z]{20})"/g)) found.add(id as string)
  return found
}
