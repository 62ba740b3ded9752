import { setCurrentLanguage } from '@/shared/i18n'
import { DEFAULT_LANGUAGE, directionOf, languageOfCookies } from '@/shared/i18n/languages'

/**
 * Makes the interface speak the language of this browser (a cookie, which the server reads too) before anything is shown. English
 * is in the code; a language that is not comes as a file of its own.
 */
export async function startLanguage(): Promise<void> {
  const language = languageOfCookies(document.cookie)
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  if (language === DEFAULT_LANGUAGE) return
  const { addPseudoLanguage } = await import('@/shared/i18n/pseudo')
  addPseudoLanguage()
  setCurrentLanguage(() => language)
}
