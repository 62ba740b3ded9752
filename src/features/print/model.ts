import { t } from '@/shared/i18n'

/** Percent (product.md 9.5). */
export const SCALE = { least: 10, most: 200, usual: 100 } as const
export const SCALE_RULE = () =>
  t('Scale percent must be a number between {least} and {most}', { least: SCALE.least, most: SCALE.most })

/** Blocks of a page that can be drawn as one picture by their ids. */
export const MOST_CHOSEN = 500

/** What the downloaded file is called: a name that starts with `export` (product.md 7.35). */
export const exportName = (title: string): string => `export ${title}`
