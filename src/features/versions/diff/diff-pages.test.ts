import { cpuTime } from '@test/cpu-time'
import { expect, it } from 'vitest'
import type { Block, Inline } from '@/blocks/kit/block'
import { diffPages } from './diff-pages'
import { mergeText, TimeBudget } from './merge-text'
import { type ChangeRow, DIFF_MARKS, type DiffRow } from './model'

const paragraph = (id: string, text: string): Block => ({ id, kind: 'paragraph', text: [{ text }] })
const diff = (before: Block[], after: Block[], full = false) =>
  diffPages({ title: 'Page', blocks: before }, { title: 'Page', blocks: after }, { full })

/** A text with its changes in brackets: `the [-old-][+new+] word`. */
const said = (text: readonly Inline[] = []): string =>
  text
    .map((piece) => {
      const words = 'text' in piece ? piece.text : `<${piece.kind}>`
      const kinds = (piece.marks ?? []).map(({ kind }) => kind)
      if (kinds.includes(DIFF_MARKS.deleted)) return `[-${words}-]`
      if (kinds.includes(DIFF_MARKS.inserted)) return `[+${words}+]`
      return kinds.includes(DIFF_MARKS.formatted) ? `[~${words}~]` : words
    })
    .join('')
const merged = (before: string, after: string, isCode = false) =>
  said(mergeText([{ text: before }], [{ text: after }], new TimeBudget(1_000), isCode))
const changes = (rows: readonly DiffRow[]) =>
  rows.filter((row): row is ChangeRow => row.type !== 'same' && row.type !== 'folded')

it('2.25 words that came and went are told apart, not letters', () => {
  expect(merged('the quick brown fox', 'the slow brown fox jumps')).toBe(
    'the [-quick-][+slow+] brown fox[+ jumps+]',
  )
  // Two words that changed beside each other are one change.
  expect(merged('we meet on Monday at noon in Rome', 'we meet on Friday at noon in New York')).toBe(
    'we meet on [-Monday-][+Friday+] at noon in [-Rome-][+New York+]',
  )
  expect(merged('', 'new')).toBe('[+new+]')
  expect(merged('same', 'same')).toBe('same')
})

it('2.25 Chinese and Japanese words are found without spaces', () => {
  expect(merged('我喜欢红茶', '我喜欢咖啡')).toBe('我喜欢[-红茶-][+咖啡+]')
})

it('2.25 code is compared sign by sign, and its lines stay lines', () => {
  expect(merged('let a = 1;\nrun(a)', 'let b = 1;\nrun(b)', true)).toBe(
    'let [-a-][+b+] = 1;\nrun([-a-][+b+])',
  )
})

it('2.25 a sentence with little in common with the one before stands behind it as a whole', () => {
  expect(merged('The cat sat on the mat in the sun', 'Nothing of it is in the story that was told')).toMatch(
    /^\[-The cat.*\]\[\+Nothing.*\]$/,
  )
})

it('2.25 the same words in another format are marked, and so is an atom that changed', () => {
  const bold = [{ kind: 'bold' }]
  const budget = new TimeBudget(1_000)
  expect(
    said(
      mergeText(
        [{ text: 'a word here' }],
        [{ text: 'a ' }, { text: 'word', marks: bold }, { text: ' here' }],
        budget,
      ),
    ),
  ).toBe('a [~word~] here')
  const date = (day: string): Inline => ({ kind: 'date', attributes: { date: day } })
  const on = { text: 'on ' }
  expect(said(mergeText([on, date('2026-01-01')], [on, date('2026-01-02')], budget))).toBe(
    'on [-<date>-][+<date>+]',
  )
  expect(said(mergeText([on, date('2026-01-01')], [on, date('2026-01-01')], budget))).toBe('on <date>')
})

it('2.25 blocks that were added, removed, moved and changed stand in the order of the later page', () => {
  const before = ['a', 'b', 'c', 'd', 'e'].map((id) => paragraph(id, `${id} text`))
  const after = [
    paragraph('a', 'a text'),
    paragraph('n', 'new'),
    paragraph('d', 'd text'),
    paragraph('c', 'c other text'),
    paragraph('e', 'e text'),
  ]
  const { rows, counts } = diff(before, after)
  expect(counts).toEqual({ added: 1, removed: 1, moved: 1, changed: 1 })
  expect(
    changes(rows)
      .map(({ type, id }) => `${type} ${id}`)
      .sort(),
  ).toEqual(['added n', 'changed c', 'moved d', 'removed b'])
  const ids = rows.flatMap((row) => (row.type === 'folded' ? [] : row.blocks.map(({ id }) => id)))
  expect(ids.filter((id) => id !== 'b')).toEqual(['a', 'n', 'd', 'c', 'e'])
  expect(said(changes(rows).find(({ id }) => id === 'c')!.blocks[0]!.text)).toBe('c [+other +]text')
})

it('2.25 what is the same is folded but for a line of context, unless all is asked for', () => {
  const many = (text: string) =>
    Array.from({ length: 3_000 }, (_, i) => paragraph(`p${i}`, i === 1_500 ? text : `line ${i}`))
  const shown = diff(many('before'), many('after'))
  expect(shown.rows.map((row) => (row.type === 'folded' ? row.count : row.type))).toEqual([
    1_499,
    'same',
    'changed',
    'same',
    1_498,
  ])
  expect(diff(many('a'), many('a')).rows).toEqual([{ type: 'folded', count: 3_000 }])
  const all = diff(many('before'), many('after'), true)
  expect(all.rows.flatMap((row) => (row.type === 'folded' ? [] : row.blocks))).toHaveLength(3_000)
})

