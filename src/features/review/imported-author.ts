import { t } from '@/shared/i18n'

/*
 * What a file suggests is suggested by the person who imported it: nobody can sign for somebody else's account. Who suggested it in the
 * file is said as the program is that others write with: by a name behind a word.
 */
const IMPORTED = 'import:'

/** How a suggestion says that it came in a file, and by whom it was there. */
export const importedVia = (author: string): string =>
  `${IMPORTED}${author.replaceAll('\0', '').toWellFormed().slice(0, 150)}`

/** The author in the file that a suggestion came in; null for one that came in none. */
export const importedAuthor = (via: string): string | null =>
  via.startsWith(IMPORTED) ? via.slice(IMPORTED.length) : null

/** What is said beside the author of a suggestion that came in a file, or that a program wrote. */
export function viaWords(via: string): string {
  const author = importedAuthor(via)
  return author === null ? t('with {via}', { via }) : t('imported, by {author}', { author })
}
