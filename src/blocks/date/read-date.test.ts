import { afterEach, expect, it } from 'vitest'
import { setCurrentLanguage } from '@/shared/i18n'
import { loadLanguage } from '@/shared/i18n/catalogues'
import type { Language } from '@/shared/i18n/languages'
import { beginsDate, readDate } from './read-date'

const today = '2026-11-21'

afterEach(() => setCurrentLanguage(() => 'en'))

it.each([
  ['today', '2026-11-21'],
  ['Tomorrow', '2026-11-22'],
  ['yesterday', '2026-11-20'],
  ['in 3 days', '2026-11-24'],
  ['in 1 week', '2026-11-28'],
  // A Saturday: the next one is in a week.
  ['saturday', '2026-11-28'],
  ['fri', '2026-11-27'],
  ['next monday', '2026-11-23'],
  ['5 January', '2027-01-05'],
  ['Jan 5', '2027-01-05'],
  ['October 30', '2026-10-30'],
  ['January 5, 2024', '2024-01-05'],
  ['5. jan 2024', '2024-01-05'],
  ['2026-01-05', '2026-01-05'],
  ['31 feb', null],
  ['30 February 2027', null],
  ['5 smarch', null],
  ['roadmap', null],
  ['', null],
])('9.12 a day is read from words: %s', (words, iso) => {
  expect(readDate(words, today)).toBe(iso)
})

it.each<[Language, string, string | null]>([
  ['de', 'Freitag', '2026-11-27'],
  ['de', 'in 3 Tagen', '2026-11-24'],
  ['de', '5. Januar', '2027-01-05'],
  ['de', '5.1.2024', '2024-01-05'],
  ['de', '5.1.', '2027-01-05'],
  ['de', '5 march', '2027-03-05'],
  ['fr', 'vendredi', '2026-11-27'],
  ['fr', '1er janvier 2027', '2027-01-01'],
  ['fr', '5/1/2027', '2027-01-05'],
  ['fr', 'dans 2 semaines', '2026-12-05'],
  ['es', '5 de enero de 2027', '2027-01-05'],
  ['ja', '2027年1月5日', '2027-01-05'],
  ['ja', '金曜日', '2026-11-27'],
  ['ja', '3 日後', '2026-11-24'],
  ['ja', '3日後', '2026-11-24'],
  ['zh-Hans', '3天后', '2026-11-24'],
  ['zh-Hans', '1月5日', '2027-01-05'],
  ['ar', '5 يناير', '2027-01-05'],
  ['en', '1/5/2027', '2027-01-05'],
  ['de', '31.2.', null],
  ['de', 'Fahrplan', null],
])('9.12 … in the language of the interface: %s %s', (language, words, iso) => {
  setCurrentLanguage(() => language)
  expect(readDate(words, today)).toBe(iso)
})

it.each<[Language, string, boolean]>([
  ['en', '5 ', true],
  ['en', 'jan ', true],
  ['en', 'in ', true],
  ['en', 'in 3 ', true],
  ['en', 'next ', true],
  ['en', 'john ', false],
  ['de', '5. ', true],
  ['de', 'märz ', true],
  ['fr', 'dans ', true],
  ['fr', 'marie ', false],
])('9.12 what may become a day is waited for: %s %s', (language, words, may) => {
  setCurrentLanguage(() => language)
  expect(beginsDate(words)).toBe(may)
})

it('9.12 the names of today and its neighbours are read with either apostrophe', async () => {
  await loadLanguage('fr')
  setCurrentLanguage(() => 'fr')
  expect(readDate("aujourd'hui", today)).toBe(today)
  expect(readDate('Aujourd’hui', today)).toBe(today)
  expect(readDate('demain', today)).toBe('2026-11-22')
})