it('2.25 a change inside a quote, a list or a table is shown in it; a block that became another kind says so', () => {
  const quote = (...children: Block[]): Block => ({ id: 'q', kind: 'blockquote', children })
  const inQuote = diff(
    [quote(paragraph('x', 'one'), paragraph('y', 'two'))],
    [quote(paragraph('x', 'one more'))],
  )
  const [row] = changes(inQuote.rows)
  expect(row).toMatchObject({ type: 'changed', id: 'q', states: { x: 'changed', y: 'removed' } })
  expect(row!.blocks[0]!.children!.map(({ text }) => said(text))).toEqual(['one[+ more+]', '[-two-]'])

  const item = (checked: boolean): Block => ({
    id: 'i',
    kind: 'listItem',
    attributes: { listStyleType: 'todo', indent: 2, ...(checked && { checked }) },
    text: [{ text: 'Task' }],
  })
  expect(changes(diff([item(false)], [item(true)]).rows)).toMatchObject([{ notes: ['Checked'], indent: 2 }])

  const heading: Block = { id: 'h', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'Title' }] }
  expect(changes(diff([paragraph('h', 'Title')], [heading]).rows)[0]!.notes).toEqual(['Text → Heading 2'])
})

it('2.25 what changed of a block itself is said in the words of its menus', () => {
  const notes = (before: Partial<Block>, after: Partial<Block>) => {
    const block = { id: 'a', kind: 'paragraph', text: [{ text: 'Words' }] }
    const [row] = changes(diff([{ ...block, ...before }], [{ ...block, ...after }]).rows)
    return row?.notes
  }
  const item = (listStyleType: string): Partial<Block> => ({
    kind: 'listItem',
    attributes: { listStyleType },
  })
  expect(notes(item('disc'), item('todo'))).toEqual(['Bulleted list → To-do list'])
  expect(notes({ attributes: { align: 'center' } }, { attributes: { indent: 2 } })).toEqual([
    'Alignment: Center → Default',
    'Indent: Default → 2',
  ])
  // The name of a color says nothing in another language.
  expect(notes({}, { attributes: { color: '#c00000' } })).toEqual(['Text color changed'])
  expect(notes({ kind: 'image', attributes: { thumbhash: 'a' } }, { kind: 'image', attributes: {} })).toEqual(
    ['Details changed'],
  )
})

it('2.25 a table shows rows and columns that came and went, with their cells', () => {
  const table = (columns: string[], rows: string[], text: (cell: string) => string): Block => ({
    id: 't',
    kind: 'table',
    children: [
      ...columns.map((id): Block => ({ id, kind: 'tableColumn' })),
      ...rows.map(
        (row): Block => ({
          id: row,
          kind: 'tableRow',
          children: columns.map((column) => ({
            id: `${row}:${column}`,
            kind: 'tableCell',
            children: [paragraph(`${row}${column}`, text(`${row}${column}`))],
          })),
        }),
      ),
    ],
  })
  const before = table(['c1', 'c2'], ['r1', 'r2'], (cell) => cell)
  const after = table(['c1', 'c3'], ['r1', 'r3'], (cell) => (cell === 'r1c1' ? 'r1c1 more' : cell))
  const [row] = changes(diff([before], [after]).rows)
  const shown = row!.blocks[0]!.children!
  expect(shown.filter(({ kind }) => kind === 'tableColumn').map(({ id }) => id)).toEqual(['c1', 'c2', 'c3'])
  const cells = shown
    .filter(({ kind }) => kind === 'tableRow')
    .map(({ children }) => children!.map((cell) => said(cell.children?.[0]?.text)))
  expect(cells).toEqual([
    ['r1c1[+ more+]', '[-r1c2-]', '[+r1c3+]'],
    ['[-r2c1-]', '[-r2c2-]', ''],
    ['[+r3c1+]', '', '[+r3c3+]'],
  ])
})

it('2.25 a picture that became another one is shown as it was and as it is', () => {
  const image = (url: string): Block => ({ id: 'p', kind: 'image', attributes: { url } })
  const [row] = changes(diff([image('https://a.example/1.png')], [image('https://a.example/2.png')]).rows)
  expect(row!.blocks.map(({ attributes }) => attributes!.url)).toEqual([
    'https://a.example/1.png',
    'https://a.example/2.png',
  ])
  expect(row!.states).toEqual({ 'p~was': 'removed', p: 'added' })
})

it('R34 a page in which everything was written anew is compared in bounded time, and says that it is rough', () => {
  const noise = (seed: number) => {
    let state = seed
    return Array.from({ length: 2_000 }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state.toString(36)
    }).join(' ')
  }
  const many = (offset: number) =>
    Array.from({ length: 300 }, (_, i) => paragraph(`p${i}`, noise(i + offset)))
  const started = cpuTime()
  const { rows, counts, isRough } = diff(many(1), many(10_000))
  // Many times what it is given, for a busy machine.
  expect(cpuTime() - started).toBeLessThan(5_000)
  expect(isRough).toBe(true)
  expect(counts.changed).toBe(300)
  expect(changes(rows)).toHaveLength(300)
})
