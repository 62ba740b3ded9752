import type { Block } from '@/blocks'
import { readHtml } from '@/blocks/html/read'
import { markdownFromBlocks, readMarkdown } from '@/blocks/markdown'
import type { PageProperties } from '../page-properties'
import { decodeText } from './decode-text'
import type { ExportFormat, ImportFormat } from './format'
import { frontMatterLines, readFrontMatterLines } from './front-matter'

/** CommonMark, GFM and what rulings 6 add. */
export const markdownImport: ImportFormat = {
  id: 'markdown',
  label: 'Markdown',
  extensions: ['md', 'mdx', 'markdown'],
  read({ bytes }, { parseHtml, onProgress }) {
    let properties: PageProperties = {}
    const read = readMarkdown(decodeText(bytes), {
      onProgress,
      blocksOfHtml: (html): Block[] => readHtml(html, parseHtml).blocks,
      readProperties(lines) {
        const front = readFrontMatterLines(lines)
        properties = front?.properties ?? {}
        return front
      },
    })
    return { ...read, properties }
  },
}

/** Markdown that is read back as the same page. */
export const markdownExport: ExportFormat = {
  write: ({ blocks, title, properties }) => [
    { suffix: '', content: markdownFromBlocks(blocks, title, frontMatterLines(properties)) },
  ],
}
