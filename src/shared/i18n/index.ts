import { type I18n, setupI18n } from '@lingui/core'
import { type CompiledMessage, compileMessage } from './compile-message'
import { DEFAULT_LANGUAGE, type Language, localeOf } from './languages'

/**
 * Every word that a person reads passes through `t`. The English message stands in the code and is its own key in the catalogues of
 * other languages (`docs/decisions/words.md`).
 */

/** Values for the placeholders of a message. */
export type MessageValues = Readonly<Record<string, string | number>>

const inLanguages = new Map<Language, I18n>()
let currentLanguage = (): Language => DEFAULT_LANGUAGE
let isEnglish = false
let currentLocale = (): string => localeOf(currentLanguage())

/**
 * A message in the current language. `message` is English in ICU form: `{name}` stands for a value,
 * `{count, plural, one {# page} other {# pages}}` for a number of things. Never called while a module loads, since the language is
 * not known then: what is listed there holds `() => t('…')`.
 */
export function t(message: string, values?: MessageValues): string {
  return messages()._(message, values)
}

/** Lingui's formatter of the current language, for `Trans` and for what formats messages of its own. */
export function messages(): I18n {
  const language = isEnglish ? DEFAULT_LANGUAGE : currentLanguage()
  return inLanguages.get(language) ?? addLanguage(language)
}

/** A heading that is compared as well as shown, such as the `group` of an action: it is kept in English and put into words here. */
export const headingOf = (english: string): string => t(english)

/** What `say` says in English: by that name a thing is found in every language (`/head`). It must not wait for anything. */
export function inEnglish<Result>(say: () => Result): Result {
  isEnglish = true
  try {
    return say()
  } finally {
    isEnglish = false
  }
}

/** What words are spoken in now. */
export const language = (): Language => currentLanguage()

/** A label in the middle of a sentence: small, but in German, where nouns stay as they are. */
export const inSentence = (label: string): string =>
  currentLanguage() === 'de' ? label : label.toLocaleLowerCase()

/** What `Intl` is asked for now: the language, in the way of the person's region where their device tells it. */
export const locale = (): string => currentLocale()

/** Says where the current language is found: the browser has one, the server one a request. A device may know of a region as well. */
export function setCurrentLanguage(
  find: () => Language,
  findLocale: () => string = () => localeOf(find()),
): void {
  currentLanguage = find
  currentLocale = findLocale
}

/** Adds a language; `compile` gives a message of ours in it, or in English where the language does not have it. */
export function addLanguage(
  language: Language,
  compile: (message: string) => CompiledMessage = compileMessage,
): I18n {
  const compiled = new Map<string, CompiledMessage>()
  const i18n = setupI18n({ locale: language, locales: localeOf(language), messages: { [language]: {} } })
  i18n.setMessagesCompiler((message) => {
    const known = compiled.get(message) ?? compile(message)
    compiled.set(message, known)
    return known
  })
  inLanguages.set(language, i18n)
  return i18n
}
