import { describe, expect, it } from 'vitest'
import { blocksFromHtml } from '../html/read'
import { normalizeBlocks } from '../json'
import type { Block } from '../kit/block'
import { parseHtml } from '../kit/conformance'
import { blocksFromMarkdown, markdownFromBlocks } from '../markdown'
import { pageSizeOf, whyTooLarge } from '../page-size'
import { plainTextOf } from '../plain-text'

const read = (html: string): Block[] => blocksFromHtml(html, parseHtml)

/** A table as its rows, each cell as its words with how far it reaches. */
function drawn(table: Block | undefined): string {
  const rows = (table?.children ?? []).filter(({ kind }) => kind === 'tableRow')
  const cell = ({ attributes = {}, children = [] }: Block) => {
    const { rowSpan = 1, colSpan = 1 } = attributes
    const size = rowSpan === 1 && colSpan === 1 ? '' : ` ${rowSpan}x${colSpan}`
    return `[${plainTextOf(children)}${size}]`
  }
  return rows.map(({ children = [] }) => children.map(cell).join('')).join(' / ')
}

const columnsOf = (table: Block | undefined): number =>
  (table?.children ?? []).filter(({ kind }) => kind === 'tableColumn').length

describe('3.20 tables of other programs', () => {
  it('header cells, merged cells and their colours are read', () => {
    const [table] = read(
      '<table><thead><tr><th>Name</th><th colspan="2">Where</th></tr></thead><tbody>' +
        '<tr><th>Ada</th><td rowspan="2" style="background-color: red">Here</td><td>1</td></tr>' +
        '<tr><th>Ben</th><td>2</td></tr></tbody></table>',
    )
    expect(drawn(table)).toBe('[Name][Where 1x2] / [Ada][Here 2x1][1] / [Ben][2]')
    expect(table?.attributes).toEqual({ headerRow: true, headerColumn: true })
    expect(table?.children?.[4]?.children?.[1]?.attributes).toEqual({ rowSpan: 2, background: 'red' })
  })

  it('what stands in a cell stays blocks, and a caption comes before the table', () => {
    const [caption, table] = read(
      '<table><caption>Cap</caption><tr><td><h2>Title</h2><ul><li>one<li>two</ul></td><td></td></tr></table>',
    )
    expect(caption).toMatchObject({ kind: 'paragraph', text: [{ text: 'Cap' }] })
    expect(table?.children?.[2]?.children?.[0]?.children?.map(({ kind }) => kind)).toEqual([
      'heading',
      'listItem',
      'listItem',
    ])
  })

  it('S1 an uneven Markdown table of 600 rows and columns is kept as it is and found to be too large', () => {
    const line = (cells: number) => `|${' x |'.repeat(cells)}`
    const short = Array.from({ length: 599 }, () => line(1)).join('\n')
    const blocks = blocksFromMarkdown(`${line(600)}\n|${' - |'.repeat(600)}\n${short}`)
    const count = (all: readonly Block[]): number =>
      all.reduce((sum, { children = [] }) => sum + 1 + count(children), 0)
    expect(count(blocks)).toBeLessThan(5000)
    expect(whyTooLarge(pageSizeOf(blocks))).toMatch(/has 60,000 cells in one table; .* at most 20,000/)
  })

  it.each([
    ['0', '[a][b] / [c][d]'],
    ['-3', '[a][b] / [c][d]'],
    ['many', '[a][b] / [c][d]'],
    ['2.9', '[a 1x2][b] / [c][d][]'],
  ])('R29 a broken span of "%s" costs nothing but the span', (span, expected) => {
    const [table] = read(
      `<table><tr><td colspan="${span}">a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>`,
    )
    expect(drawn(table)).toBe(expected)
  })

  it('R29 R34 spans that are absurdly wide and high, and rows that are too long, end at a bound with all words', () => {
    const row = `<tr>${'<td colspan="999999999" rowspan="999999999">x</td>'.repeat(300)}</tr>`
    const [table] = read(`<table>${row.repeat(20)}</table>`)
    expect(columnsOf(table)).toBeLessThan(250)
    expect(plainTextOf(table ? [table] : []).match(/x/g)).toHaveLength(6000)
  })

  it('R34 a table that is too uneven to be one here is kept as text', () => {
    const wide = `<tr>${'<td>w</td>'.repeat(100)}</tr>`
    const [block] = read(`<table>${wide}${'<tr><td>n</td></tr>'.repeat(2000)}</table>`)
    expect(block?.kind).toBe('codeBlock')
    expect(block?.text?.[0]).toMatchObject({ text: expect.stringContaining('| n |') })
  })

  it('R34 tables in tables of any depth lose no words', () => {
    const deep = `${'<table><tr><td>a'.repeat(3000)}deep`
    const text = plainTextOf(read(deep))
    expect(text).toContain('deep')
    expect(text.match(/a/g)).toHaveLength(3000)
  })

  it('rows and cells without a table are what stands in them', () => {
    expect(plainTextOf(read('<div><tr><td>a</td><td>b</td></tr></div>'))).toContain('a')
  })
})

