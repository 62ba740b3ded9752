import type { Block } from '@/blocks/kit/block'
import { t } from '@/shared/i18n'

/** Why a version was saved (rulings 4). */
export type VersionReason = 'manual' | 'automatic' | 'before-restore' | 'before-import' | 'before-rewrite'

/** A page as it once read, without its content (product.md 3.5). */
export interface PageVersion {
  id: string
  documentId: string
  /** What the page was called. */
  title: string
  /** ISO 8601. */
  createdAt: string
  /** The name of the last editor; null when that account is gone. */
  username: string | null
  /** Everybody whose work it is, the last editor first. */
  authors: { id: string; name: string; avatarUrl: string | null }[]
  /** What a person called it. */
  name: string | null
  reason: VersionReason
  /** The restore before which it was saved can be undone. */
  canUndo: boolean
}

/** With what it says. */
export interface VersionWithContent extends PageVersion {
  contentRich: Block[]
}

/** Some of a page's versions, the newest first. */
export interface VersionList {
  versions: PageVersion[]
  /** Ask with it for older ones; null: that was all. */
  nextCursor: string | null
}

export const VERSIONS = {
  /** As many are given at once. */
  pageSize: 100,
  /** Minutes without a change after which a page is saved as a version. */
  idleMinutes: 10,
  nameLength: 100,
} as const

export const VERSION_WORDS = {
  get notThere() {
    return t('This version is not there any more.')
  },
  get blockNotThere() {
    return t('This version does not hold that block.')
  },
  get beingRewritten() {
    return t('Others are changing this page right now. Please try again in a moment.')
  },
  get nothingToUndo() {
    return t('This restore was undone already, or can no longer be undone.')
  },
  /** product.md 8.8 */
  get empty() {
    return t('This page does not have any snapshots yet.')
  },
} as const
