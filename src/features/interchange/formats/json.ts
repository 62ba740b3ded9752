import { normalizeBlocks } from '@/blocks'
import { readCarried } from '@/features/comments/carried'
import { readBlocks } from '@/features/pages/content-input'
import { decodeText } from '@/shared/decode-text'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { UNREAD_SUGGESTIONS } from '../model'
import { PageProperties } from '../page-properties'
import type { ExportFormat, ImportFormat } from './format'
import { readReviewJson, reviewJson } from './review-json'

const FORMAT = 'sheaf-page'
const VERSION = 1
const NOT_OURS = () => t('This is no page of Sheaf: a JSON file can be imported when Sheaf has exported it.')
const UNREAD = () => t('Discussions that could not be read')
const NEWER = () => t('This file was written by a newer Sheaf. Update this one to import it.')

/** Our own JSON: title, properties and blocks with their ids (rulings 3). A bare list of blocks is understood too. */
export const jsonImport: ImportFormat = {
  id: 'json',
  get label() {
    return t('JSON')
  },
  extensions: ['json'],
  read({ bytes }) {
    const file = parsed(decodeText(bytes))
    const isPage = typeof file === 'object' && file !== null && !Array.isArray(file)
    const page = (isPage ? file : { format: FORMAT, blocks: file }) as Record<string, unknown>
    const list = page.blocks ?? page.contentRich
    if (!Array.isArray(list) || (page.format !== FORMAT && page.contentRich === undefined))
      throw new AppError('bad-input', NOT_OURS())
    if (typeof page.version === 'number' && page.version > VERSION) throw new AppError('bad-input', NEWER())
    const { discussions, left } = readCarried(page.discussions)
    const blocks = list.length > 0 ? normalizeBlocks(blocksIn(list)) : []
    const given = page.suggestions === undefined ? null : readReviewJson(page.suggestions, blocks)
    const lost: [string, number][] = [
      [UNREAD(), left],
      [UNREAD_SUGGESTIONS(), given !== null && given.review === null ? given.count : 0],
    ]
    return {
      title: typeof page.title === 'string' ? page.title : '',
      // Those of the suggestions say the same, with the ids that the suggestions name.
      blocks: given?.review?.settled ?? blocks,
      properties: PageProperties.catch({}).parse(page.properties),
      discussions,
      review: given?.review?.review,
      notes: lost.flatMap(([what, count]) =>
        count > 0 ? [{ change: 'dropped' as const, what, into: '', count }] : [],
      ),
    }
  },
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    throw new AppError('bad-input', NOT_OURS(), { cause })
  }
}

function blocksIn(list: unknown[]) {
  try {
    return readBlocks(list)
  } catch (cause) {
    throw new AppError('bad-input', `${NOT_OURS()} ${(cause as Error).message}`, { cause })
  }
}

/** Everything a page is, word for word. */
export const jsonExport: ExportFormat = {
  write: ({ title, properties, blocks, discussions, review }) => [
    {
      suffix: '',
      content: `${JSON.stringify({ format: FORMAT, version: VERSION, title, properties, blocks, discussions, suggestions: review && reviewJson(review) }, null, 2)}\n`,
    },
  ],
}
