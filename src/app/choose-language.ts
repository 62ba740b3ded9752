import { type Language, languageCookie } from '@/shared/i18n/languages'
import { chosenLanguage } from './language'

/**
 * Speaks a language from now on; `null` is the one that the device prefers. Many words are put into lists once, so the application is
 * loaded again for it: where somebody has half-written something that is kept nowhere, that is `later`, when they do so themselves.
 */
export function chooseLanguage(language: Language | null): 'now' | 'later' {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it too, and not every browser has a cookie store
  document.cookie = languageCookie(language)
  // A browser that keeps no cookies would be loaded again and again.
  if (chosenLanguage() !== language || isSomethingHalfWritten()) return 'later'
  location.reload()
  return 'now'
}

/** Text in a field that is sent by a button. Pages, their titles and summaries are kept as they are typed. */
function isSomethingHalfWritten(): boolean {
  const fields = document.querySelectorAll<HTMLElement>(
    'textarea:not([data-large]), [contenteditable="true"]:not(.page-body)',
  )
  const textOf = (field: HTMLElement) =>
    field instanceof HTMLTextAreaElement ? field.value : (field.textContent ?? '')
  return [...fields].some((field) => !field.closest('.page-body') && textOf(field).trim() !== '')
}
