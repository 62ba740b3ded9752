/** The languages that the interface speaks besides English: each has a catalogue. */
export const TRANSLATED = ['de', 'fr', 'es', 'ja', 'zh-Hans', 'ar'] as const
export type TranslatedLanguage = (typeof TRANSLATED)[number]

/** The languages that the interface speaks. `en-XA` is the pseudo-language, which shows what is not translated. */
export type Language = 'en' | 'en-XA' | TranslatedLanguage

/** What is spoken where nothing else is chosen, and what the words in the source are written in. */
export const DEFAULT_LANGUAGE: Language = 'en'

/** The cookie that holds a browser's language, so that the interface and the server's answers agree. */
const COOKIE = 'language'

/** Which way a language is written: the `dir` of a document. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/**
 * What `Intl` is asked for: the language, and figures that stand beside those in pages and in values that nobody formats. The
 * pseudo-language counts as English does.
 */
export const localeOf = (language: Language): string =>
  language === 'ar' ? 'ar-u-nu-latn' : language === 'en-XA' ? 'en' : language

export const isTranslated = (name: string): name is TranslatedLanguage =>
  (TRANSLATED as readonly string[]).includes(name)

/** Is it the name of a language that the interface speaks? */
export const isLanguage = (name: string): name is Language =>
  name === DEFAULT_LANGUAGE || name === 'en-XA' || isTranslated(name)

/** A language that was stored; one that is spoken no more counts as none. */
export const knownLanguage = (stored: string | null): Language | null =>
  stored !== null && isLanguage(stored) ? stored : null

/** The language of ours that a tag such as `de-AT` asks for. Chinese in traditional characters is another language. */
export function languageOfTag(tag: string): Language | null {
  const [name = '', ...rest] = tag.toLowerCase().split('-')
  if (name === 'zh') return /^(hant|tw|hk|mo)$/.test(rest[0] ?? '') ? null : 'zh-Hans'
  return name === DEFAULT_LANGUAGE || isTranslated(name) ? name : null
}

/** The first language of ours among those that somebody reads, the best one first; the default where none is. */
export const languageOfTags = (tags: readonly string[]): Language =>
  tags.map(languageOfTag).find((language) => language !== null) ?? DEFAULT_LANGUAGE

/** The language that a `Cookie` header (or `document.cookie`) names, if it is one of ours. */
export function languageOfCookies(cookies: string | undefined): Language | null {
  const chosen = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(cookies ?? '')?.[1] ?? ''
  return isLanguage(chosen) ? chosen : null
}

/** Who has chosen none reads what their device says: `Accept-Language`, in the order in which browsers write it. */
export const languageOfRequest = (cookies: string | undefined, accepted: string | undefined): Language =>
  languageOfCookies(cookies) ??
  languageOfTags((accepted ?? '').split(',').map((part) => part.replace(/;.*/, '').trim()))

/** What a browser keeps so that it is asked for the language by name, for a year; `null` forgets it. */
export const languageCookie = (language: Language | null): string =>
  `${COOKIE}=${language ?? ''}; Path=/; SameSite=Lax; Max-Age=${language ? 31_536_000 : 0}`
