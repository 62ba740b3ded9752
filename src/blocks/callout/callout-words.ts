import { t } from '@/shared/i18n'
import type { CalloutVariant } from './callout'

/** What people call the variants. */
export const VARIANT_LABELS: Readonly<Record<CalloutVariant, string>> = {
  get note() {
    return t('Note')
  },
  get tip() {
    return t('Tip')
  },
  get important() {
    return t('Important')
  },
  get warning() {
    return t('Warning')
  },
  get caution() {
    return t('Caution')
  },
}
