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