describe('2.42 tables in Markdown', () => {
  const written = (markdown: string): string => markdownFromBlocks(blocksFromMarkdown(markdown))

  it('a table of GFM comes and goes as one', () => {
    const markdown = '| Name | Sum |\n| :---: | --: |\n| **Ada** \\| Ben | 1 |\n|  | 2 |\n'
    const [table] = blocksFromMarkdown(markdown)
    expect(drawn(table)).toBe('[Name][Sum] / [Ada | Ben][1] / [][2]')
    expect(table?.attributes).toEqual({ headerRow: true })
    expect(written(markdown)).not.toContain('sheaf')
    expect(blocksFromMarkdown(written(markdown)).map(drawn)).toEqual([drawn(table)])
  })

  it('widths of columns stand beside it, its rows are still a table for everybody', () => {
    const [table] = blocksFromMarkdown('| a | b |\n| --- | --- |\n| 1 | 2 |\n') as [Block]
    const children = table.children?.map((part, i) =>
      i === 0 ? { ...part, attributes: { width: 200 } } : part,
    )
    const [wide] = normalizeBlocks([{ ...table, children: children ?? [] }])
    const markdown = markdownFromBlocks([wide as Block])
    expect(markdown).toContain('| a | b |')
    expect(blocksFromMarkdown(markdown)[0]?.children?.[0]?.attributes).toEqual({ width: 200 })
    expect(blocksFromMarkdown(markdown)).toHaveLength(1)
  })
})

describe('3.20 tables in the blocks JSON', () => {
  const line = (text: string): Block => ({ id: text, kind: 'paragraph', text: [{ text }] })

  it('what can be no table is kept word for word', () => {
    const strange: Block = { id: 't', kind: 'table', children: [line('words')] }
    expect(normalizeBlocks([strange])).toEqual([strange])
    const newer: Block = {
      id: 't',
      kind: 'table',
      children: [{ id: 'r', kind: 'tableRow', attributes: { ofTomorrow: 1 }, children: [line('a')] }],
    }
    expect(normalizeBlocks([newer])).toEqual([newer])
  })

  it('rows and cells that stand alone show what is in them', () => {
    const cell: Block = { id: 'c', kind: 'tableCell', children: [line('one')] }
    const row: Block = { id: 'r', kind: 'tableRow', children: [{ ...cell, children: [line('two')] }] }
    expect(normalizeBlocks([cell, row, { id: 'x', kind: 'tableColumn' }])).toEqual([line('one'), line('two')])
  })

  it('R34 tables nested for ever are bounded, without losing words', () => {
    let block: Block = line('deep')
    for (let i = 0; i < 2000; i++) {
      block = {
        id: `t${i}`,
        kind: 'table',
        children: [
          { id: `r${i}`, kind: 'tableRow', children: [{ id: '', kind: 'tableCell', children: [block] }] },
        ],
      }
    }
    expect(plainTextOf(normalizeBlocks([block]))).toBe('deep')
  })
})
