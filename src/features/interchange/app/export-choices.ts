import { pdfExport, pngExport } from '@/features/print/app/print-exports'
import { defineExport, type ExportAsked, type ExportChoice, fetchFile } from './export-choice'

/** One page as the server writes it. */
const fromServer = <Options>(format: string, { page, signal, onProgress }: ExportAsked<Options>) =>
  fetchFile(`/api/export/${format}?documentId=${encodeURIComponent(page.id)}`, { signal, onProgress })

/** Every format of the export window, as it lists them. Each makes its file and brings its options along. */
export const exportChoices: readonly ExportChoice[] = [
  defineExport({
    id: 'markdown',
    label: 'Markdown',
    hint: 'For other editors and for version control. Importing it again gives the same page.',
    extension: 'md',
    madeBy: 'server',
    takesSubPages: false,
    make: (asked) => fromServer('markdown', asked),
  }),
  defineExport({
    id: 'html',
    label: 'HTML',
    hint: 'One file with its styles inside, for reading and printing in any browser.',
    extension: 'html',
    madeBy: 'server',
    takesSubPages: false,
    make: (asked) => fromServer('html', asked),
  }),
  pdfExport,
  pngExport,
]
