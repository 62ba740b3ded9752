import { t } from '@/shared/i18n'
/* The labels (tags) of a page (product.md 2.45, 5.9). */

export const MOST_LABELS = 10
export const NO_LABEL = () => t('Select at least one label')
export const TOO_MANY_LABELS = () => t('Select up to 10 labels')

/** Without spaces at the ends or in a row, without empty ones, and none twice whatever the case: the first stays. */
export function tidyLabels(labels: readonly string[]): string[] {
  const kept = new Map<string, string>()
  for (const label of labels) {
    const tidy = label
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .toWellFormed()
    const key = tidy.toLocaleLowerCase('en')
    if (tidy !== '' && !kept.has(key)) kept.set(key, tidy)
  }
  return [...kept.values()]
}
