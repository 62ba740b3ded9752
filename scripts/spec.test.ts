import { expect, test } from 'vitest'
import { casesOf, compareTitles, numbersOf, statementsOf, strayNumbers } from './spec.ts'

test('a title may begin with one number or several', () => {
  const source = `
    test('2.22 a nested empty list says "No pages inside"', …)
    it("4.4, 5.5 a page is moved", …)
    test(\`7.2 and 7.3 pages are read\`, …)
    test('8.1 9.2 10.3 all of them', …)`
  expect(numbersOf(source)).toEqual(['2.22', '4.4', '5.5', '7.2', '7.3', '8.1', '9.2', '10.3'])
})

test('numbers elsewhere do not count', () => {
  expect(numbersOf(`test('types 2.5 as text') // 2.6 \n const x = '3.1 of them'`)).toEqual([])
})

test('a title may name cases anywhere', () => {
  expect(casesOf(`test('R12 a move (R34)', …); test('4.1, R9 S4 a status', …) // R2`)).toEqual([
    ...['R12', 'R34', 'R9', 'S4'],
  ])
})

test('the text lists statements by number and title', () => {
  const text =
    '- `7.6` **`document.create`.** Takes `2.1`\n  - `7.7` no statement\n- `9.1` **Search.** Threshold 0.2'
  expect([...statementsOf(text)]).toEqual([
    ['7.6', 'document.create'],
    ['9.1', 'Search'],
  ])
})

test('a number that has strayed before stands only in the files that are about it', () => {
  const source = `test('2.9 2.10 a block is put aside', …)`
  expect(strayNumbers('src/features/stash/stash.test.ts', source)).toEqual(['2.9'])
  expect(strayNumbers('src/features/templates/model.test.ts', source)).toEqual([])
})

test('every number and case that a title names is in the text, and in a file about it', () => {
  const { statements, unknown, stray } = compareTitles()
  expect(statements.size).toBeGreaterThan(200)
  expect(unknown).toEqual([])
  expect(stray).toEqual([])
})
