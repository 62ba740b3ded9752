import type { Formats } from '@/shared/formats'
import { t } from '@/shared/i18n'
import type { PageDetail } from '../model'
import type { TextFacts } from '../text-facts'

/** The lines at the end of a page's options: how long it is, who changed it last and when (product.md 2.31, 9.6). */
export function factLines(
  { words, characters, minutes }: TextFacts,
  page: Pick<PageDetail, 'updatedAt' | 'updatedBy'>,
  formats: Pick<Formats, 'dateTime'>,
): { length: string[]; editor: string | null; edited: string | null } {
  const length = [
    t(
      '{words, plural, one {# word} other {# words}}, {characters, plural, one {# character} other {# characters}}',
      { words, characters },
    ),
  ]
  if (minutes > 0) length.push(t('{minutes, plural, one {# minute} other {# minutes}} to read', { minutes }))
  return {
    length,
    editor: page.updatedBy && t('Last edited by {updatedBy}', { updatedBy: page.updatedBy }),
    edited: page.updatedAt && formats.dateTime(page.updatedAt),
  }
}
