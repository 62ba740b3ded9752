import { addLanguage } from '.'
import { compileMessage } from './compile-message'
import type { TranslatedLanguage } from './languages'

/** What a catalogue holds: for English messages the message of another language, in the same ICU form. */
type Catalogue = Readonly<Record<string, string>>

/** Each is a file of its own, in the browser and on the server, and is loaded when somebody reads that language. */
const CATALOGUES: Record<TranslatedLanguage, () => Promise<{ default: Catalogue }>> = {
  de: () => import('./catalogues/de.json'),
  fr: () => import('./catalogues/fr.json'),
  es: () => import('./catalogues/es.json'),
  ja: () => import('./catalogues/ja.json'),
  'zh-Hans': () => import('./catalogues/zh-Hans.json'),
  ar: () => import('./catalogues/ar.json'),
}

const loading = new Map<TranslatedLanguage, Promise<void>>()

/** Loads a language, once; what its catalogue does not have is said in English. It rejects where the file can't be had. */
export function loadLanguage(language: TranslatedLanguage): Promise<void> {
  const known = loading.get(language)
  if (known) return known
  const load = CATALOGUES[language]().then(({ default: catalogue }) => addCatalogue(language, catalogue))
  loading.set(language, load)
  // What failed is tried again the next time.
  load.catch(() => loading.delete(language))
  return load
}

/** Messages are compiled when they are first said: the check of the words sees to it that the browser's reader can. */
export const addCatalogue = (language: TranslatedLanguage, catalogue: Catalogue): void => {
  addLanguage(language, (message) =>
    compileMessage((Object.hasOwn(catalogue, message) && catalogue[message]) || message),
  )
}
