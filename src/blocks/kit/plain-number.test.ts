import { afterEach, expect, test } from 'vitest'
import { setCurrentLanguage } from '@/shared/i18n'
import { parsePasted } from './csv'
import { plainNumber } from './plain-number'

afterEach(() => setCurrentLanguage(() => 'en'))

test.each([
  ['de-DE', '1,5', '1.5'],
  ['de-DE', '-1.234,5', '-1234.5'],
  ['de-DE', '1.234.567', '1234567'],
  ['de-DE', '1.234', '1.234'],
  ['de-DE', '1,200,300', '1,200,300'],
  ['de-DE', 'Haus 1,5', 'Haus 1,5'],
  ['en-US', '1,200', '1200'],
  ['en-US', '1,234,567.25', '1234567.25'],
  ['en-US', '1,5', '1,5'],
  ['en-US', '12,34', '12,34'],
  ['fr-FR', '1\u00a0234,5', '1234.5'],
  ['fr-FR', '3,6', '3.6'],
  ['de-CH', '1’234.5', '1234.5'],
])('rulings 0: in %s %j is %j', (of, typed, plain) => {
  setCurrentLanguage(
    () => 'en',
    () => of,
  )
  expect(plainNumber(typed)).toBe(plain)
})

test('5.16 what a spreadsheet copies is parted by tabs alone, and empty cells keep their places', () => {
  expect(parsePasted('Doe, John\t3\nRoe, Jane\t5\n')).toEqual([
    ['Doe, John', '3'],
    ['Roe, Jane', '5'],
  ])
  expect(parsePasted('Doe, John\n\nRoe; Jane')).toEqual([['Doe, John'], [''], ['Roe; Jane']])
  expect(parsePasted('"two\nlines"\tx\r\n\ty\r\n')).toEqual([
    ['two\nlines', 'x'],
    ['', 'y'],
  ])
  expect(parsePasted('"never closed\tx')).toBeNull()
})
