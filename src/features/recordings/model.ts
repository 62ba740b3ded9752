import { t } from '@/shared/i18n'

/** What can be recorded. */
export const RECORDING_TYPES = ['screen', 'audio', 'camera', 'screenshot'] as const
/** What is made over some time; a screenshot is there at once. */
export const LIVE_TYPES = ['screen', 'audio', 'camera'] as const
export type LiveType = (typeof LIVE_TYPES)[number]
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

/** A recording that is on the server and not in the library: it is being made, was cut off, or waits for its end. */
export interface UnfinishedRecording {
  id: string
  type: LiveType
  title: string
  startedAt: string
  /** Seconds, as its browser has said last. */
  duration: number
  /** Bytes that have come. */
  size: number
  thumbnail: string | null
  /** It was stopped; else it was cut off, or is not over. */
  hasEnded: boolean
  /** Some browser was heard of that makes or sends it, a moment ago. */
  isLive: boolean
}

/** Milliseconds after which a browser that says no more of a recording is taken to be gone. It says something every third of that. */
export const SILENCE = 30_000

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
  /** How many of these may be on their way: not in the library yet. */
  live: 20,
  /** Answered at a time. */
  pageSize: 24,
  title: 150,
  /** Characters of a thumbnail's address. */
  thumbnail: 48_000,
  /** Seconds: a day. */
  duration: 86_400,
} as const

/** What a recording that was cut off is called. */
export const RECOVERED = () => t('Recovered recording')

export const RECORDING_WORDS = {
  notThere: () => t('This recording does not exist any more.'),
  titleEmpty: () => t('Please enter a title'),
  full: () => t('You have as many recordings as a person can have. Delete some first.'),
  manyLive: () =>
    t('You have as many unfinished recordings as a person can have. Save or discard some first.'),
  noFile: () => t('The file of this recording did not arrive. Please send it again.'),
  noRoom: () => t('The server has no room left for this recording. Please try again later.'),
  nothing: () => t('There is nothing in this recording.'),
  notWhole: () => t('A part of this recording has not arrived yet. Please send it again.'),
  otherType: () => t('This file is no recording of that kind.'),
}
