import * as z from 'zod/mini'
import { MOST_LABELS, NO_LABEL, TOO_MANY_LABELS } from '@/features/pages/labels'
import { t } from '@/shared/i18n'

/** Product.md 5.9, 9.8: 1 to 10 labels, in the words of the specification. */
const Labels = z
  .array(z.string())
  .check(z.minLength(1, { error: NO_LABEL }), z.maxLength(MOST_LABELS, { error: TOO_MANY_LABELS }))

/** What is wrong with these labels, or `null`. */
export const labelFault = (labels: readonly string[]): string | null =>
  Labels.safeParse(labels).error?.issues[0]?.message ?? null

/** Labels to choose from, in the language of the interface. */
export const sampleLabels = (): string[] => [
  t('Draft'),
  t('Research'),
  t('Meeting notes'),
  t('Recipe'),
  t('Travel'),
  t('Reading list'),
  t('Garden'),
  t('Budget'),
  t('Ideas'),
  t('Handbook'),
  t('Letters'),
  t('Minutes'),
]
