import { cpuTime } from '@test/cpu-time'
import { expect, test } from 'vitest'
import { blocksOfAnswer } from '../../safe-blocks'
import { summaryOf } from './answer-summary'

const signs = (length: number) => '*a _b '.repeat(length / 6)

test('R67 of a long answer that was accepted only the beginning is read for what is kept on record', () => {
  let begun = cpuTime()
  blocksOfAnswer(signs(24_000))
  const part = cpuTime() - begun
  begun = cpuTime()
  const { newText } = summaryOf({ about: '', content: signs(120_000) })
  expect(cpuTime() - begun).toBeLessThan(part)
  expect(newText).toBe(`${signs(120)}…`)
})

test('what an answer says is on record without its Markdown, with what it has taken the place of', () => {
  expect(summaryOf({ about: 'Old  words', content: '**New**\n\nwords' })).toMatchObject({
    type: 'replace',
    text: 'Old words',
    newText: 'New words',
  })
  expect(summaryOf({ about: '', content: 'New' })).toMatchObject({ type: 'insert', newText: 'New' })
})
