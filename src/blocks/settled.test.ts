import { expect, test } from 'vitest'
import type { Block } from './kit/block'
import { settledBlocks } from './settled'

const insert = { type: 'insert', by: 'eve' }
const remove = { type: 'delete', by: 'eve' }
const paragraph = (id: string, text: Block['text'], attributes?: Block['attributes']): Block => ({
  id,
  kind: 'paragraph',
  ...(attributes && { attributes }),
  text,
})

test('S7 suggested words and blocks do not stand there yet, those suggested away still do, comments are nothing', () => {
  const page: Block[] = [
    paragraph('p1', [
      { text: 'kept', marks: [{ kind: 'bold' }, { kind: 'comment', attributes: { id: 'c' } }] },
      { text: ' new', marks: [{ kind: 'suggestion', attributes: insert }] },
      { text: ' old', marks: [{ kind: 'suggestion', attributes: remove }] },
    ]),
    paragraph('p2', [{ text: 'suggested block' }], { suggestion: insert }),
    paragraph('p3', [{ text: 'block suggested away' }], { suggestion: remove, comment: { id: 'c' } }),
    {
      id: 't1',
      kind: 'toggle',
      attributes: { suggestion: insert },
      text: [{ text: 'suggested toggle' }],
      children: [paragraph('p4', [{ text: 'inside of it' }])],
    },
    {
      id: 'q1',
      kind: 'blockquote',
      children: [
        paragraph('p5', [{ text: 'deep' }], { suggestion: insert }),
        paragraph('p6', [{ text: 'stays' }]),
      ],
    },
    { id: 'u1', kind: 'hologram', attributes: { light: 3, suggestion: remove } },
  ]
  expect(settledBlocks(page)).toEqual([
    paragraph('p1', [{ text: 'kept', marks: [{ kind: 'bold' }] }, { text: ' old' }]),
    paragraph('p3', [{ text: 'block suggested away' }]),
    { id: 'q1', kind: 'blockquote', children: [paragraph('p6', [{ text: 'stays' }])] },
    { id: 'u1', kind: 'hologram', attributes: { light: 3 } },
  ])
})

test('S7 a table without its suggested rows and columns is whole, and its merged cells are smaller', () => {
  const cell = (row: string, column: string, attributes?: Block['attributes']): Block => ({
    id: `${row}:${column}`,
    kind: 'tableCell',
    ...(attributes && { attributes }),
    children: [paragraph(`${row}${column}`, [{ text: `${row}${column}` }])],
  })
  const row = (id: string, cells: Block[], attributes?: Block['attributes']): Block => ({
    id,
    kind: 'tableRow',
    ...(attributes && { attributes }),
    children: cells,
  })
  const table: Block = {
    id: 'table',
    kind: 'table',
    children: [
      { id: 'a', kind: 'tableColumn' },
      { id: 'b', kind: 'tableColumn', attributes: { suggestion: insert } },
      { id: 'c', kind: 'tableColumn' },
      row('r1', [cell('r1', 'a', { colSpan: 2 }), cell('r1', 'c', { rowSpan: 2 })]),
      row('r2', [cell('r2', 'a'), cell('r2', 'b')], { suggestion: insert }),
      row('r3', [cell('r3', 'a'), cell('r3', 'b'), cell('r3', 'c')]),
    ],
  }
  const [settled] = settledBlocks([table])
  expect(settled?.children?.map(({ id }) => id)).toEqual(['a', 'c', 'r1', 'r3'])
  expect(settled?.children?.slice(2).map(({ children }) => children)).toEqual([
    [cell('r1', 'a'), cell('r1', 'c')],
    [cell('r3', 'a'), cell('r3', 'c')],
  ])
})
