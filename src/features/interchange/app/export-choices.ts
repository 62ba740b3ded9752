import { pdfExport, pngExport } from '@/features/print/app/print-exports'
import { CsvPanel, type Delimiter } from './csv-panel'
import { defineExport, type ExportAsked, type ExportChoice, fetchFile } from './export-choice'
import { ReviewPanel } from './review-panel'

/** The file as the server writes it: one page, or a `.zip` of it with everything below. */
function fromServer<Options>(
  format: string,
  { page, subPages, signal, onProgress }: ExportAsked<Options>,
  more: Record<string, string> = {},
) {
  const query = new URLSearchParams({ documentId: page.id, subPages: String(subPages), ...more })
  return fetchFile(`/api/export/${format}?${query}`, { signal, onProgress })
}

const withReview = (isWanted: boolean): Record<string, string> =>
  isWanted ? { suggestions: 'true', discussions: 'true' } : {}

/** Every format of the export window, as it lists them. Each makes its file and brings its options along. */
export const exportChoices: readonly ExportChoice[] = [
  defineExport({
    id: 'markdown',
    label: 'Markdown',
    hint: 'For other editors and for version control. Importing it again gives the same page.',
    extension: 'md',
    madeBy: 'server',
    takesSubPages: true,
    make: (asked) => fromServer('markdown', asked),
  }),
  defineExport({
    id: 'html',
    label: 'HTML',
    hint: 'One file with its styles inside, for reading and printing in any browser.',
    extension: 'html',
    madeBy: 'server',
    takesSubPages: true,
    make: (asked) => fromServer('html', asked),
  }),
  defineExport<boolean>({
    id: 'word',
    label: 'Word',
    hint: 'A .docx file with headings, lists, tables, pictures and equations that Word can edit.',
    extension: 'docx',
    madeBy: 'server',
    takesSubPages: true,
    options: { initial: false, Panel: ReviewPanel },
    make: (asked) => fromServer('word', asked, withReview(asked.options)),
  }),
  pdfExport,
  pngExport,
  defineExport<Delimiter>({
    id: 'csv',
    label: 'CSV',
    hint: 'The tables of the page, for spreadsheets. Several tables come as a .zip.',
    extension: 'csv',
    madeBy: 'server',
    takesSubPages: true,
    options: { initial: 'comma', Panel: CsvPanel },
    make: (asked) => fromServer('csv', asked, { delimiter: asked.options }),
  }),
  defineExport<boolean>({
    id: 'json',
    label: 'JSON',
    hint: 'Everything the page is, for moving it to another Sheaf and for programs.',
    extension: 'json',
    madeBy: 'server',
    takesSubPages: true,
    options: { initial: true, Panel: ReviewPanel },
    make: (asked) => fromServer('json', asked, withReview(asked.options)),
  }),
  defineExport({
    id: 'text',
    label: 'Plain text',
    hint: 'The words alone, without formatting.',
    extension: 'txt',
    madeBy: 'server',
    takesSubPages: true,
    make: (asked) => fromServer('text', asked),
  }),
]
