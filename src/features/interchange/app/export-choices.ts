import { t } from '@/shared/i18n'
import { CsvPanel, type Delimiter } from './csv-panel'
import { ExactPanel } from './exact-panel'
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

/**
 * Every format of the export window, as it lists them. Each makes its file and brings its options along. `drawn` are those of another
 * feature that draw the page.
 */
export const exportChoices = (drawn: readonly ExportChoice[]): readonly ExportChoice[] => [
  defineExport<boolean>({
    id: 'markdown',
    get label() {
      return t('Markdown')
    },
    get hint() {
      return t('For other editors and for version control. Tables that Markdown cannot write are HTML.')
    },
    extension: 'md',
    madeBy: 'server',
    takesSubPages: true,
    options: { initial: false, Panel: ExactPanel },
    make: (asked) => fromServer('markdown', asked, asked.options ? { exact: 'true' } : {}),
  }),
  defineExport({
    id: 'html',
    get label() {
      return t('HTML')
    },
    get hint() {
      return t('One file with its styles inside, for reading and printing in any browser.')
    },
    extension: 'html',
    madeBy: 'server',
    takesSubPages: true,
    make: (asked) => fromServer('html', asked),
  }),
  defineExport<boolean>({
    id: 'word',
    get label() {
      return t('Word')
    },
    get hint() {
      return t('A .docx file with headings, lists, tables, pictures and equations that Word can edit.')
    },
    extension: 'docx',
    madeBy: 'server',
    takesSubPages: true,
    options: { initial: false, Panel: ReviewPanel },
    make: (asked) => fromServer('word', asked, withReview(asked.options)),
  }),
  ...drawn,
  defineExport<Delimiter>({
    id: 'csv',
    get label() {
      return t('CSV')
    },
    get hint() {
      return t('The tables of the page, for spreadsheets. Several tables come as a .zip.')
    },
    extension: 'csv',
    madeBy: 'server',
    takesSubPages: true,
    options: { initial: 'comma', Panel: CsvPanel },
    make: (asked) => fromServer('csv', asked, { delimiter: asked.options }),
  }),
  defineExport<boolean>({
    id: 'json',
    get label() {
      return t('JSON')
    },
    get hint() {
      return t('Everything the page is, for moving it to another Sheaf and for programs.')
    },
    extension: 'json',
    madeBy: 'server',
    takesSubPages: true,
    options: { initial: true, Panel: ReviewPanel },
    make: (asked) => fromServer('json', asked, withReview(asked.options)),
  }),
  defineExport({
    id: 'text',
    get label() {
      return t('Plain text')
    },
    get hint() {
      return t('The words alone, without formatting.')
    },
    extension: 'txt',
    madeBy: 'server',
    takesSubPages: true,
    make: (asked) => fromServer('text', asked),
  }),
]
