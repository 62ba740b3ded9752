/*
 * How people are told that something concerns them (product.md 3.10, 3.14). Pure, for server and browser.
 */

export const NOTIFICATION_TYPES = [
  'DOCUMENT_COMMENTED',
  'DOCUMENT_SHARED',
  'FRIEND_ACCEPTED',
  'FRIEND_REQUEST',
  'MENTION',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** A notification as its person reads it. */
export interface Notification {
  id: string
  type: NotificationType
  /** What happened, as one sentence. */
  title: string
  /** What was said, or the title of the page; empty when there is no more to say, or it is not theirs to read any more. */
  message: string
  isRead: boolean
  /** ISO 8601. */
  createdAt: string
  resourceType: 'document' | 'user'
  /** The page or person that it is about; null when that is gone. */
  resourceId: string | null
  /** Where a click leads: `/{resourceId}`, for some with the block. */
  path: string | null
  /** Null when the account is gone. */
  sender: { id: string; name: string; username: string | null; avatarUrl: string | null } | null
}

/** What a browser is told by push; its worker (`public/push-worker.js`) shows it. */
export interface PushMessage {
  /** A later one with the same takes its place. */
  tag: string
  title: string
  body: string
  /** A path of ours, where a click leads. */
  path: string
}

/** A browser of the person that shows pushes. */
export interface PushDevice {
  id: string
  name: string
  createdAt: string
  /** Is it the one that asks? */
  isThis: boolean
}

export const FREQUENCIES = ['immediate', 'hourly', 'daily'] as const

/** `00:00` to `23:00` (product.md 9.7). */
export const QUIET_TIMES: readonly string[] = Array.from(
  { length: 24 },
  (_, hour) => `${String(hour).padStart(2, '0')}:00`,
)

/** product.md 3.14. The server keeps and obeys them (rulings 7). */
export interface Preferences {
  documentComments: boolean
  documentShared: boolean
  friendRequests: boolean
  mentions: boolean
  systemUpdates: boolean
  emailEnabled: boolean
  frequency: (typeof FREQUENCIES)[number]
  pushEnabled: boolean
  soundEnabled: boolean
  quietHours: boolean
  quietStart: string
  quietEnd: string
}

export const DEFAULT_PREFERENCES: Preferences = {
  documentComments: true,
  documentShared: true,
  friendRequests: true,
  mentions: true,
  systemUpdates: true,
  emailEnabled: true,
  frequency: 'immediate',
  pushEnabled: false,
  soundEnabled: false,
  quietHours: false,
  quietStart: '22:00',
  quietEnd: '07:00',
}

/** How much a person wants to hear of one page: everything, what names them, or nothing of what is said there. */
export type PageChoice = 'all' | 'mentions' | 'none'

/** At most this many are given at once (product.md 9.7). */
export const LISTED = 50
