import type { Block } from '@/blocks'
import { readHtml } from '@/blocks/html/read'
import { markdownFromBlocks, readMarkdown } from '@/blocks/markdown'
import { markdownForOthers, plainBlocks } from '@/blocks/markdown/for-others'
import { decodeOlderText } from '@/shared/decode-text'
import { t } from '@/shared/i18n'
import type { PageProperties } from '../page-properties'
import { DataPictures } from './data-pictures'
import type { ExportFormat, ImportFormat } from './format'
import { frontMatterLines, readFrontMatterLines } from './front-matter'
import { mapReferences } from './references'

/** CommonMark, GFM and what rulings 6 add. */
export const markdownImport: ImportFormat = {
  id: 'markdown',
  get label() {
    return t('Markdown')
  },
  extensions: ['md', 'mdx', 'markdown'],
  read({ bytes }, { parseHtml, onProgress }) {
    let properties: PageProperties = {}
    const pictures = new DataPictures()
    const read = readMarkdown(decodeOlderText(bytes), {
      onProgress,
      readHtml: (html) => readHtml(html, parseHtml),
      leavesOutUnseen: true,
      enclose: (type, data) => pictures.take(type, data),
      readProperties(lines) {
        const front = readFrontMatterLines(lines)
        properties = front?.properties ?? {}
        return front
      },
    })
    return { ...read, properties, enclosed: pictures.all }
  },
}

/** What other programs may know of front matter; the look of a page is ours alone. */
const forOthers = ({ status, tags, aiSummary }: PageProperties): PageProperties => ({
  ...(status === undefined ? {} : { status }),
  ...(tags === undefined ? {} : { tags }),
  ...(aiSummary === undefined ? {} : { aiSummary }),
})

/** Markdown for other programs or, where that is asked for, such that it is read back as the same page. */
export const markdownExport: ExportFormat = {
  write: ({ blocks, title, properties, origin }, { exact }) => [
    {
      suffix: '',
      content: exact
        ? markdownFromBlocks(blocks, title, frontMatterLines(properties))
        : markdownForOthers(whole(blocks, origin), title, frontMatterLines(forOthers(properties))),
    },
  ],
}

/** Addresses of ours in full, wherever the file is read. */
function whole(blocks: readonly Block[], origin: string): Block[] {
  const full = (url: string) => (/^\/(?!\/)/.test(url) ? origin + url : undefined)
  return mapReferences(plainBlocks(blocks), {
    link: full,
    media: (url) => (full(url) === undefined ? undefined : { url: full(url)! }),
    page: () => undefined,
    file: () => undefined,
  })
}
