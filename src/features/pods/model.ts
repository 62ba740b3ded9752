/** What a person is in a pod (rulings 3): owners manage it, members edit its pages, guests see what is shared with them. */
export type PodRole = 'owner' | 'member' | 'guest'

/** A pod as the switcher shows it to one of its people. */
export interface Pod {
  id: string
  name: string
  /** The one that came with the account: never left, never shared as a whole. */
  isPersonal: boolean
  /** What the caller is in it. */
  role: 'owner' | 'member'
  people: number
  /** The page that lists the others; null until it is made. */
  indexDocumentId: string | null
}

/** Somebody in a pod. No addresses are told. */
export interface PodPerson {
  id: string
  name: string
  username: string | null
  avatarUrl: string | null
  role: PodRole
}

export const POD = {
  name: 80,
  /** Pods that a person may have made and not deleted. */
  most: 200,
  people: 500,
  /** Pages that the index lists; a larger list is no longer read, and each entry weighs about 250 bytes. */
  indexed: 3000,
  /** Characters of what a page is about, in its entry. */
  summary: 120,
} as const

export const POD_WORDS = {
  ownersOnly: 'Only an owner of the pod can do this.',
  personalStays: 'This pod came with your account, so it can not be left or deleted.',
  personalIsOwn: 'This pod is yours alone. Create another one to work with others.',
  lastOwner: 'You are the only owner of this pod. Make somebody else an owner first.',
  notEmpty: 'Nobody else is in this pod and it still holds pages. Delete the pod instead.',
  nobody: 'Nobody has this username.',
  already: 'This person is in the pod already.',
  notIn: 'This person is not in the pod.',
  tooMany: 'You have as many pods as a person can have.',
  full: 'This pod has as many people as a pod can have.',
} as const

/** What a pod index refresh says (product.md 8.14, 4.9). */
export const INDEX_WORDS = {
  none: 'Please select a pod first',
  busy: 'Generating pod index, please wait...',
  done: 'Pod index updated successfully',
  failed: 'Failed to update pod index',
  error: (message: string) => `Error: ${message}`,
} as const
