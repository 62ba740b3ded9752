import { t } from '@/shared/i18n'
/* What the GIF tab says (product.md 8.8). */

export const GIF_ERRORS = {
  get search() {
    return t('Failed to load GIFs. Please try again.')
  },
  get trending() {
    return t('Failed to load trending GIFs.')
  },
} as const

/** While GIPHY is left in peace. */
export const cooldownWords = (seconds: number): string => {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return t(
    'Rate limit exceeded. Please wait {minutes, plural, one {# minute} other {# minutes}} before trying again.',
    { minutes },
  )
}

export const waitWords = (seconds: number): string =>
  t('Too many requests to GIPHY. Trying once more in {seconds} seconds.', { seconds })

export const NO_GIFS = () => t('No GIFs found')
export const NO_GIPHY_KEY = () => t('GIPHY API key not configured')
export const HOW_TO_GIPHY = (isOperator: boolean) =>
  isOperator
    ? t('GIFs come from GIPHY. Set GIPHY_API_KEY where this Sheaf is started to turn them on.')
    : t('GIFs come from GIPHY, which is not set up on this server.')
