import { languageNames } from '@/shared/formats-apart'

/** Languages that services hear well, by ISO 639-1. */
const CODES = `ar cs da de el en es fi fr he hi hu id it ja ko nl no pl pt ro ru sk sv th tr uk vi zh`.split(
  ' ',
)

/** The languages that one can choose, by their names in the person's own. */
export function spokenLanguages(): { code: string; name: string }[] {
  const own = languageNames()
  return CODES.map((code) => ({ code, name: own(code) })).sort((a, b) => a.name.localeCompare(b.name))
}

/** The code of a language as a service calls it: by a code (`en-US`) or by its English name (`english`). Null: it is not known. */
export function languageCode(told: string | null): string | null {
  if (told === null) return null
  const wanted = told.trim().toLowerCase()
  const english = languageNames('en')
  return (
    CODES.find((code) => wanted === code || wanted.startsWith(`${code}-`)) ??
    CODES.find((code) => english(code).toLowerCase() === wanted) ??
    null
  )
}
