import type { Db } from '@/server/db/db'
import { language } from '@/shared/i18n'
import { knownLanguage, type Language } from '@/shared/i18n/languages'

/**
 * What a letter to this address is written in: the language that its person has chosen, else the one that is spoken now, which is that of who
 * has it sent.
 */
export async function languageOfAddress(db: Db, email: string): Promise<Language> {
  const person = await db.selectFrom('user').select('language').where('email', '=', email).executeTakeFirst()
  return knownLanguage(person?.language ?? null) ?? language()
}
