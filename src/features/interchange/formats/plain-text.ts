import { type Block, normalizeBlocks } from '@/blocks'
import type { ImportFormat } from './index'

/** Plain text: a paragraph for what stands between blank lines, its lines kept. */
export const plainTextFormat: ImportFormat = {
  id: 'text',
  label: 'Plain text',
  extensions: ['txt'],
  read(text, { onProgress }) {
    const paragraphs = text
      .replace(/^\ufeff/, '')
      .replace(/\r\n?/g, '\n')
      .split(/\n[ \t]*\n/)
      .map((part) => part.replace(/^\n+|\s+$/g, ''))
      .filter((part) => part !== '')
    onProgress(0.5)
    const blocks: Block[] = paragraphs.map((part) => ({ id: '', kind: 'paragraph', text: [{ text: part }] }))
    return { title: '', blocks: blocks.length > 0 ? normalizeBlocks(blocks) : [], notes: [] }
  },
}
