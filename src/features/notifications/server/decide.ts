import type { OutboxKind } from '@/server/outbox'
import type { NotificationType, PageChoice, Preferences } from '../model'
import { nextHour, outsideQuiet } from './quiet-hours'

/*
 * The one place that decides whether somebody is told of something, and when on which channel. Pure.
 */

/** What is told: its type to the outside, and the preference that turns it off. To add one, add a line here and its words (`server/words`). */
export const KINDS: Record<
  OutboxKind,
  {
    type: NotificationType
    preference: 'documentComments' | 'documentShared' | 'friendRequests' | 'mentions'
    /** It is something that is said on a page, so the page can be muted. */
    isTalk: boolean
    /** It is about a page that its person must be able to see. */
    needsPage: boolean
  }
> = {
  DOCUMENT_COMMENTED: {
    type: 'DOCUMENT_COMMENTED',
    preference: 'documentComments',
    isTalk: true,
    needsPage: true,
  },
  MENTION: { type: 'MENTION', preference: 'mentions', isTalk: true, needsPage: true },
  // Somebody who is only invited does not see the page yet, and somebody who is refused never will.
  DOCUMENT_SHARED: { type: 'DOCUMENT_SHARED', preference: 'documentShared', isTalk: false, needsPage: false },
  ACCESS_REQUESTED: { type: 'DOCUMENT_SHARED', preference: 'documentShared', isTalk: false, needsPage: true },
  ACCESS_ANSWERED: { type: 'DOCUMENT_SHARED', preference: 'documentShared', isTalk: false, needsPage: false },
  FRIEND_REQUEST: { type: 'FRIEND_REQUEST', preference: 'friendRequests', isTalk: false, needsPage: false },
  FRIEND_ACCEPTED: { type: 'FRIEND_ACCEPTED', preference: 'friendRequests', isTalk: false, needsPage: false },
}

/** What is told at once still waits a moment: nobody gets a letter about what they are just reading, and a volley is one letter. */
const GRACE_MS = 10_000
/** When the daily digest is sent, in the person's zone. */
const DAILY_HOUR = 8

export interface Question {
  kind: OutboxKind
  preferences: Preferences & { timeZone: string }
  pageChoice: PageChoice
  /** They may see the page that it is about. */
  seesPage: boolean
  /** They have blocked who did it. */
  isBlocked: boolean
  hasDevices: boolean
  now: Date
}

export interface Decision {
  /** When it is mailed and pushed; null: not at all. */
  mailAt: Date | null
  pushAt: Date | null
}

/** Does the person want to hear of it, by what they have chosen? */
export function isWanted({
  kind,
  preferences,
  pageChoice,
}: Pick<Question, 'kind' | 'preferences' | 'pageChoice'>): boolean {
  const { preference, isTalk } = KINDS[kind]
  const isMuted = pageChoice === 'none' || (pageChoice === 'mentions' && kind !== 'MENTION')
  return preferences[preference] && !(isTalk && isMuted)
}

/** Null: it is not told. */
export function decide(question: Question): Decision | null {
  const { kind, preferences, seesPage, isBlocked, hasDevices, now } = question
  if (!isWanted(question) || isBlocked || (KINDS[kind].needsPage && !seesPage)) return null
  return {
    mailAt: preferences.emailEnabled ? mailTime(preferences, now) : null,
    pushAt: preferences.pushEnabled && hasDevices ? outsideQuiet(now, preferences) : null,
  }
}

/** When a letter about something of now is due. */
function mailTime(preferences: Question['preferences'], now: Date): Date {
  const { frequency, timeZone } = preferences
  const wanted = {
    immediate: () => new Date(now.getTime() + GRACE_MS),
    hourly: () => new Date(Math.ceil((now.getTime() + 1) / 3_600_000) * 3_600_000),
    daily: () => nextHour(now, DAILY_HOUR, timeZone),
  }[frequency]()
  return outsideQuiet(wanted, preferences)
}
