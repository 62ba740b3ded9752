import { readCodeColours } from '@/blocks/code-block/code-colours'
import { htmlFromBlocks } from '@/blocks/html/page'
import { readHtml } from '@/blocks/html/read'
import { decodeText } from './decode-text'
import type { ExportFormat, ImportFormat } from './format'

/** A saved web page, or our own export. */
export const htmlImport: ImportFormat = {
  id: 'html',
  label: 'HTML',
  extensions: ['html', 'htm'],
  read: ({ bytes }, { parseHtml }) => readHtml(decodeText(bytes), parseHtml),
}

/** One file with its styles inside and no scripts. */
export const htmlExport: ExportFormat = {
  async write({ blocks, title }) {
    return [{ suffix: '', content: htmlFromBlocks(blocks, title, await readCodeColours(blocks)) }]
  },
}
