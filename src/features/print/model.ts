import { t } from '@/shared/i18n'
/** The sizes of paper (product.md 9.5), smallest first within each family. Millimetres. */
export const PAPERS = [
  {
    id: 'a4',
    get label() {
      return t('A4')
    },
    width: 210,
    height: 297,
  },
  {
    id: 'a3',
    get label() {
      return t('A3')
    },
    width: 297,
    height: 420,
  },
  {
    id: 'letter',
    get label() {
      return t('Letter')
    },
    width: 215.9,
    height: 279.4,
  },
  {
    id: 'legal',
    get label() {
      return t('Legal')
    },
    width: 215.9,
    height: 355.6,
  },
  {
    id: 'tabloid',
    get label() {
      return t('Tabloid')
    },
    width: 279.4,
    height: 431.8,
  },
] as const

/** Percent (product.md 9.5). */
export const SCALE = { least: 10, most: 200, usual: 100 } as const
export const SCALE_RULE = () =>
  t('Scale percent must be a number between {least} and {most}', { least: SCALE.least, most: SCALE.most })

/** Blocks of a page that can be drawn as one picture by their ids. */
export const MOST_CHOSEN = 500

/** What the downloaded file is called: a name that starts with `export` (product.md 7.35). */
export const exportName = (title: string): string => `export ${title}`
