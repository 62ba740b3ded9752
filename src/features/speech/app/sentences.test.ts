import { Schema } from '@tiptap/pm/model'
import { expect, test } from 'vitest'
import { sentencesIn, sentencesOfText } from './sentences'

const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    text: { group: 'inline' },
    hardBreak: { group: 'inline', inline: true },
    paragraph: { group: 'block', content: 'inline*' },
    code: { group: 'block', content: 'text*', code: true },
    quote: { group: 'block', content: 'block+' },
  },
})
const { paragraph, code, quote, doc, hardBreak } = schema.nodes
const p = (...parts: string[]) =>
  paragraph!.create(
    null,
    parts.map((part) => (part === '\n' ? hardBreak!.create() : schema.text(part))),
  )

test('sentences know where they stand, in nested blocks too', () => {
  const page = doc!.create(null, [p('One fox. Two foxes!'), quote!.create(null, [p('Three?')]), p('***')])
  const found = sentencesIn(page)
  expect(found.map(({ text }) => text)).toEqual(['One fox.', 'Two foxes!', 'Three?'])
  for (const { text, from, to } of found) expect(page.textBetween(from, to)).toBe(text)
})

test('only what is selected is read, and code only then', () => {
  const page = doc!.create(null, [p('One fox. Two foxes.'), code!.create(null, schema.text('let x'))])
  expect(sentencesIn(page).map(({ text }) => text)).toEqual(['One fox.', 'Two foxes.'])
  expect(sentencesIn(page, { from: 5, to: 14 }).map(({ text }) => text)).toEqual(['fox.', 'Two'])
  expect(sentencesIn(page, { from: 21, to: page.content.size }).map(({ text }) => text)).toEqual(['let x'])
})

test('a line break is a pause and no word', () => {
  const page = doc!.create(null, [p('One', '\n', 'fox')])
  expect(
    sentencesIn(page)
      .map(({ text }) => text)
      .join(' '),
  ).toBe('One fox')
})

test('a sentence that does not end is read in parts that lose nothing and halve no character', () => {
  const words = 'word '.repeat(400).trim()
  const parts = sentencesOfText(words)
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.join(' ')).toBe(words)
  const signs = `a${'😀'.repeat(1_000)}`
  const page = doc!.create(null, [p(signs)])
  expect(sentencesIn(page).every(({ text }) => text.isWellFormed())).toBe(true)
})

test('where there are no letters there is nothing to read', () => {
  expect(sentencesOfText(' \n---\n***')).toEqual([])
})

test('what is suggested away is not read, and everything else stays where it stands', () => {
  const page = doc!.create(null, [p('One quick fox. Two foxes.'), p('Three.')])
  const gone = [
    { from: 5, to: 11 },
    { from: 28, to: 34 },
  ]
  const found = sentencesIn(page, undefined, gone)
  expect(found.map(({ text }) => text)).toEqual(['One fox.', 'Two foxes.'])
  expect(found.map(({ from, to }) => page.textBetween(from, to))).toEqual(['One quick fox.', 'Two foxes.'])
})
