import { expect, test } from 'vitest'
import { numbersOf, statementsOf } from './spec.ts'

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

test('the text lists statements by number and title', () => {
  const text =
    '- `7.6` **`document.create`.** Takes `2.1`\n  - `7.7` no statement\n- `9.1` **Search.** Threshold 0.2'
  expect([...statementsOf(text)]).toEqual([
    ['7.6', 'document.create'],
    ['9.1', 'Search'],
  ])
})
