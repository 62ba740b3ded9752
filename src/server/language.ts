import { AsyncLocalStorage } from 'node:async_hooks'
import { setCurrentLanguage } from '@/shared/i18n'
import { loadLanguage } from '@/shared/i18n/catalogues'
import { DEFAULT_LANGUAGE, isTranslated, type Language } from '@/shared/i18n/languages'
import { addPseudoLanguage } from '@/shared/i18n/pseudo'

const languages = new AsyncLocalStorage<Language>()

/**
 * Makes the server answer everybody in a language of their own. Called once, at the start of the server and of each of its workers.
 * What is done for nobody, or for everybody (a published page), is said in the default language.
 */
export function speakLanguages(): void {
  addPseudoLanguage()
  setCurrentLanguage(() => languages.getStore() ?? DEFAULT_LANGUAGE)
}

/** Does something for a person who reads this language: all that `t` says meanwhile, it says in it. */
export async function inLanguage<Result>(language: Language, act: () => Result): Promise<Awaited<Result>> {
  if (isTranslated(language)) await loadLanguage(language)
  return await languages.run(language, act)
}
