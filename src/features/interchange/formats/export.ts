import { type Block, markdownFromBlocks } from '@/blocks'
import { htmlFromBlocks } from '@/blocks/html/page'
import type { ExportFormatId } from '../model'

/** A kind of file that a page can be exported as. */
interface ExportFormat {
  write(blocks: readonly Block[], title: string): string
}

/** Every kind of file that a page can be exported as. */
export const exportFormats: Record<ExportFormatId, ExportFormat> = {
  markdown: { write: markdownFromBlocks },
  html: { write: htmlFromBlocks },
}
