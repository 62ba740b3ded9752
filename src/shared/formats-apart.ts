import { locale as currentLocale } from './i18n'

/* What few screens write, apart from `formats.ts`, which is in every first load. */

/** A day of the calendar that is shown, given as midnight on this device, in words of the language that is spoken. */
export const writeDay = (day: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(currentLocale(), options).format(day)

/** What languages are called in the one that is spoken, or in another; a code that the system does not know stands for itself. */
export function languageNames(of = currentLocale()): (code: string) => string {
  const names = new Intl.DisplayNames(of, { type: 'language' })
  return (code) => names.of(code) ?? code
}

/** What a country is called (`DE`), in the language that is spoken; `null` for what is none. */
export const countryName = (code: string): string | null =>
  new Intl.DisplayNames(currentLocale(), { type: 'region', fallback: 'none' }).of(code) ?? null

/** How far a zone is from Greenwich: "GMT+9"; `null` where the system does not say. */
export const offsetOf = (timeZone: string, now: Date): string | null =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value ?? null

/** The zone of this device. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
