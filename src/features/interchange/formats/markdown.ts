import type { Block } from '@/blocks'
import { readHtml } from '@/blocks/html/read'
import { markdownFromBlocks, readMarkdown } from '@/blocks/markdown'
import { decodeText } from './decode-text'
import type { ExportFormat, ImportFormat } from './format'

/** CommonMark, GFM and what rulings 6 add. */
export const markdownImport: ImportFormat = {
  id: 'markdown',
  label: 'Markdown',
  extensions: ['md', 'mdx', 'markdown'],
  read: ({ bytes }, { parseHtml, onProgress }) =>
    readMarkdown(decodeText(bytes), {
      onProgress,
      blocksOfHtml: (html): Block[] => readHtml(html, parseHtml).blocks,
    }),
}

/** Markdown that is read back as the same page. */
export const markdownExport: ExportFormat = {
  write: ({ blocks, title }) => [{ suffix: '', content: markdownFromBlocks(blocks, title) }],
}
