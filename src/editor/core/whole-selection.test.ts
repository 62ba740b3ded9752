import { BoundEditor } from '@test/bound-editor'
import { line, table } from '@test/page-tables'
import { Slice } from '@tiptap/pm/model'
import { describe, expect, test } from 'vitest'
import type { Block } from '@/blocks'
import { CellSelection } from '@/blocks/table/cell-selection'
import { deleteBlocks, moveSpan } from './block-commands'
import { BlockSelection } from './block-selection'
import { selectedSpan } from './block-tree'
import { wholeSlice } from './whole-slice'

const T = table('t', ['one', 'two'], ['three', ''])
const holder = (id: string, kind: string, ...children: Block[]): Block => ({ id, kind, children })
const show = (...blocks: Block[]) => BoundEditor.showing(blocks)
const page = () => show(line('a', 'above'), T, line('z', 'below'))

/** The selected blocks by their ids, or the cells. */
function selected({ state }: BoundEditor): string[] | string {
  const { selection } = state
  if (selection instanceof CellSelection) return selection.cells.map(({ node }) => String(node.attrs.id))
  if (!(selection instanceof BlockSelection)) return 'text'
  const { $from, $to } = selection
  return $from.parent.content.content.slice($from.index(), $to.index()).map((node) => String(node.attrs.id))
}

const words = ({ state }: BoundEditor) => state.doc.textContent

describe('T2 a text selection that cuts through something takes it whole', () => {
  const nested: Block = structuredClone(T)
  nested.children?.[2]?.children?.[0]?.children?.push(table('u', ['in', 'side']))
  const columns = holder(
    'g',
    'columnGroup',
    holder('g1', 'column', line('ga', 'left')),
    holder('g2', 'column', T),
  )
  const toggle = holder('o', 'toggle', line('oa', 'title'), line('ob', 'under'))
  test.each<[string, Block[], [string, string], string[] | string]>([
    ['from above into a table', [line('a', 'above'), T], ['a', 'p11'], ['a', 't']],
    ['from a table upwards', [line('a', 'above'), T], ['p21', 'a'], ['a', 't']],
    ['from a table to below', [T, line('z', 'below')], ['p12', 'z'], ['t', 'z']],
    [
      'from one table into another',
      [T, line('m', 'between'), table('u', ['x'])],
      ['p21', 'up11'],
      ['t', 'm', 'u'],
    ],
    ['from one cell into another', [T], ['p11', 'p21'], ['r1:c1', 'r2:c1']],
    ['from a cell into the table in another', [nested], ['p12', 'up11'], ['r1:c1', 'r1:c2']],
    ['from a cell into the table in it', [nested], ['p11', 'up11'], ['p11', 'u']],
    ['from a table in a column into the other column', [columns], ['p11', 'ga'], ['g']],
    ['from above into a column', [line('a', 'above'), columns], ['a', 'ga'], ['a', 'g']],
    ['from above into a toggle', [line('a', 'above'), toggle], ['a', 'oa'], ['a', 'o']],
    ['from under a toggle’s title to below', [toggle, line('z', 'below')], ['ob', 'z'], ['o', 'z']],
    ['from a toggle’s title on', [toggle, line('z', 'below')], ['oa', 'z'], 'text'],
    ['within a toggle', [toggle], ['oa', 'ob'], 'text'],
    ['across a whole table', [line('a', 'above'), T, line('z', 'below')], ['a', 'z'], 'text'],
  ])('%s', (_name, blocks, [from, to], wanted) => {
    const editor = show(...blocks)
    editor.selectFrom(from, 1, to, 2)
    expect(selected(editor)).toEqual(wanted)
    editor.press('Backspace')
    editor.check()
    editor.press('Ctrl+z')
    editor.check()
    expect(editor.stored()).toEqual(show(...blocks).stored())
  })
})

