import { t } from '@/shared/i18n'
/** A person's role in a pod (rulings 3): owners manage it, members edit its pages, guests see only what is shared with them. */
export type PodRole = 'owner' | 'member' | 'guest'

/** The roles, the one that may most first. */
export const POD_ROLES = ['owner', 'member', 'guest'] as const satisfies readonly PodRole[]

/** A pod as the switcher shows it to one of its people. */
export interface Pod {
  id: string
  name: string
  /** An emoji or the name of an icon, as pages have them. */
  icon: string | null
  /** The one that came with the account: never left, never shared as a whole. */
  isPersonal: boolean
  /** What the caller is in it. */
  role: 'owner' | 'member'
  people: number
  /** The page that lists the others; null until it is made. */
  indexDocumentId: string | null
}

/** A pod in which the person is a guest: its name, and nothing of what it holds. */
export interface GuestPod {
  id: string
  name: string
  icon: string | null
  role: 'guest'
}

/** Somebody in a pod. No addresses are told. */
export interface PodPerson {
  id: string
  name: string
  username: string | null
  avatarUrl: string | null
  role: PodRole
}

/** An invitation as the person sees who is invited. Of the pod it tells the name alone. */
export interface PodInvitation {
  id: string
  podName: string
  invitedBy: { name: string; username: string | null }
  role: PodRole
  createdAt: string
  expiresAt: string
}

/** The same as the pod's owners see it. Of the person it tells the username or the address alone, by which they were invited. */
export interface SentInvitation {
  id: string
  /** Null for one that went to an address. */
  username: string | null
  /** The address to which it went; null for one to a username. */
  email: string | null
  role: PodRole
  createdAt: string
  expiresAt: string
}

/** Stands before the token in the address of a letter that invites to a pod (`/invite/{…}`). */
export const POD_LETTER = 'pod~'

export const POD = {
  name: 80,
  /** Pods that a person may have made and not deleted. */
  most: 200,
  people: 500,
  /** How long an invitation can be accepted. */
  invitationDays: 30,
  /** How many people one person can invite in an hour. */
  invitedAnHour: 60,
  /** How many addresses one person can invite in a day. */
  lettersADay: 50,
  /** How many invitations may wait for one person. */
  waiting: 20,
  /** Who has declined so often within the time of an invitation is not asked again until it is over. */
  declined: 3,
  /** Pages that the index lists; a larger list is no longer read, and each entry weighs about 250 bytes. */
  indexed: 3000,
  /** Characters of what a page is about, in its entry. */
  summary: 120,
} as const

export const POD_WORDS = {
  get ownersOnly() {
    return t('Only an owner of the pod can do this.')
  },
  get personalStays() {
    return t('This pod came with your account, so it cannot be left or deleted.')
  },
  get personalIsOwn() {
    return t('This pod is yours alone. Create another one to work with others.')
  },
  get lastOwner() {
    return t('You are the only owner of this pod. Make somebody else an owner first.')
  },
  get notEmpty() {
    return t('Nobody else is in this pod and it still holds pages. Delete the pod instead.')
  },
  get nobody() {
    return t('No user with that name.')
  },
  get already() {
    return t('This person is in the pod already.')
  },
  get invited() {
    return t('This person is invited already. They join when they accept.')
  },
  get declined() {
    return t('This person has declined several times. They can be invited again in a month.')
  },
  get waiting() {
    return t('Too many invitations are waiting for this person. Ask them to answer some first.')
  },
  get invitationGone() {
    return t('This invitation was withdrawn, answered or has expired.')
  },
  get notIn() {
    return t('This person is not in the pod.')
  },
  get tooMany() {
    return t('You have as many pods as a person can have.')
  },
  get full() {
    return t('This pod has as many people as a pod can have.')
  },
} as const

/** To somebody who invites their own address. */
export const IN_IT_YOURSELF = () => t('You are in this pod already.')

/** To somebody who opens a letter that went to somebody else. */
export const OTHER_ADDRESS = () =>
  t('This invitation is for another address. Sign in with the address that it was sent to.')

/** What a pod index refresh says (product.md 8.14, 4.9). */
export const INDEX_WORDS = {
  get none() {
    return t('Please select a pod first')
  },
  get busy() {
    return t('Generating pod index, please wait...')
  },
  get done() {
    return t('Pod index updated successfully')
  },
  get failed() {
    return t('Failed to update pod index')
  },
  error: (message: string) => t('Error: {message}', { message }),
} as const
