import { afterEach, expect, test } from 'vitest'
import { headingOf, setCurrentLanguage, t } from '.'
import { addCatalogue } from './catalogues'
import { compileMessage } from './compile-message'
import { languageOfCookies, languageOfRequest } from './languages'
import { addPseudoLanguage } from './pseudo'

afterEach(() => setCurrentLanguage(() => 'en'))

test('English is said as it stands in the code, with values and plurals', () => {
  expect(t('Delete')).toBe('Delete')
  expect(t('“{name}” can’t be read; it isn’t there', { name: '{odd} <b>#' })).toBe(
    '“{odd} <b>#” can’t be read; it isn’t there',
  )
  const pages = (count: number) =>
    t('{count, plural, =0 {No pages} one {# page} other {# pages}} moved.', { count })
  expect([0, 1, 1234].map(pages)).toEqual(['No pages moved.', '1 page moved.', '1,234 pages moved.'])
})

test('another language says what its catalogue holds, and the rest in English', () => {
  addCatalogue('de', { Delete: 'Löschen', 'Delete {name}': '{name} löschen', Share: '' })
  setCurrentLanguage(() => 'de')
  expect([t('Delete'), t('Delete {name}', { name: 'x' }), t('Move'), t('Share'), t('toString')]).toEqual([
    'Löschen',
    'x löschen',
    'Move',
    'Share',
    'toString',
  ])
})

test('a language has plurals and figures of its own', () => {
  const pages = (count: number) => t('{count, plural, one {# page} other {# pages}}', { count })
  addCatalogue('ar', {
    '{count, plural, one {# page} other {# pages}}':
      '{count, plural, zero {لا صفحات} one {صفحة واحدة} two {صفحتان} few {# صفحات} many {# صفحة} other {# صفحة}}',
  })
  setCurrentLanguage(() => 'ar')
  expect([0, 1, 2, 5, 1234].map(pages)).toEqual(['لا صفحات', 'صفحة واحدة', 'صفحتان', '5 صفحات', '1,234 صفحة'])
  addCatalogue('de', {})
  setCurrentLanguage(() => 'de')
  expect(pages(1234)).toMatch(/^1\.234 pages$/)
})

test('the pseudo-language changes every letter of ours, none of a value', () => {
  addPseudoLanguage()
  setCurrentLanguage(() => 'en-XA')
  expect(t('Delete {name}', { name: 'Plan' })).toMatch(/^⟦Ðéļéţé Plan~+⟧$/)
  expect(t('{count, plural, one {# page} other {# pages}}', { count: 2 })).toMatch(/^⟦2 þåĝéš~*⟧$/)
  expect(headingOf('Turn into')).toMatch(/^⟦Ţûŕñ îñţö~+⟧$/)
})

test('a message with a brace that nothing closes is a mistake', () => {
  expect(() => compileMessage('{count, plural, one {# page}')).toThrow('without its }')
  expect(() => compileMessage('{a} } b')).toThrow('too many')
})

test('the language is the one that the cookie names, if it is one of ours', () => {
  const named = [
    'language=en-XA',
    'a=b; language=en-XA; c=d',
    'language=toString',
    'xlanguage=en-XA',
    undefined,
  ].map(languageOfCookies)
  expect(named).toEqual(['en-XA', 'en-XA', null, null, null])
})

test('who has chosen none reads the first language of their device that is one of ours', () => {
  const asked = (accepted: string) => languageOfRequest('a=b', accepted)
  expect(asked('de-AT,de;q=0.9,en;q=0.8')).toBe('de')
  expect(asked('pl,fr-CA;q=0.7')).toBe('fr')
  expect(asked('zh-TW,zh;q=0.9')).toBe('zh-Hans')
  expect(asked('zh-Hant')).toBe('en')
  expect([asked('*'), asked(''), asked('en-GB,de')]).toEqual(['en', 'en', 'en'])
  expect(languageOfRequest('language=ja', 'de')).toBe('ja')
})
