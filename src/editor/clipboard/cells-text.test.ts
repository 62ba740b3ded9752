import { Fragment, Slice } from '@tiptap/pm/model'
import { describe, expect, it } from 'vitest'
import { type Block, docFromBlocks } from '@/blocks'
import { textOfCells } from './cells-text'

const cell = (text: string, attributes?: Block['attributes']): Block => ({
  id: '',
  kind: 'tableCell',
  ...(attributes ? { attributes } : {}),
  children: [{ id: '', kind: 'paragraph', text: text ? [{ text }] : [] }],
})

const copied = (...rows: Block[][]): string => {
  const children = rows.map((cells) => ({ id: '', kind: 'tableRow', children: cells }))
  const doc = docFromBlocks([{ id: 't', kind: 'table', children }])
  return textOfCells(new Slice(Fragment.from(doc.firstChild!), 0, 0))
}

describe('3.20 cells on the clipboard, as spreadsheets take them', () => {
  it('stand between tabs, with quotes around those that hold a tab, a line end or a quote', () => {
    expect(copied([cell('a'), cell('b\tc')], [cell('say "hi"'), cell('two\nlines')])).toBe(
      'a\t"b\tc"\n"say ""hi"""\t"two\nlines"',
    )
  })

  it('a merged one stands at the first of its places', () => {
    expect(copied([cell('wide', { colSpan: 2 }), cell('c')], [cell('d'), cell('e'), cell('f')])).toBe(
      'wide\t\tc\nd\te\tf',
    )
  })

  it('R35 what a spreadsheet would run is text, and numbers stay numbers', () => {
    expect(copied([cell('=1+1'), cell('@sum'), cell('+cmd|x'), cell('-5'), cell('-5+cmd')])).toBe(
      "'=1+1\t'@sum\t'+cmd|x\t-5\t'-5+cmd",
    )
  })
})
