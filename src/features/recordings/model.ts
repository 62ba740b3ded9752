import { t } from '@/shared/i18n'

/** What can be recorded. */
export const RECORDING_TYPES = ['screen', 'audio', 'camera', 'screenshot'] as const
export type RecordingType = (typeof RECORDING_TYPES)[number]

/** What the library can be narrowed to, and ordered by (product.md 2.39). */
export const FILTERS = ['all', ...RECORDING_TYPES] as const
export type RecordingFilter = (typeof FILTERS)[number]
export const SORTS = ['date', 'title', 'duration', 'size'] as const
export type RecordingSort = (typeof SORTS)[number]

/** Something that a person has recorded (product.md 3.17). */
export interface Recording {
  id: string
  createdAt: string
  /** Seconds; 0 for a screenshot. */
  duration: number
  /** Bytes. */
  size: number
  /** A small picture as a `data:` address; null for sound. */
  thumbnail: string | null
  title: string
  type: RecordingType
  /** Of the file: the person sees it, and everybody who sees a page that it stands on. */
  url: string
  metadata: {
    /** Such as `1280x720`; null for sound. */
    resolution: string | null
  }
}

/** An answer of `recording.recordings`. */
export interface RecordingList {
  recordings: Recording[]
  nextCursor: number | null
  /** How many the person has at all, whatever is searched. */
  total: number
}

export const RECORDINGS = {
  /** How many a person can have. */
  most: 1_000,
  /** Answered at a time. */
  pageSize: 24,
  title: 150,
  /** Characters of a thumbnail's address. */
  thumbnail: 48_000,
  /** Seconds: a day. */
  duration: 86_400,
} as const

export const RECORDING_WORDS = {
  notThere: () => t('This recording does not exist any more.'),
  titleEmpty: () => t('Please enter a title'),
  full: () => t('You have as many recordings as a person can have. Delete some first.'),
  noFile: () => t('The file of this recording did not arrive. Please send it again.'),
  otherType: () => t('This file is no recording of that kind.'),
}