describe('T2 cells are no blocks', () => {
  test.each([
    [['Escape'], ['p11']],
    [['Escape', 'Escape'], ['t']],
    [['Escape', 'Shift+ArrowDown'], ['t']],
    [['Escape', 'ArrowDown'], ['t']],
    [['Escape', 'ArrowUp'], ['t']],
    [
      ['Escape', 'Shift+ArrowUp', 'Shift+ArrowUp'],
      ['a', 't'],
    ],
    [
      ['Escape', 'Escape', 'Shift+ArrowDown'],
      ['t', 'z'],
    ],
    [['Shift+ArrowDown'], ['r1:c1', 'r2:c1']],
    [['Shift+ArrowDown', 'Escape'], ['t']],
  ])('in a cell %j selects %j', (keys, wanted) => {
    const editor = page()
    editor.selectFrom('p11', 1, 'p11', 1)
    editor.press(...keys)
    expect(selected(editor)).toEqual(wanted)
  })

  test('the block of a cell is duplicated, moved and deleted within its cell, which stays', () => {
    const editor = page()
    editor.selectFrom('p11', 1, 'p11', 1)
    editor.press('Escape', 'Ctrl+d')
    expect(words(editor)).toBe('aboveoneonetwothreebelow')
    editor.press('Ctrl+Shift+ArrowUp', 'Ctrl+Shift+ArrowUp', 'Ctrl+Shift+ArrowDown', 'Ctrl+Shift+ArrowDown')
    expect(words(editor)).toBe('aboveoneonetwothreebelow')
    editor.press('Backspace')
    expect(words(editor)).toBe('aboveonetwothreebelow')
    editor.selectFrom('p12', 0, 'p12', 0)
    deleteBlocks(editor.state, editor.view.dispatch)
    expect(words(editor)).toBe('aboveonethreebelow')
    editor.type('new')
    expect(editor.stored()[1]?.children?.map(({ id, children }) => [id, children?.length])).toEqual([
      ['c1', undefined],
      ['c2', undefined],
      ['r1', 2],
      ['r2', 2],
    ])
    editor.check()
  })

  test('a block is taken out of its cell and leaves it empty', () => {
    for (const where of ['a', 'z']) {
      const editor = page()
      editor.selectFrom('p21', 0, 'p21', 0)
      const span = selectedSpan(editor.state)
      const moved = span && moveSpan(editor.state, span, editor.pos(where))
      if (!moved) throw new Error('not moved')
      editor.view.dispatch(moved.tr)
      expect(editor.state.doc.resolve(moved.start).nodeAfter?.textContent).toBe('three')
      expect(words(editor)).toBe(where === 'a' ? 'threeaboveonetwobelow' : 'aboveonetwothreebelow')
      expect(editor.shown().find(({ id }) => id === 't')?.children).toHaveLength(4)
      editor.check()
    }
  })

  test('commands of blocks do not apply to several cells, and typing takes what stands in them', () => {
    const editor = page()
    editor.selectFrom('p11', 1, 'p12', 1)
    const before = editor.stored()
    editor.press('Ctrl+d', 'Ctrl+Shift+ArrowDown', 'Ctrl+Shift+ArrowUp')
    expect(editor.stored()).toEqual(before)
    editor.type('x')
    expect(words(editor)).toBe('abovexthreebelow')
    editor.check()
  })
})

describe('T5 cut and paste around tables', () => {
  test.each([
    ['p11', 'z'],
    ['z', 'p22'],
    ['p12', 'a'],
    ['a', 'p21'],
    ['p11', 'p21'],
    ['a', 'z'],
  ])('from %s to %s, cut, then pasted everywhere', async (from, to) => {
    for (const where of ['first', 'last', 'cell'] as const) {
      const editor = show(
        line('first', 'first'),
        ...page().stored(),
        table('u', ['cell', '']),
        line('last', 'last'),
      )
      if (to === 'p22') editor.selectFrom(from, 1, 'p21', 1)
      else editor.selectFrom(from, 1, to, 1)
      editor.press('Ctrl+x')
      await Promise.resolve()
      editor.check()
      const target = where === 'cell' ? 'up11' : where
      editor.selectFrom(target, 2, target, 2)
      editor.press('Ctrl+v')
      await Promise.resolve()
      editor.check()
      expect(words(editor)).toMatch(/^fi.*st.*la.*st$/)
      editor.close()
    }
  })

  test('a slice that cuts through a table is made whole, wherever it was cut, and fits wherever it is pasted', () => {
    const editor = show(
      line('a', 'above'),
      T,
      holder('q', 'blockquote', table('u', ['in', 'quote'])),
      line('z', 'below'),
    )
    const { doc } = editor.state
    for (let from = 0; from < doc.content.size; from += 3) {
      for (let to = from + 1; to <= doc.content.size; to += 4) {
        const cut = doc.slice(from, to)
        const whole = wholeSlice(new Slice(cut.content, cut.openStart, cut.openEnd))
        expect(whole.content.textBetween(0, whole.content.size)).toBe(
          cut.content.textBetween(0, cut.content.size),
        )
        for (const id of ['a', 'p11', 'up11', 'z']) {
          const tr = editor.state.tr.replaceRange(editor.pos(id) + 2, editor.pos(id) + 2, whole)
          tr.doc.check()
        }
      }
    }
  })
})
