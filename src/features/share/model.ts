import type { Block } from '@/blocks'
import type { SubPage } from '@/blocks/kit/block-program'
import type { PageStatus } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import type { Level, Privacy } from '@/shared/permissions'

/** What the interface calls somebody with a level (rulings 3, Sharing). */
export function roleName(level: Level): string {
  switch (level) {
    case 'view':
      return t('Viewer')
    case 'comment':
      return t('Commenter')
    case 'suggest':
      return t('Suggester')
    case 'edit':
      return t('Editor')
    case 'manage':
      return t('Owner')
  }
}

/** What a link can give: never to own the page. */
export type LinkLevel = Exclude<Level, 'manage'>

/** Somebody who has a page besides what the pod gives. No addresses are told (R23). */
export interface SharedPerson {
  id: string
  name: string
  username: string | null
  avatarUrl: string | null
  level: Level
  /** The grant is this page's own; else it comes from a page above. */
  isOwn: boolean
  /** The page above that it comes from; null when it is this one, or one that the caller does not see. */
  from: { id: string; title: string } | null
}

export interface ShareLink {
  /** The whole address; null when this server cannot make it any more: then a new link is needed. */
  url: string | null
  level: LinkLevel
  /** ISO 8601; null: no end. */
  endsAt: string | null
  isOver: boolean
}

/** An invitation that waits for an answer, as the page's owners see it. */
export interface SentInvite {
  id: string
  /** The address or the username to which it went. */
  to: string
  level: Level
  createdAt: string
  expiresAt: string
}

/** A page as somebody who is not signed in reads it by a secret link: settled, without whom and what everybody may not see. */
export interface PageByLink {
  id: string
  /** What the link gives to somebody who signs in. */
  level: LinkLevel
  title: string
  icon: string | null
  status: PageStatus
  tags: string[]
  coverImage: string | null
  coverFit: string
  backgroundGradient: string | null
  textStyle: string
  smallText: boolean
  fullWidth: boolean
  toc: boolean
  aiSummary: string | null
  updatedAt: string
  blocks: Block[]
  /** The pages above it that the link opens too, the topmost first. */
  above: { id: string; title: string; icon: string | null }[]
  subPages: SubPage[]
}

/** Somebody asks to be let in. */
export interface AccessRequest {
  id: string
  documentId: string
  title: string
  person: { name: string; username: string | null }
  level: Level
  message: string
  createdAt: string
}

/** Who has a page, as its owners see it; of the rest, everybody else sees only the first four. */
export interface PageSharing {
  id: string
  level: Level
  privacy: Privacy
  isRestricted: boolean
  /** A page above it is restricted, so the pod's people have no part in this one either. */
  isClosedAbove: boolean
  /** The pod whose people have it; null for people from outside, who are not told. */
  pod: { name: string; people: number; isPersonal: boolean } | null
  people: SharedPerson[]
  link: ShareLink | null
  /** A link of a page above opens this one too. */
  hasLinkAbove: boolean
  invites: SentInvite[]
  requests: AccessRequest[]
  /** Its viewers learn nothing of what is suggested and said of it. */
  hidesReview: boolean
}

/** An invitation as the invited person sees it: of the page nothing but who asks. */
export interface PageInvite {
  id: string
  invitedBy: { name: string; username: string | null }
  level: Level
  createdAt: string
  expiresAt: string
}

export const SHARE = {
  /** How many people one person can invite to pages in a day. */
  invitesADay: 50,
  inviteDays: 14,
  /** How often a page can be asked for by one person in a day. */
  requestsADay: 1,
  /** And how many pages, in an hour. */
  requestsAnHour: 20,
  /** People, invitations and open requests of one page. */
  people: 200,
  message: 500,
  /** People that a preview names. */
  named: 8,
  changesAMinute: 120,
} as const

export const SHARE_WORDS = {
  get nobody() {
    return t('No user with that name.')
  },
  get yourself() {
    return t('You have this page already: you cannot share it with yourself.')
  },
  get ownRole() {
    return t('You cannot change your own role. Ask another owner, or leave the page.')
  },
  get notOn() {
    return t('This person is not on the page.')
  },
  get inviteFirst() {
    return t('This person is not in the pod. Invite them to the page.')
  },
  get already() {
    return t('This person has the page already. Change their role in the list.')
  },
  get inherited() {
    return t('This person has the page through a page above it. Change it there, or restrict this page.')
  },
  get lastOwner() {
    return t('A restricted page needs an owner. Make somebody else its owner first.')
  },
  get full() {
    return t('A page has at most {count} people and invitations.', { count: SHARE.people })
  },
  get inviteGone() {
    return t('This invitation was taken back, or was never there. Ask the person who sent it for a new one.')
  },
  get inviteUsed() {
    return t('This invitation was used already.')
  },
  get inviteOver() {
    return t('This invitation has expired. Ask the person who sent it for a new one.')
  },
  get inviteOther() {
    return t('This invitation is for another address. Sign in with the address that it was sent to.')
  },
  get linkGone() {
    return t('This link does not open a page any more. Ask the person who gave it to you for a new one.')
  },
  get linkEndPast() {
    return t('The end of a link lies in the future.')
  },
  get noLink() {
    return t('This page has no link.')
  },
  get requestGone() {
    return t('This request was answered already.')
  },
} as const
