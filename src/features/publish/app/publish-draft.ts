import { fieldTime, momentOfField } from '@/shared/formats-apart'
import { PASSWORD, PUBLISH_WORDS, type PublishSettings, slugProblem } from '../model'

/** How a page is to be shown, as it stands in the form and nowhere else yet. */
export interface Draft {
  slug: string
  /** A new password; empty: it stays as it is. */
  password: string
  /** The password is taken away. */
  removesPassword: boolean
  /** As a field for date and time has it: in the person's zone, to the minute. */
  expires: string
  noindex: boolean
  subPages: boolean
}

/** A field of the form that can be wrong. */
export type DraftField = 'slug' | 'password' | 'expires'

/** The changes to a publication, as the calls take them. */
export interface PublishChanges {
  slug?: string | null
  password?: string | null
  /** ISO 8601. */
  expiresAt?: string | null
  noindex?: boolean
  subPages?: boolean
}

const localTime = (iso: string | null, zone: string | null): string =>
  iso === null ? '' : fieldTime(new Date(iso), zone)

/** `zone`: the one that the person has chosen, as in {@link fieldTime}. */
export const draftOf = (settings: PublishSettings, zone: string | null): Draft => ({
  slug: settings.slug ?? '',
  password: '',
  removesPassword: false,
  expires: localTime(settings.expiresAt, zone),
  noindex: settings.noindex,
  subPages: settings.subPages,
})

export const changesOf = (draft: Draft, settings: PublishSettings, zone: string | null): PublishChanges => ({
  ...(draft.slug !== (settings.slug ?? '') && { slug: draft.slug || null }),
  ...(draft.password !== ''
    ? { password: draft.password }
    : draft.removesPassword && settings.hasPassword && { password: null }),
  ...(draft.expires !== localTime(settings.expiresAt, zone) && {
    expiresAt: draft.expires === '' ? null : momentOfField(draft.expires, zone).toISOString(),
  }),
  ...(draft.noindex !== settings.noindex && { noindex: draft.noindex }),
  ...(draft.subPages !== settings.subPages && { subPages: draft.subPages }),
})

export const isChanged = (draft: Draft, settings: PublishSettings, zone: string | null): boolean =>
  Object.keys(changesOf(draft, settings, zone)).length > 0

/** What can be told to be wrong while one writes; whether a name is free and a time to come, the server says. */
export function draftFaults(draft: Draft): Partial<Record<DraftField, string>> {
  const slug = draft.slug === '' ? null : slugProblem(draft.slug)
  return {
    ...(slug && { slug }),
    ...(draft.password !== '' &&
      draft.password.length < PASSWORD.min && { password: PUBLISH_WORDS.passwordShort }),
  }
}

const REFUSALS: readonly [DraftField, readonly string[]][] = [
  ['slug', [PUBLISH_WORDS.slugTaken, PUBLISH_WORDS.slugReserved, PUBLISH_WORDS.slugShape]],
  ['password', [PUBLISH_WORDS.passwordShort]],
  ['expires', [PUBLISH_WORDS.expiryPast]],
]

/** The field that a refusal of the server is about, by its words; null when it is about none. */
export const refusedField = (words: string): DraftField | null =>
  REFUSALS.find(([, sentences]) => sentences.some((sentence) => words.includes(sentence)))?.[0] ?? null
