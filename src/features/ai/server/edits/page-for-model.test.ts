import { expect, test } from 'vitest'
import { plainTextOf } from '@/blocks'
import type { Block, Inline } from '@/blocks/kit/block'
import { tellBlock } from './block-for-model'
import { workOf } from './block-work'
import { pageForModel, pageForModelInTurns } from './page-for-model'

const toggleOf = (lines: number): Block => ({
  id: 'toggle',
  kind: 'toggle',
  children: Array.from({ length: lines }, (_, at) => ({
    id: `line${at}`,
    kind: 'paragraph',
    text: [{ text: `Line ${at}` }],
  })),
})

test('R67 of a block that holds more than a model is told only so much is written that this shows', () => {
  const { text, named } = pageForModel([toggleOf(5_000), toggleOf(5_000)], 1, 2_000)
  expect(Buffer.byteLength(text)).toBeGreaterThan(2_000)
  expect(named.size).toBeLessThan(150)
  const all = pageForModel([toggleOf(50)])
  expect(pageForModel([toggleOf(50)], 1, Buffer.byteLength(all.text)).text).toBe(all.text)
})

test('of a block that holds others the first words are known, as many as a person reads of it', () => {
  const columns = (...children: Block[]): Block => ({
    id: 'cs',
    kind: 'columnGroup',
    children: [{ id: 'c1', kind: 'column', children }],
  })
  const quote = (...children: Block[]): Block => ({ id: 'q', kind: 'blockquote', children })
  const lines = toggleOf(40_000).children!
  const words = ({ named }: { named: ReadonlyMap<string, { id: string; words?: string | undefined }> }) =>
    [...named.values()].find(({ id }) => id === 'q')?.words
  expect(words(pageForModel([quote(...lines.slice(0, 3))]))).toBe('Line 0\nLine 1\nLine 2')
  const long = words(pageForModel([quote(...lines)], 1, 2_000))!
  expect(long.startsWith('Line 0\nLine 1\n')).toBe(true)
  expect(long.length).toBeLessThan(1_200)
  expect(words(pageForModel([columns(quote(...lines.slice(0, 1)))]))).toBe('Line 0')
})

test('R67 the fingerprint of a block in blocks in blocks is worked out once', async () => {
  let block: Block = { id: 'q0', kind: 'blockquote', children: toggleOf(2_000).children! }
  for (let level = 1; level < 40; level++) block = { id: `q${level}`, kind: 'blockquote', children: [block] }
  let read = 0
  const counted = (one: Block): Block => ({
    ...one,
    get text() {
      read++
      return one.text
    },
    ...(one.children && { children: one.children.map(counted) }),
  })
  const page = [counted(block)]
  await pageForModelInTurns(page, 1, 100)
  // Once for each of them, and a few times for the first one that is told.
  expect(read).toBeLessThan(3 * 2_040)
})

const paragraph = (...text: Inline[]): Block => ({ id: 'p', kind: 'paragraph', text })

/** A table of words with one row for each of these lists. */
const tableOf = (rows: readonly string[][]): Block => ({
  id: 't',
  kind: 'table',
  attributes: { headerRow: true },
  children: [
    ...(rows[0] ?? []).map((_, at) => ({ id: `k${at}`, kind: 'tableColumn' })),
    ...rows.map((cells, row) => ({
      id: `r${row}`,
      kind: 'tableRow',
      children: cells.map((word, at) => ({
        id: `c${row}-${at}`,
        kind: 'tableCell',
        children: [{ id: `w${row}-${at}`, kind: 'paragraph', text: [{ text: word }] }],
      })),
    })),
  ],
})
const cells = (rows: number): Block =>
  tableOf(Array.from({ length: rows }, () => Array.from({ length: 6 }, () => 'word')))

const SENTENCE = 'The quick brown fox (who is "quick") jumps over the lazy dog, does it not? '
const isShown = (block: Block) => tellBlock(block).seen !== null

test('R67 a block of more pieces than a model is shown is not written for it, however short it would come out', () => {
  const letters = (count: number): Block =>
    paragraph(
      ...Array.from({ length: count }, (_, at) => ({
        text: 'a',
        ...(at % 2 && { marks: [{ kind: 'bold' }] }),
      })),
    )
  expect([letters(400), letters(1_500), cells(40), cells(150)].map(isShown)).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect(workOf(cells(10_000), 20_000)).toBeLessThan(21_000)
})

test('R67 a block is not written for a model when its links hold more than a model is shown', () => {
  const links = (count: number, attributes: (at: number) => { url: string; title?: string }): Block =>
    paragraph(
      ...Array.from({ length: count }, (_, at) => ({
        text: 'a',
        marks: [{ kind: 'link', attributes: attributes(at) }],
      })),
    )
  const brackets = (at: number) => ({ url: `https://a.bc/${at}?${'('.repeat(4_000)}` })
  const titles = (at: number) => ({ url: `https://a.bc/${at}`, title: '"\n'.repeat(240) })
  const paths = (at: number) => ({ url: `https://a.bc/${at}/${'a'.repeat(4_000)}` })
  expect(
    [links(12, brackets), links(499, brackets), links(100, titles), links(100, paths)].map(isShown),
  ).toEqual([false, false, false, false])
  expect(workOf(links(499, brackets), 20_000)).toBeLessThan(200_000)
  expect(workOf(paragraph({ text: '*'.repeat(5_000_000) }), 20_000)).toBeLessThan(1_000_000)
})

