import { afterEach, expect, test } from 'vitest'
import { addLanguage, headingOf, setCurrentLanguage, t } from '.'
import { compileMessage } from './compile-message'
import { languageOfCookies } from './languages'
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
  addLanguage('en-XA', { Delete: ['Löschen'], 'Delete {name}': [['name'], ' löschen'] })
  setCurrentLanguage(() => 'en-XA')
  expect([t('Delete'), t('Delete {name}', { name: 'x' }), t('Move')]).toEqual([
    'Löschen',
    'x löschen',
    'Move',
  ])
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
  expect(named).toEqual(['en-XA', 'en-XA', 'en', 'en', 'en'])
})
