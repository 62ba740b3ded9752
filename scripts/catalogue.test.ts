import { expect, test } from 'vitest'
import { faultsOfTranslation } from './catalogue.ts'

const PAGES = '{count, plural, one {# page} other {# pages}} of {name}'

test('a translation has the values, tags and forms of the message', () => {
  expect(
    faultsOfTranslation('de', PAGES, '{count, plural, one {# Seite} other {# Seiten}} von {name}'),
  ).toEqual([])
  expect(faultsOfTranslation('ja', PAGES, '{name}の{count}ページ')).toEqual([])
  expect(faultsOfTranslation('fr', 'Read <a>it</a>', 'Lisez-<a>le</a>')).toEqual([])
})

test('one that lacks something is told apart', () => {
  const faults = (language: 'de' | 'ar' | 'fr', english: string, message: string) =>
    faultsOfTranslation(language, english, message).join('; ')
  expect(faults('de', PAGES, '{count} Seiten von {name}')).toContain('needs its plural')
  expect(faults('de', PAGES, '{count, plural, one {# Seite} other {# Seiten}}')).toContain('name')
  expect(faults('de', PAGES, '{count, plural, other {# Seiten}} {name}')).toContain('"one"')
  expect(faults('ar', PAGES, '{count, plural, one {#} other {#}} {name}')).toContain('"few"')
  expect(faults('de', 'Read <a>it</a>', 'Lies es')).toContain('<a>')
  expect(faults('de', 'Read <a>it</a>', 'Lies <a>es</a')).toContain('</a>')
  expect(faults('fr', 'Page {name}', "L’{name} '{'nom'}'")).not.toBe('')
  expect(faults('de', 'Delete {name}', '{name löschen')).not.toBe('')
  expect(faults('de', 'Delete', ' ')).toBe('is empty')
})
