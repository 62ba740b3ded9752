import { loadLanguage } from '@/shared/i18n/catalogues'
import { isTranslated, type Language } from '@/shared/i18n/languages'
import { addPseudoLanguage } from '@/shared/i18n/pseudo'

/** Makes a language ready to be spoken; one whose file can't be loaded is said in English. */
export async function load(language: Language): Promise<void> {
  if (language === 'en-XA') addPseudoLanguage()
  else if (isTranslated(language)) await loadLanguage(language).catch(() => null)
}
