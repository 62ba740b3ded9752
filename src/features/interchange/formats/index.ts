import type { Block } from '@/blocks'
import { type ParseHtml, readHtml } from '@/blocks/html/read'
import { type ReadPage, readMarkdown } from '@/blocks/markdown'
import { plainTextFormat } from './plain-text'

/** What reading a file may use. */
export interface ReadTools {
  parseHtml: ParseHtml
  /** Called with the part that is done, 0 … 1, as often as something is done. */
  onProgress(done: number): void
}

/** A kind of file that can be imported. */
export interface ImportFormat {
  id: string
  label: string
  /** Without the dot, lower case. */
  extensions: readonly string[]
  read(text: string, tools: ReadTools): ReadPage
}

const markdownFormat: ImportFormat = {
  id: 'markdown',
  label: 'Markdown',
  extensions: ['md', 'mdx', 'markdown'],
  read: (text, { parseHtml, onProgress }) =>
    readMarkdown(text, { onProgress, blocksOfHtml: (html): Block[] => readHtml(html, parseHtml).blocks }),
}

const htmlFormat: ImportFormat = {
  id: 'html',
  label: 'HTML',
  extensions: ['html', 'htm'],
  read: (text, { parseHtml }) => readHtml(text, parseHtml),
}

/** Every kind of file that can be imported. */
export const importFormats: readonly ImportFormat[] = [markdownFormat, htmlFormat, plainTextFormat]

/** The format of a file by its name, or undefined for one that can not be imported. */
export const importFormatOf = (fileName: string): ImportFormat | undefined => {
  const extension = /\.([^.\\/]+)$/.exec(fileName)?.[1]?.toLowerCase()
  return importFormats.find((format) => extension !== undefined && format.extensions.includes(extension))
}
