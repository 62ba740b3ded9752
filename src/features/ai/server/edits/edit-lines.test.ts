import { cpuTime } from '@test/cpu-time'
import { expect, test } from 'vitest'
import { EditReader } from './edit-lines'

const read = (answer: string) => new EditReader().push(answer)

test('R67 a reason is read whatever white space stands in its line', () => {
  const [edit] = read('@replace b1·abc\n@why \u3000 two\u2028lines\u00a0\nText\n@done\n')
  expect(edit).toMatchObject({ op: 'replace', why: 'two\u2028lines', text: 'Text' })
})

test('R67 an answer of white space takes no longer to be read than one of words', () => {
  const time = (answer: string) => {
    const begun = cpuTime()
    read(answer)
    return cpuTime() - begun
  }
  const spaces = ' '.repeat(2_500)
  const wordsOf = (length: number) => `@replace b1·abc\n${'some words\n'.repeat(length / 11)}@done\n`
  const honest = Math.max(time(wordsOf(2_000_000)), time(wordsOf(2_000_000)))
  for (const line of [
    `@why ${spaces}a\u2028b`,
    `@why a${spaces.repeat(30)}b`,
    `a${spaces.repeat(30)}b`,
    `a${'\n'.repeat(75_000)}b`,
  ])
    expect(time(`@replace b1·abc\n${line}\n@done\n`), JSON.stringify(line.slice(0, 9))).toBeLessThan(honest)
})
