import { expect, test } from 'vitest'
import { usernameKey } from '@/shared/username-key'
import { Email, UpdateSettings, Username } from './inputs'
import {
  generatedUsername,
  isStrongPassword,
  nameFromEmail,
  passwordRules,
  passwordStrength,
  safeCallback,
} from './model'

const met = (password: string) =>
  passwordRules(password)
    .filter((rule) => rule.met)
    .map(({ rule }) => rule)

test('5.12 a password needs eight characters, upper and lower case, a number and a special character', () => {
  expect(met('')).toEqual([])
  expect(met('aB3$efgh')).toEqual(['length', 'uppercase', 'lowercase', 'number', 'special'])
  expect(met('aB3$efg')).toEqual(['uppercase', 'lowercase', 'number', 'special'])
  expect(met('abcdefgh')).toEqual(['length', 'lowercase'])
  expect(isStrongPassword('aB3$efgh')).toBe(true)
  expect(isStrongPassword('aB3 efgh')).toBe(false)
  expect(isStrongPassword(`aB3$${'e'.repeat(200)}`)).toBe(false)
})

test('5.12 the strength bar is empty, one third, two thirds or full', () => {
  expect(passwordStrength('aB3$')).toBe(0)
  expect(passwordStrength('aaaaaaaa')).toBe(1)
  expect(passwordStrength('aaaaAAAA')).toBe(2)
  expect(passwordStrength('aaaaAAA1')).toBe(2)
  expect(passwordStrength('aaaaAA1!')).toBe(3)
})

test('R25 a path of our own is kept', () => {
  for (const path of [
    '/',
    '/abc',
    '/abc#block',
    '/settings?section=profile',
    '/user/x',
    '/a?q=a%20b',
    '/p?x=//y',
    '/p?m=a@b',
  ]) {
    expect(safeCallback(path)).toBe(path)
  }
})

test('R25 whatever a browser could read as another place leads home', () => {
  for (const url of [
    null,
    undefined,
    '',
    'abc',
    'https://evil.test',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\/evil.test',
    '/\t/evil.test',
    '\t//evil.test',
    ' //evil.test',
    '/\n/evil.test',
    '/%2f/evil.test',
    '/%2Fevil.test',
    '/%5cevil.test',
    '/%255cevil.test',
    '/%25252fevil.test',
    '/%09/evil.test',
    '/.//evil.test',
    '/a/..//evil.test',
    '/%2e//evil.test',
    '/@evil.test',
    '/user:pw@evil.test',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '/%00',
    '/%zz',
    '/\u00a0/evil.test',
    '/\u2028//evil.test',
    `/${'a'.repeat(3000)}`,
  ]) {
    expect(safeCallback(url), String(url)).toBe('/')
  }
})

test('9.7 a generated username is the cleaned base and four digits', () => {
  expect(generatedUsername('Ada.Lovelace+x@example.org', '0042')).toBe('adalovelacex0042')
  expect(generatedUsername('дмитрий@example.org', '1234')).toBe('reader1234')
})

test('a new account is named after its address', () => {
  expect(nameFromEmail('ada.lovelace@example.org')).toBe('Ada Lovelace')
  expect(nameFromEmail('ada+lists@example.org')).toBe('Ada')
  expect(nameFromEmail('+@example.org')).toBe('Reader')
})

test('5.12 an address is trimmed and compared without case', () => {
  expect(Email.parse('  Ada@Example.ORG ')).toBe('ada@example.org')
  for (const bad of [
    '',
    '   ',
    'ada',
    'ada@',
    '@example.org',
    'a b@example.org',
    `${'a'.repeat(300)}@example.org`,
  ]) {
    expect(Email.safeParse(bad).success, bad).toBe(false)
  }
})

test('5.10 a username is not blank, and has no characters that could pass for another name', () => {
  expect(Username.parse('  Ada-L ')).toBe('ada-l')
  for (const bad of ['', '  ', 'a b', 'a/b', '<b>', '.ada', 'ada.', 'a\u200bb', 'a'.repeat(41)]) {
    expect(Username.safeParse(bad).success, bad).toBe(false)
  }
})

test('5.10 a username that is reserved, or mixes alphabets, is refused in words', () => {
  const wordsFor = (username: string) => Username.safeParse(username).error?.issues[0]?.message
  for (const name of ['admin', 'Support', 'supp0rt', 'sheaf', 'no-reply', 'root'])
    expect(wordsFor(name), name).toBe('This username is reserved')
  for (const name of ['p\u0430ul', '\u0441arol', 'a\u03b1'])
    expect(wordsFor(name)).toBe('Use letters of one alphabet')
  for (const name of ['дмитрий', 'ひらがな漢字', 'jürgen', 'محمد', 'ada.l-1'])
    expect(wordsFor(name), name).toBeUndefined()
})

test('5.10 usernames that pass for one another have one key', () => {
  const same = (...names: string[]) => expect(new Set(names.map(usernameKey)).size, names.join()).toBe(1)
  same('ada-l', 'ada.l', 'adal', 'ada1', 'ADA_L')
  same('bob', 'b0b')
  same('modern', 'modem')
  same('ace', '\u0430\u0441\u0435')
  same('\ufb01nn', 'finn')
  expect(usernameKey('ada')).not.toBe(usernameKey('adam'))
})

test('5.10 a name can be seen, is one line and has at most 80 characters', () => {
  const wordsFor = (name: string) => UpdateSettings.safeParse({ name }).error?.issues[0]?.message
  for (const name of ['\u200b\u200d', '\u3164', '\u2800\u2800', '\u2060\u00ad'])
    expect(wordsFor(name), JSON.stringify(name)).toBe('Please enter a name that can be seen')
  for (const name of ['Ada\nL', 'Ada\u202egnp', 'Ada\u0000'])
    expect(wordsFor(name), JSON.stringify(name)).toBe('A name is one line of ordinary characters')
  expect(wordsFor('  ')).toBe('Please enter a name')
  expect(wordsFor('x'.repeat(10_000))).toBe('A name has at most 80 characters')
  for (const name of ['Ada Lovelace', '李小龍', 'محمد', 'می\u200cخواهم', '👩\u200d💻', '7', '-'])
    expect(wordsFor(name), name).toBeUndefined()
})
