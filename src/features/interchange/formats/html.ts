import { readCodeColours } from '@/blocks/code-block/code-colours'
import { htmlFromBlocks } from '@/blocks/html/page'
import { readHtml } from '@/blocks/html/read'
import { isPageIcon } from '@/blocks/icon/page-icon'
import { boundedTime } from '@/server/bounded-time'
import { t } from '@/shared/i18n'
import type { PageProperties } from '../page-properties'
import { encloseDataPictures } from './data-pictures'
import { decodeHtml } from './decode-text'
import type { ExportFormat, GivenPage, ImportFormat } from './format'

/** A saved web page, or our own export. */
export const htmlImport: ImportFormat = {
  id: 'html',
  get label() {
    return t('HTML')
  },
  extensions: ['html', 'htm'],
  read({ bytes }, { parseHtml }) {
    const { html, enclosed } = encloseDataPictures(decodeHtml(bytes))
    const { icon, cover, ...read } = readHtml(html, parseHtml)
    const properties: PageProperties = {
      ...(icon !== undefined && isPageIcon(icon) ? { icon } : {}),
      ...(cover === undefined ? {} : { coverImage: cover }),
    }
    return { ...read, properties, enclosed }
  },
}

/** What is read again must stay under what may be imported (`LIMITS.importFile`): base64 makes four bytes of three. */
const MOST_PICTURED = 14 * 1024 * 1024

/** One file with its styles and pictures inside and no scripts. */
export const htmlExport: ExportFormat = {
  mostPictured: MOST_PICTURED,
  isAlone: true,
  async write(page) {
    const code = await readCodeColours(page.blocks, boundedTime())
    return [
      { suffix: '', content: htmlFromBlocks(page.blocks, page.title, { code, bytesAt: placesOf(page) }) },
    ]
  },
}

/** Pictures stand in the file itself; other files of ours are at their whole address, wherever the file is read. */
const placesOf =
  ({ pictures, origin }: GivenPage) =>
  (url: string): string => {
    const picture = pictures.get(url)
    if (picture) return `data:${picture.type};base64,${Buffer.from(picture.bytes).toString('base64')}`
    return url.startsWith('/') && !url.startsWith('//') ? origin + url : url
  }
