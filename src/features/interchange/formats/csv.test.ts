import { describe, expect, it } from 'vitest'
import type { Block } from '@/blocks'
import { MOST_ROWS } from '@/blocks/data-table/table-model'
import { parseHtmlText } from '../server/parse-html'
import { csvImport } from './csv'

const tools = { parseHtml: parseHtmlText, onProgress: () => undefined }
const read = async (text: string) =>
  csvImport.read({ name: 'a.csv', bytes: new TextEncoder().encode(text) }, tools)

type Row = Record<string, string | number>
async function rowsOf(text: string): Promise<Row[]> {
  const [table] = (await read(text)).blocks as [Block]
  const rows = table.attributes?.data as unknown as Record<string, [string, Row]>
  return Object.values(rows).map(([, cells]) => cells)
}

describe('9.5 a table of a CSV file', () => {
  it('9.5 has all of its lines, however many empty ones stand between them', async () => {
    const lines = Array.from({ length: MOST_ROWS }, (_, at) => `${at},x`)
    for (const between of ['\n', '\n\n', '\n\n\n', '\r\r\n', '\r\n\r\n'])
      expect(await rowsOf(['a,b', ...lines].join(between)), JSON.stringify(between)).toHaveLength(MOST_ROWS)
  })

  it('9.5 is refused for too many rows, also with empty lines between them', async () => {
    const lines = Array.from({ length: MOST_ROWS + 1 }, (_, at) => `${at},x`)
    for (const between of ['\n', '\n\n'])
      await expect(read(['a,b', ...lines].join(between))).rejects.toThrow(/at most 5,000 rows/)
  })

  it('9.5 of one column has an empty cell for an empty line, but not for those at its end', async () => {
    expect(await rowsOf('a\nx\n\ny\n\n\n')).toEqual([{ c0: 'x' }, {}, { c0: 'y' }])
    await expect(read(`a\n${'\n'.repeat(MOST_ROWS + 5)}x`)).rejects.toThrow(/at most 5,000 rows/)
  })

  it('9.5 whose lines end with a sign too many has no line breaks in its cells', async () => {
    expect(await rowsOf('a,b\r\r\n1,x\r\r\n2,y\r\r\n')).toEqual([
      { c0: 1, c1: 'x' },
      { c0: 2, c1: 'y' },
    ])
  })

  it('9.5 says which names of columns are longer than a column is called', async () => {
    const question = 'How satisfied are you? '.repeat(10)
    const { notes } = await read(`short,${question}\n1,2`)
    expect(notes).toEqual([
      { change: 'converted', what: 'Column name of 229 characters', into: 'its first 200', count: 1 },
    ])
  })
})
