import { expect, test } from 'vitest'
import { Email, Username } from './inputs'
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
