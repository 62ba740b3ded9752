import type { Formats } from '@/shared/formats'
import { t } from '@/shared/i18n'
import type { PageDetail } from '../model'
import type { TextFacts } from '../text-facts'

/** `5 words`, `1 word`, in the person's own figures. */
function counted(count: number, one: string, many: string, locale?: string): string {
  const word = new Intl.PluralRules(locale).select(count) === 'one' ? one : many
  return `${count.toLocaleString(locale)} ${word}`
}

/** The lines at the end of a page's options: how long it is, who changed it last and when (product.md 2.31, 9.6). */
export function factLines(
  { words, characters, minutes }: TextFacts,
  page: Pick<PageDetail, 'updatedAt' | 'updatedBy'>,
  formats: Pick<Formats, 'dateTime'>,
  locale?: string,
): { length: string[]; editor: string | null; edited: string | null } {
  const length = [
    `${counted(words, 'word', 'words', locale)}, ${counted(characters, 'character', 'characters', locale)}`,
  ]
  if (minutes > 0) length.push(`${counted(minutes, 'minute', 'minutes', locale)} to read`)
  return {
    length,
    editor: page.updatedBy && t('Last edited by {updatedBy}', { updatedBy: page.updatedBy }),
    edited: page.updatedAt && formats.dateTime(page.updatedAt),
  }
}
