import { afterEach, expect, test } from 'vitest'
import { setCurrentLanguage } from '@/shared/i18n'
import { placeName } from './place'

afterEach(() => setCurrentLanguage(() => 'en'))

test('a place is named in the language that is spoken', () => {
  const named = (language: Parameters<typeof setCurrentLanguage>[0]) => {
    setCurrentLanguage(language)
    return placeName('DE')
  }
  expect(named(() => 'en')).toBe('Germany')
  expect(named(() => 'fr')).toBe('Allemagne')
  expect(named(() => 'ja')).toBe('ドイツ')
  expect(named(() => 'ar')).toBe('ألمانيا')
})

test('a network of one’s own has a name, what is not known has none', () => {
  expect(placeName('local')).toBe('Local network')
  expect(placeName('XX')).toBeNull()
  expect(placeName(null)).toBeNull()
})