test('R67 a block is not written for a model when it is made of line ends, or of signs that are escaped', () => {
  const lines = ['a\n', '>\n', '*\n', '[\n', '1.\n', '$', '`', '*a_', '[a](b)', 'www.a\n']
  for (const line of lines)
    expect(isShown(paragraph({ text: `${line.repeat(3_000).slice(0, 5_990)}.` })), line).toBe(false)
  // The first cell alone makes a line of 5,000 characters of each row.
  const padded = tableOf([['word '.repeat(1_000).trim()], ...Array.from({ length: 100 }, () => ['a'])])
  expect(isShown(padded)).toBe(false)
})

test('R67 blocks that are hard to write and cannot be told are tried no longer than half a second, whatever stands behind them', () => {
  const hard = (rows: number) =>
    tableOf(Array.from({ length: rows }, () => Array.from({ length: 6 }, () => '$'.repeat(24))))
  const long = { ...paragraph({ text: SENTENCE.repeat(70).trim() }), id: 'long' }
  const isTold = (count: number) => {
    const each = (rows: number) => Array.from({ length: count }, () => hard(rows))
    const { named } = pageForModel([...each(8), ...each(5), ...each(2), long])
    return [...named.values()].at(-1)?.seen !== null
  }
  expect(tellBlock(hard(8)).inVain).toBeGreaterThan(20_000)
  expect(tellBlock(hard(2)).inVain).toBeLessThan(workOf(long, 100_000))
  expect([isTold(3), isTold(40)]).toEqual([true, false])
  // What is known without being written takes nothing of that.
  const { named } = pageForModel([
    ...Array.from({ length: 2_000 }, () => paragraph({ text: `a\u202e${SENTENCE}` })),
    long,
  ])
  expect([...named.values()].map(({ seen }) => seen !== null).lastIndexOf(true)).toBe(2_000)
})

test('words with marks of direction or soft hyphens are told and can be edited, those with controls of direction cannot', () => {
  for (const text of ['قال\u200f: (نعم)', 'Donau\u00addampf', 'C++\u200e!', '\u061cنص'])
    expect(tellBlock(paragraph({ text })).seen).toMatchObject({ text: [{ text }] })
  for (const text of ['a \u202eb', 'a\u2066b', 'a\u{e0041}b'])
    expect(tellBlock(paragraph({ text })).seen).toBeNull()
})

test('R67 what people write is told, long as it may be', () => {
  const sentences = SENTENCE.repeat(75).trim()
  const link = (at: number): Inline => ({
    text: `source ${at}`,
    marks: [
      {
        kind: 'link',
        attributes: {
          url: `https://example.com/articles/2026/01/some-longer-title-of-it?page=${at}&from=feed#part`,
        },
      },
    ],
  })
  const linked = Array.from({ length: 20 }, (_, at) => [{ text: ` ${SENTENCE.repeat(3)}` }, link(at)]).flat()
  const code = Array.from(
    { length: 100 },
    (_, at) => `  const [a${at}, b] = f({ "x": y[${at}] }) // *done*`,
  ).join('\n')
  const verses = Array.from({ length: 120 }, () => 'And miles to go before I sleep,').join('\n')
  const told: Block[] = [
    paragraph({ text: sentences }),
    paragraph(...linked.slice(1)),
    { ...paragraph({ text: sentences }), kind: 'listItem' },
    { ...paragraph({ text: code }), kind: 'codeBlock', attributes: { lang: 'ts' } },
    paragraph({ text: verses }),
    tableOf(
      Array.from({ length: 40 }, () => [
        '2026-01-05',
        'Ada',
        '$5',
        'a_b',
        'https://a.bc/d',
        'the rest of it',
      ]),
    ),
  ]
  for (const block of told) {
    const { seen } = tellBlock(block)
    expect(seen && plainTextOf([seen])).toBe(plainTextOf([block]))
  }
})

test('R67 others have a turn while a model is told of blocks in a block that have many pieces', async () => {
  const { children = [] } = toggleOf(100)
  const toggle: Block = {
    id: 'toggle',
    kind: 'toggle',
    children: children.map((line, at) => ({
      ...line,
      text: Array.from({ length: 100 }, (_, piece) => ({
        text: `${at}`,
        ...(piece % 2 && { marks: [{ kind: 'bold' }] }),
      })),
    })),
  }
  let turns = 0
  let isTold = false
  const count = () => {
    turns++
    if (!isTold) setImmediate(count)
  }
  setImmediate(count)
  const told = await pageForModelInTurns([toggle], 1, Infinity)
  isTold = true
  expect(told.text).toBe(pageForModel([toggle]).text)
  expect(turns).toBeGreaterThan(10)
})
