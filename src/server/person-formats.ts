import type { Db } from '@/server/db/db'
import { createFormats, type FormatChoice, type Formats, LIKE_DEVICE, readChoice } from '@/shared/formats'
import { language } from '@/shared/i18n'
import { DEFAULT_LANGUAGE, knownLanguage, localeOf } from '@/shared/i18n/languages'

/** How dates are written for a person, in a form that a worker can be given. */
export interface PersonFormats {
  choice: FormatChoice
  locale: string
}

/** Of nobody, or of somebody who has chosen nothing. */
export const ENGLISH_FORMATS: PersonFormats = { choice: LIKE_DEVICE, locale: 'en-US' }

/** How a person has chosen to read dates; in the language that is spoken now where they have chosen none. */
export async function formatsOfPerson(db: Db, userId: string): Promise<PersonFormats> {
  const person = await db
    .selectFrom('user')
    .select(['language', 'timeZone', 'dateFormat', 'hourFormat', 'weekStart'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return {
    choice: person ? readChoice(person) : LIKE_DEVICE,
    locale: localeIn(knownLanguage(person?.language ?? null) ?? language()),
  }
}

/** Files and letters in English are in that of the United States, as the interface is. */
const localeIn = (of: ReturnType<typeof language>): string =>
  of === DEFAULT_LANGUAGE || of === 'en-XA' ? 'en-US' : localeOf(of)

export const formatsFrom = ({ choice, locale }: PersonFormats): Formats => createFormats(choice, locale)
