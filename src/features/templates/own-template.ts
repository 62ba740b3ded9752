import { t } from '@/shared/i18n'
/** A page of a pod that new pages are made from, as the gallery lists it. */
export interface OwnTemplate {
  id: string
  podId: string
  title: string
  icon: string | null
  /** How its text begins. */
  excerpt: string
  hasChildren: boolean
  updatedAt: string
  /** Who saved it; null when that person is gone. */
  savedBy: string | null
}

/** The answer for a page that is no template, as for one that is not there: the same words. */
export const NO_TEMPLATE = () => t('This template does not exist, or you have no access to it.')
