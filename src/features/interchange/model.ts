import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'

/** The kinds of file that the server writes a page as. */
export const EXPORT_FORMATS = [
  {
    id: 'markdown',
    get label() {
      return t('Markdown')
    },
    extension: 'md',
    mediaType: 'text/markdown',
  },
  {
    id: 'html',
    get label() {
      return t('HTML')
    },
    extension: 'html',
    mediaType: 'text/html',
  },
  {
    id: 'word',
    get label() {
      return t('Word')
    },
    extension: 'docx',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  {
    id: 'csv',
    get label() {
      return t('CSV')
    },
    extension: 'csv',
    mediaType: 'text/csv',
  },
  {
    id: 'text',
    get label() {
      return t('Plain text')
    },
    extension: 'txt',
    mediaType: 'text/plain',
  },
  {
    id: 'json',
    get label() {
      return t('JSON')
    },
    extension: 'json',
    mediaType: 'application/json',
  },
] as const
export type ExportFormatId = (typeof EXPORT_FORMATS)[number]['id']

/** What the file picker offers (product.md 5.3, rulings 6). */
export const IMPORT_EXTENSIONS = [
  ...['.md', '.mdx', '.markdown', '.html', '.htm', '.docx', '.csv', '.tsv', '.txt', '.json', '.zip'],
] as const

export const ONE_FILE_ONLY = () => t('Import one file at a time.')
export const TOO_MANY_IMPORTS = () => t('Other files of yours are still being sent. Please wait for them.')
export const UNKNOWN_FILE_KIND = () =>
  t(
    'This kind of file cannot be imported. Choose a Markdown, HTML, Word (.docx), CSV, text, JSON or .zip file.',
  )

/** What our own `.zip` says of pages and files that could not be put in; it is there when there are any. */
export const LEFT_OUT_LIST = 'left-out.txt'

/** The most bytes that a file of this name may have. */
export const mostBytesOf = (name: string): number =>
  /\.(?:zip|docx)$/i.test(name) ? LIMITS.importBundle : LIMITS.importFile

/** Why a file of this name is too large. */
export const fileTooLarge = (name: string): string =>
  t(
    'This file is larger than {mostBytesOf} MB, the most that can be imported. Split it into several files.',
    { mostBytesOf: mostBytesOf(name) / 1024 / 1024 },
  )
/** How much of a file's suggestions is taken in. */
export const SUGGESTED = { changes: 15_000 } as const
export const UNREAD_SUGGESTIONS = () => t('Suggestions that could not be read')
export const NOTHING_TO_IMPORT = () => t('0 pages imported: there is nothing in this file.')
export const NOTHING_READABLE = () =>
  t(
    '0 pages imported: this .zip holds no file that can be imported. It may hold Markdown, HTML, Word (.docx), CSV, text and JSON files.',
  )

/** What an import did, block by block (rulings 6). */
export interface ImportReceipt {
  pages: number
  /** Pictures and files that were kept with the pages. */
  files: number
  /** Blocks of the new page by what they are, most frequent first. */
  kept: { what: string; count: number }[]
  /** How much of the review of the file came along. */
  review: { suggestions: number; discussions: number }
  /** What a page cannot hold as it was, and what became of it. */
  converted: { what: string; into: string; count: number }[]
  dropped: { what: string; count: number }[]
}

/** The answer of `POST /api/import`. */
export interface ImportAnswer {
  /** The first of the new pages. */
  document: { id: string; title: string }
  receipt: ImportReceipt
}

/** What `POST /api/import` says line by line to a client that accepts `application/x-ndjson`. */
export type ImportLine =
  | { say: 'progress'; done: number; pages: number }
  | ({ say: 'done' } & ImportAnswer)
  | { say: 'failed'; error: string }
export const IMPORT_LINES = 'application/x-ndjson'

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
  return `${[...safe].slice(0, 80).join('').trim() || t('Untitled')}.${extension}`
}
