import type { ExportFormatId } from '../model'
import { csvExport } from './csv'
import type { ExportFormat } from './format'
import { htmlExport } from './html'
import { jsonExport } from './json'
import { markdownExport } from './markdown'
import { plainTextExport } from './plain-text'
import { wordExport } from './word/word'

/** Every kind of file that the server writes in its worker. */
export const exportFormats: Record<ExportFormatId, ExportFormat> = {
  markdown: markdownExport,
  html: htmlExport,
  word: wordExport,
  csv: csvExport,
  text: plainTextExport,
  json: jsonExport,
}
