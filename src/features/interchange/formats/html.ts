import type { Block } from '@/blocks'
import { readCodeColours } from '@/blocks/code-block/code-colours'
import { htmlFromBlocks } from '@/blocks/html/page'
import { readHtml } from '@/blocks/html/read'
import { isPageIcon } from '@/blocks/icon/page-icon'
import { boundedTime } from '@/server/bounded-time'
import { decodeHtml } from '@/shared/decode-text'
import { t } from '@/shared/i18n'
import type { PageProperties } from '../page-properties'
import { encloseDataPictures } from './data-pictures'
import type { ExportFormat, GivenPage, ImportFormat } from './format'
import { fileIdIn, mapReferences, pageIdIn } from './references'

/** A saved web page, or our own export. */
export const htmlImport: ImportFormat = {
  id: 'html',
  get label() {
    return t('HTML')
  },
  extensions: ['html', 'htm'],
  read({ bytes }, { parseHtml, origin = '' }) {
    const { html, enclosed } = encloseDataPictures(decodeHtml(bytes))
    const { icon, cover, ...read } = readHtml(html, parseHtml)
    const properties: PageProperties = {
      ...(icon !== undefined && isPageIcon(icon) ? { icon } : {}),
      ...(cover === undefined ? {} : { coverImage: cover }),
    }
    return { ...read, blocks: withOwnPaths(read.blocks, origin), properties, enclosed }
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
    const html = htmlFromBlocks(page.blocks, page.title, { code, bytesAt: placesOf(page) })
    return [{ suffix: '', content: withWholeLinks(html, page) }]
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

/** A link of our own HTML to an address of this server. Values of attributes hold neither quotes nor tags. */
const OWN_LINK = /(<a\s(?:[^<>]*\s)?href=")(\/(?!\/)[^"<>]*)"/g

/** Links and mentions lead to what lies beside the file, else to this server, wherever the file is read. */
const withWholeLinks = (html: string, { origin, beside }: GivenPage): string =>
  html.replace(OWN_LINK, (_all, before: string, url: string) => {
    const page = pageIdIn(url)
    const place = beside?.get(page?.id ?? fileIdIn(url) ?? '')
    return `${before}${place === undefined ? origin + url : place + (page?.rest ?? '')}"`
  })

/** The same the other way round, so that our own export comes back as it was. */
const withOwnPaths = (blocks: readonly Block[], origin: string): Block[] =>
  mapReferences(blocks, {
    link(url) {
      const path = origin !== '' && url.startsWith(origin) ? url.slice(origin.length) : ''
      // Two slashes would begin the address of another server.
      return /^\/(?![/\\])/.test(path) ? path : undefined
    },
    media: () => undefined,
    page: () => undefined,
    file: () => undefined,
  })
