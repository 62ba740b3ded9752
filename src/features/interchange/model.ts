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

/** A page title from a file's name: without folders and the extension. */
export const titleFromFileName = (fileName: string): string =>
  (fileName.split(/[\\/]/).at(-1) ?? '')
    .replace(/\.[^.]+$/, '')
    .replace(/\p{Cc}/gu, '')
    .trim()

/** A title as long as one may be. Looks at no more of it than that. */
export const boundTitle = (title: string): string =>
  [...title.slice(0, LIMITS.title * 2)].slice(0, LIMITS.title).join('')

/** A file name for a page that every system can store: no separators, control characters or reserved names. */
export function fileNameOf(title: string, extension: string): string {
  const base = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[. ]+|[. ]+$/g, '')
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
