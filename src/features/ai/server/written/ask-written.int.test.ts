import { cpuTime } from '@test/cpu-time'
import { readAnswer } from '@test/read-edits'
import { expect, test } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import type { BlockOperation } from '@/document'
import { pageForModel } from '../edits/page-for-model'
import { askBlocks, askEdits, askStored } from './ask-written'
import { writtenWork } from './written-work'

const asker = { person: 'ada' }
const SENTENCE =
  'We meet on *Monday* to look at what was built, and write down what is [left](https://a.bc/left).'
const section = Array.from({ length: 60 }, (_, at) =>
  `${'#'.repeat(at % 20 === 0 ? 2 : 0)} ${SENTENCE} ${SENTENCE}`.trim(),
)
const page = pageForModel([
  {
    id: 'a',
    kind: 'paragraph',
    text: [
      { text: 'Ask ' },
      { kind: 'mention', attributes: { key: 'u1', value: 'Ada' } },
      { text: ' about the ' },
      { text: 'red', marks: [{ kind: 'textColor', attributes: { color: 'red' } }] },
      { text: ' words' },
    ],
  },
])
const name = `b1·${page.named.get('b1')?.fingerprint.slice(0, 3)}`
const answerOf = (text: string) =>
  `@replace ${name}\n@why Plainer\n${'Please ask {{1 Ada}} about the red words. '.repeat(30)}\n@insert after b1\n${text}\n@done\n`

/** The same without ids of new blocks. */
const bare = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one) => (key === 'id' ? undefined : one)))

test('R67 a section of 10,000 characters that a model writes is read as it would be here', async () => {
  const text = section.join('\n\n')
  expect(text.length).toBeGreaterThan(10_000)
  const read = await askEdits(answerOf(text), page, asker)
  expect(bare(read)).toEqual(bare(readAnswer(answerOf(text), page)))
  expect(read.refused).toEqual([])
  const [replaced, inserted] = read.edits.map(({ operation }) => operation)
  expect(JSON.stringify(replaced)).toContain('"mention"')
  expect(inserted?.op === 'insert' && inserted.blocks.length).toBe(section.length)

  const written = { alias: 'b1', digits: name.slice(-3), why: '', text }
  const edits = (['insert', 'replace', 'delete'] as const).map((op) => ({ op, ...written }))
  const more = [...edits, { ...edits[1]!, alias: 'b9' }]
  const stored = await askStored(more, page, asker)
  const operations = stored.map((one) =>
    typeof one === 'string' ? one : (JSON.parse(one.operation) as BlockOperation),
  )
  expect(bare(operations)).toEqual(bare(writtenWork.operations({ edits: more, named: page.named })))
  expect(stored.map((one) => (typeof one === 'string' ? one : one.after.slice(0, 10)))).toEqual([
    'We meet on',
    'We meet on',
    '',
    'no-block',
  ])
  expect(operations.map((one) => (typeof one === 'string' ? one : one.op))).toEqual([
    'insert',
    'replace',
    'delete',
    'no-block',
  ])

  const blocks: Block[] = await askBlocks(text, asker)
  expect(bare(blocks)).toEqual(bare(writtenWork.blocks({ answer: text })))
})

test('R67 what takes a model seconds to have read keeps nobody waiting', async () => {
  const text = 'a\n'.repeat(40_000)
  const edit = { op: 'insert' as const, alias: 'b1', digits: null, why: '', text }
  const used = async (act: () => unknown) => {
    const begun = cpuTime()
    await act()
    return cpuTime() - begun
  }
  /** Of three times: one of them may have met a cleaning of the memory. */
  const leastUsed = async (act: () => unknown) => Math.min(await used(act), await used(act), await used(act))
  // The worker is there.
  await askBlocks('word '.repeat(1_000), asker)
  const here = await used(() => writtenWork.operations({ edits: [edit], named: page.named }))
  expect(await leastUsed(() => askStored([edit], page, asker))).toBeLessThan(here / 3)
  expect(await leastUsed(() => askBlocks(text, asker))).toBeLessThan(here / 3)
  expect(await leastUsed(() => askEdits(answerOf(text), page, asker))).toBeLessThan(here / 3)
})
