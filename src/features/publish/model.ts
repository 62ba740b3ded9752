import { isTemplateSlug } from '@/features/templates/slugs'
import { t } from '@/shared/i18n'
import { RESERVED_SEGMENTS } from '@/shared/ids'

/** How a page is shown to everybody, as its owner sees it. */
export interface PublishSettings {
  isPublished: boolean
  /** The page's name in its public address; null: its id stands there. */
  slug: string | null
  hasPassword: boolean
  /** ISO 8601; null: it does not end. */
  expiresAt: string | null
  /** Search engines, feeds and lists leave it out. */
  noindex: boolean
  /** The pages inside it are shown with it. */
  subPages: boolean
  /** When it was published last; null: never. */
  publishedAt: string | null
  /** The page above, that shows this one because it is published with its sub-pages. Its title is told to those who see it. */
  shownBy: { title: string | null } | null
}

export const PASSWORD = { min: 8, max: 200 } as const
export const SLUG = { min: 3, max: 60 } as const

export const PUBLISH_WORDS = {
  get slugShape() {
    return t('An address has {min} to {max} letters a–z, digits and single hyphens.', SLUG)
  },
  get slugReserved() {
    return t('This address is kept for Sheaf itself. Choose another one.')
  },
  get slugTaken() {
    return t('This address is taken. Choose another one.')
  },
  get passwordShort() {
    return t('A password has at least {min} characters.', { min: PASSWORD.min })
  },
  get expiryPast() {
    return t('Choose a time that is still to come.')
  },
  get expiryIncomplete() {
    return t('Choose a date and a time, or clear both.')
  },
  get templates() {
    return t('Template pages are always public.')
  },
  get trashed() {
    return t('This page is in the trash. Restore it to publish it.')
  },
} as const

/** What an id of ours looks like: a name of that shape could be taken for somebody else's page. */
const LIKE_AN_ID = /^[0-9a-hjkmnp-tv-z]{20}$/

/** Why this cannot be a page's name in its public address; null: it can. */
export function slugProblem(slug: string): string | null {
  if (slug.length < SLUG.min || slug.length > SLUG.max) return PUBLISH_WORDS.slugShape
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) return PUBLISH_WORDS.slugShape
  if (RESERVED_SEGMENTS.includes(slug) || isTemplateSlug(slug) || LIKE_AN_ID.test(slug))
    return PUBLISH_WORDS.slugReserved
  return null
}

/** What a title suggests as its page's name in the address; empty when it has no letters that can stand there. */
export const slugFrom = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG.max)
    .replace(/^-+|-+$/g, '')

/** The path of a published page. */
export const publicPath = (id: string, slug: string | null = null): string => `/preview/${slug ?? id}`

/** A person as everybody may see them: no address. */
export interface PublicProfile {
  id: string
  name: string
  username: string | null
  avatarUrl: string | null
  /** Their published pages, the newest first; those with a password or hidden from lists are not among them. */
  pages: ProfilePage[]
  /**
   * Why there is more than that: something needs a password, or (told to themselves only) is hidden from lists. Said to
   * those who share a pod with them, and no more than that it is so.
   */
  unlisted: 'password' | 'hidden' | null
  /** Ask with it for what is older; null: that was all. */
  nextCursor: string | null
}

export interface ProfilePage {
  id: string
  path: string
  title: string
  icon: string | null
  summary: string
  publishedAt: string
}
