import { numberSigns } from '@/shared/formats-apart'
import { locale } from '@/shared/i18n'

const signs = new Map<string, { group: string; decimal: string; grouped: RegExp }>()

function signsHere() {
  const here = locale()
  const known = signs.get(here)
  if (known) return known
  const { group, decimal } = numberSigns()
  const escaped = (sign: string) => {
    if (sign.trim() === '') return '[\\s\\u00a0\\u202f]'
    return sign === '’' || sign === "'" ? "['’]" : sign.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  }
  const made = {
    group: escaped(group),
    decimal,
    grouped: new RegExp(`^-?\\d{1,3}(?:${escaped(group)}\\d{3})+(?:${escaped(decimal)}\\d+)?$`),
  }
  signs.set(here, made)
  return made
}

/**
 * A number as people write it where they live ("1,5" or "1.234,5" in German, "1,200" in English), written with a point and nothing else;
 * any other text as it is. What has one point and no other sign is never taken for thousands: that is how numbers are kept.
 */
export function plainNumber(text: string): string {
  const trimmed = text.trim()
  const { group, decimal, grouped } = signsHere()
  if (/^-?\d+\.\d+$/.test(trimmed)) return text
  if (grouped.test(trimmed)) return trimmed.replace(new RegExp(group, 'g'), '').replace(decimal, '.')
  return decimal === ',' && /^-?\d+,\d+$/.test(trimmed) ? trimmed.replace(',', '.') : text
}
