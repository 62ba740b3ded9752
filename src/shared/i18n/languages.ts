/** The languages that the interface speaks. `en-XA` is the pseudo-language, which shows what is not translated. */
export type Language = 'en' | 'en-XA'

/** What is spoken where nothing else is chosen, and what the words in the source are written in. */
export const DEFAULT_LANGUAGE: Language = 'en'

const DIRECTIONS: Record<Language, 'ltr' | 'rtl'> = { en: 'ltr', 'en-XA': 'ltr' }

/** The cookie that holds a browser's language, so that the interface and the server's answers agree. */
const COOKIE = 'language'

/** Which way a language is written: the `dir` of a document. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => DIRECTIONS[language]

/** The language that a `Cookie` header (or `document.cookie`) names, if it is one of ours, else the default. */
export function languageOfCookies(cookies: string | undefined): Language {
  const chosen = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(cookies ?? '')?.[1]
  return chosen && Object.hasOwn(DIRECTIONS, chosen) ? (chosen as Language) : DEFAULT_LANGUAGE
}
