import { t } from './i18n'

/** The answer for a page that is not there and for one that somebody may not see: the same words (rulings 0). */
export const NOT_THERE = () => t('This page does not exist, or you have no access to it.')
