import { setCurrentLanguage } from '@/shared/i18n'
import {
  DEFAULT_LANGUAGE,
  directionOf,
  type Language,
  languageOfCookies,
  languageOfTag,
  languageOfTags,
  localeOf,
} from '@/shared/i18n/languages'

/** What this browser was told to speak; `null`: what the device prefers. */
export const chosenLanguage = (): Language | null => languageOfCookies(document.cookie)

/**
 * Makes the interface speak the language of this browser (a cookie, which the server reads too) before anything is shown. English
 * is in the code; a language that is not comes as a file of its own.
 */
export const startLanguage = (): Promise<void> =>
  speak(chosenLanguage() ?? languageOfTags(navigator.languages))

async function speak(language: Language): Promise<void> {
  if (language !== DEFAULT_LANGUAGE) await (await import('./load-language')).load(language)
  // Somebody who reads English in Britain writes dates as they do there.
  const own = navigator.languages.find((tag) => languageOfTag(tag) === language)
  const written = own && /^[a-z]+(-[a-z0-9]+)*$/i.test(own) && language !== 'ar' ? own : localeOf(language)
  setCurrentLanguage(
    () => language,
    () => written,
  )
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}
