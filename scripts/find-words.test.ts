import { expect, test } from 'vitest'
import { readWords } from './find-words.ts'

const found = (source: string) =>
  readWords('some.tsx', source).findings.map(({ what, words }) => `${what}: ${words}`)

test('words of elements, attributes and sentences are found outside of messages', () => {
  expect(found('const a = () => <p>Nothing here</p>')).toEqual(['outside: Nothing here'])
  expect(found('const a = () => <input aria-label="search" />')).toEqual(['outside: search'])
  expect(found("function f() { throw new AppError('bad-input', 'At most three pages.') }")).toEqual([
    'outside: At most three pages.',
  ])
  expect(found("const a = (n: number) => <p>{n === 1 ? 'one page' : 'pages'}</p>")).toEqual([
    'outside: one page',
    'outside: pages',
  ])
  expect(found("const a = (n: number) => (n > 9 ? 'A label has too many letters' : null)")).toEqual([
    'outside: A label has too many letters',
  ])
})

test('what nobody reads is no finding', () => {
  expect(
    found("import { x } from 'Some Thing'; type T = 'Done'; if (key === 'Enter') log.info('It began.')"),
  ).toEqual([])
  expect(found('const a = () => <p className="Big text" key="Some key" data-kind="Word">{1}</p>')).toEqual([])
  expect(found("const a = () => show({ classNames: { error: 'text-danger!' } })")).toEqual([])
  expect(
    found("function f() { invariant(x, 'A page has a title.'); throw new Error('Broken on our side.') }"),
  ).toEqual([])
})

test('messages are found with their values; one that is put together or said on load is none', () => {
  const { findings, messages } = readWords(
    'some.tsx',
    'const f = (n: number) => t(\'{n, plural, one {# page} other {# pages}}\', { n }); const g = () => <Trans message="Read <a>it</a>" />',
  )
  expect(findings).toEqual([])
  expect(messages).toEqual([
    { message: '{n, plural, one {# page} other {# pages}}', line: 1, values: ['n'] },
    { message: 'Read <a>it</a>', line: 1, values: [] },
  ])
  expect(found("const a = () => t('Hello ' + name)")).toEqual(["not constant: t('Hello ' + name)"])
  expect(found("const LABELS = { a: t('Page') }")).toEqual(['on load: Page'])
  expect(found("const LABELS = { a: () => t('Page') }")).toEqual([])
})
