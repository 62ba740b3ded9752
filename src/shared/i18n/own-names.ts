import type { Language } from './languages'

/** What languages call themselves. Asking `Intl` for it takes some 10 ms each, on the first screen that a visitor sees. */
export const OWN_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  'en-XA': 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
  'zh-Hans': '简体中文',
  ar: 'العربية',
}
