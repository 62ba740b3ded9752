import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'

/** What is said of an address that cannot be a cover (product.md 5.4, 5.8, 8.6). */
export const LINK_ERRORS = {
  get invalid() {
    return t('Invalid URL')
  },
  get wrongType() {
    return t('URL must point to a valid image or video file')
  },
  get unreachable() {
    return t('Unable to access this URL')
  },
  get failed() {
    return t('Failed to validate URL')
  },
} as const

/** What a file is told that is no cover (product.md 9.5). */
export const COVER_TOO_LARGE = () =>
  t('A cover has at most {coverFile} MB. Choose a smaller file.', { coverFile: LIMITS.coverFile / 1024 ** 2 })
export const NO_COVER_FILE = () => t('A cover is a picture, a video or a sound.')
