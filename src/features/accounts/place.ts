import { locale, t } from '@/shared/i18n'

/** The place of an address in words, in the language that is spoken: "Germany"; null where it is not known. */
export function placeName(place: string | null): string | null {
  if (place === null) return null
  if (place === 'local') return t('Local network')
  return new Intl.DisplayNames(locale(), { type: 'region', fallback: 'none' }).of(place) ?? null
}
