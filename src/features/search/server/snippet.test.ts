import { cpuTime } from '@test/cpu-time'
import { expect, test } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import { askedTerms } from '@/server/search/terms'
import { bestSnippet, cutAround, findTerms } from './snippet'

const sought = (typed: string) => askedTerms(typed).map((term) => ({ anyOf: [term] }))
const paragraph = (id: string, text: string): Block => ({ id, kind: 'paragraph', text: [{ text }] })
const marksOf = ({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) =>
  marks.map(([start, end]) => text.slice(start, end))

test('a snippet is about 200 characters around what was found, cut between words, in one line', () => {
  const text = `${'before '.repeat(60)}the\nneedle ${'after '.repeat(60)}`
  const at = text.indexOf('needle')
  const snippet = cutAround(text, [[at, at + 6]])
  expect(snippet.text).toMatch(/^…before .* the needle after .* after…$/)
  expect(snippet.text.length).toBeLessThanOrEqual(202)
  expect(marksOf(snippet)).toEqual(['needle'])
})

test('no snippet cuts a character in two', () => {
  const text = '🎉'.repeat(300)
  for (const from of [0, 101, 102, 400, 401]) {
    expect(cutAround(text, [[from, from + 1]]).text.isWellFormed()).toBe(true)
  }
})

test('the first block with the most of the words is the one', () => {
  const blocks: Block[] = [
    paragraph('a', 'A plan'),
    {
      id: 'q',
      kind: 'blockquote',
      children: [paragraph('b', 'The harvest has a plan'), paragraph('c', 'harvest plan')],
    },
  ]
  expect(bestSnippet(blocks, sought('harvest plan'))).toEqual({
    blockId: 'b',
    seconds: null,
    snippet: {
      text: 'The harvest has a plan',
      marks: [
        [4, 11],
        [18, 22],
      ],
    },
  })
  expect(bestSnippet(blocks, sought('zebra'))).toEqual({
    blockId: null,
    seconds: null,
    snippet: { text: 'A plan The harvest has a plan harvest plan', marks: [] },
  })
  expect(bestSnippet([], sought('zebra'))).toEqual({ blockId: null, seconds: null, snippet: null })
})

test('marks stand in the text as it is written, and never overlap', () => {
  expect(findTerms('Ｐlán plans', sought('plan')).ranges).toEqual([
    [0, 4],
    [5, 9],
  ])
  expect(findTerms('去图书馆', sought('图书馆')).ranges).toEqual([[1, 4]])
})

test('plain English is searched as any other text is', () => {
  const words = [
    'plan',
    'planet',
    'explain',
    'a',
    '7',
    'plan7',
    'PLANS',
    "plan's",
    '_plan_',
    'lan',
    'plan-plan',
    'pplan',
  ]
  const texts = words.flatMap((one) => words.map((other) => `${one} ${other}`))
  const found = (text: string, typed: string) => findTerms(text, sought(typed))
  for (const text of texts) {
    for (const typed of ['plan', 'pl', 'a', '7', 'plan planet', 'zebra plan']) {
      // With a letter that is not plain behind it, it is cut into words.
      expect(found(text, typed), `${typed} in ${text}`).toEqual(found(`${text} é`, typed))
    }
  }
})

test('R67 a word whose letters fold into several is folded once, however often it has what was asked for', () => {
  const begun = cpuTime()
  const { ranges, terms } = findTerms(`${'㌀'.repeat(1_000)} `.repeat(20), sought('アハート'))
  expect([terms, ranges.length > 0]).toEqual([sought('アハート').length, true])
  // Once for each place this were twenty seconds.
  expect(cpuTime() - begun).toBeLessThan(2_000)
})
