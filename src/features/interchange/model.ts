import { type Block, blockKind, type ReadNote } from '@/blocks'
import { LIMITS } from '@/shared/limits'

/** The kinds of file that a page can be exported as. */
export const EXPORT_FORMATS = [
  { id: 'markdown', label: 'Markdown', extension: 'md', mediaType: 'text/markdown' },
  { id: 'html', label: 'HTML', extension: 'html', mediaType: 'text/html' },
] as const
export type ExportFormatId = (typeof EXPORT_FORMATS)[number]['id']

/** What the file picker offers (product.md 5.3, rulings 6). */
export const IMPORT_EXTENSIONS = ['.md', '.mdx', '.markdown', '.html', '.htm', '.txt'] as const

export const ONE_FILE_ONLY = 'Import one file at a time.'
export const UNKNOWN_FILE_KIND =
  'This kind of file can not be imported. Choose a Markdown (.md, .mdx), HTML (.html) or text (.txt) file.'
export const FILE_TOO_LARGE = `This file is larger than ${LIMITS.importFile / 1024 / 1024} MB, the most that can be imported. Split it into several files.`
export const NOTHING_TO_IMPORT = '0 pages imported: there is no text in this file.'

/** What an import did, block by block (rulings 6). */
export interface ImportReceipt {
  pages: number
  /** Blocks of the new page by what they are, most frequent first. */
  kept: { what: string; count: number }[]
  /** What a page can not hold as it was, and what became of it. */
  converted: { what: string; into: string; count: number }[]
  dropped: { what: string; count: number }[]
}

/** The answer of `POST /api/import`. */
export interface ImportAnswer {
  document: { id: string; title: string }
  receipt: ImportReceipt
}

/** What a block is called in menus, such as "Heading 2". */
function nameOf(block: Block): string {
  const definition = blockKind(block.kind)
  const entries = definition?.insert ?? []
  const fitting = entries.find((entry) =>
    Object.entries(entry.attributes ?? {}).every(([key, value]) => {
      const standard = definition?.attributes[key]?.parse(undefined)
      return (block.attributes?.[key] ?? standard) === value
    }),
  )
  return (fitting ?? entries[0])?.label ?? 'Unsupported block'
}

/** Counts what came of a file. */
export function receiptOf(blocks: readonly Block[], notes: readonly ReadNote[]): ImportReceipt {
  const counts = new Map<string, number>()
  const rest = [...blocks]
  for (let block = rest.pop(); block; block = rest.pop()) {
    const name = nameOf(block)
    counts.set(name, (counts.get(name) ?? 0) + 1)
    for (const child of block.children ?? []) rest.push(child)
  }
  return {
    pages: 1,
    kept: [...counts].map(([what, count]) => ({ what, count })).sort((a, b) => b.count - a.count),
    converted: notes
      .filter((note) => note.change === 'converted')
      .map(({ what, into, count }) => ({ what, into, count })),
    dropped: notes.filter((note) => note.change === 'dropped').map(({ what, count }) => ({ what, count })),
  }
}

/** A page title from a file's name: without folders and the extension. */
export const titleFromFileName = (fileName: string): string =>
  (fileName.split(/[\\/]/).at(-1) ?? '')
    .replace(/\.[^.]+$/, '')
    .replace(/\p{Cc}/gu, '')
    .trim()

/** A title as long as one may be. */
export const boundTitle = (title: string): string => [...title].slice(0, LIMITS.title).join('')

/** A file name for a page that every system can store: no separators, control characters or reserved names. */
export function fileNameOf(title: string, extension: string): string {
  const base = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|[. ]+$/g, '')
  const safe = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(base) ? `${base} page` : base
  return `${[...safe].slice(0, 80).join('').trim() || 'Untitled'}.${extension}`
}

/** The header that makes a browser store an answer under a name in any script (RFC 6266, RFC 5987). */
export function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
