import { defineExport, type ExportChoice, fetchFile } from '@/features/interchange/app/export-choice'
import { t } from '@/shared/i18n'
import { SCALE_RULE } from '../model'
import { INITIAL, scaleOf } from './pdf-choice'
import { PdfOptions, PngOptions } from './pdf-options'

const drawn = (format: 'pdf' | 'png', body: object, signal: AbortSignal) =>
  fetchFile(`/api/export/${format}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })

/** A page as PDF, in the export window (product.md 7.35). */
const pdfExport = defineExport({
  id: 'pdf',
  get label() {
    return t('PDF')
  },
  get hint() {
    return t('For printing and handing on: with a table of contents, links and page numbers.')
  },
  extension: 'pdf',
  madeBy: 'server',
  takesSubPages: false,
  options: { initial: INITIAL, Panel: PdfOptions },
  async make({ page, options: { percent, ...options }, signal }) {
    const scale = scaleOf(percent)
    if (scale === null) throw new Error(`${SCALE_RULE()}.`)
    return drawn('pdf', { ...options, scale, documentId: page.id }, signal)
  },
})

/** A page as one picture, in the export window. */
const pngExport = defineExport({
  id: 'png',
  get label() {
    return t('Picture (PNG)')
  },
  get hint() {
    return t('The whole page as one picture, up to 16,000 pixels high.')
  },
  extension: 'png',
  madeBy: 'server',
  takesSubPages: false,
  options: { initial: { disableMedia: false }, Panel: PngOptions },
  make: ({ page, options, signal }) => drawn('png', { ...options, documentId: page.id }, signal),
})

/** Some blocks of a page as one picture. */
export const drawBlocks = (documentId: string, blocks: readonly string[], signal: AbortSignal) =>
  drawn('png', { documentId, blocks }, signal)

/** The formats that draw a page, as the export window lists them. */
export const drawnExports: readonly ExportChoice[] = [pdfExport, pngExport]
