import { describe, expect, it } from 'vitest'
import { columnsOf, setColumns, sharesOf, tidyColumns } from '../columns/column-commands'
import { blockKind } from '../kinds'
import type { Block } from '../kit/block'
import { editing } from './test-editing'
import { insertBlock } from './turn-into'

const p = (words: string, id = words.replace('|', '') || 'empty'): Block => ({
  id,
  kind: 'paragraph',
  ...(words ? { text: [{ text: words }] } : {}),
})
const within = (kind: string, ...children: Block[]): Block => ({ id: kind, kind, children })
const columns = (...held: Block[][]): Block =>
  within('columnGroup', ...held.map((children, at) => ({ id: `c${at}`, kind: 'column', children })))

type Page = ReturnType<typeof editing>
const backspace = (page: Page) => page.press({ key: 'Backspace' })
const enter = (page: Page) => page.press({ key: 'Enter' })

/** `callout(paragraph a, paragraph b)`: kinds and words, without ids. */
const outline = (blocks: readonly Block[]): string =>
  blocks
    .map(({ kind, children, text }) => {
      const words = (text ?? []).map((piece) => ('text' in piece ? piece.text : '')).join('')
      return children
        ? `${kind}(${outline(children)})`
        : kind === 'paragraph'
          ? words || '_'
          : `${kind} ${words}`
    })
    .join(', ')
const shape = (page: Page) => outline(page.blocks())
const run = (page: Page, command: ReturnType<typeof setColumns>): boolean =>
  page.editor.commands.command(({ state, tr, dispatch }) => command(state, tr, Boolean(dispatch)))
const entry = (kind: string, id: string) => blockKind(kind)!.insert.find((one) => one.id === id)!

describe('callout and toggle while they are edited', () => {
  it.each(['callout', 'toggle'])(
    'Backspace at the very start of a %s takes it away, its blocks stay',
    (kind) => {
      const page = editing(p('before'), within(kind, p('|one'), p('two')))
      expect(backspace(page)).toBe(true)
      expect(shape(page)).toBe('before, one, two')
      expect(page.caret()).toEqual({ id: 'one', offset: 0 })
    },
  )

  it('Backspace first makes text of a heading that begins one', () => {
    const page = editing(within('toggle', { ...p('|one'), kind: 'heading' }))
    backspace(page)
    expect(shape(page)).toBe('toggle(one)')
    backspace(page)
    expect(shape(page)).toBe('one')
  })

  it('Enter in an empty last block leaves a callout', () => {
    const page = editing(within('callout', p('one'), p('|', 'empty')))
    enter(page)
    page.type('x')
    expect(shape(page)).toBe('callout(one), x')
  })

  it('Enter in an empty title makes the toggle what it holds', () => {
    const page = editing(within('toggle', p('|', 'title'), p('two')))
    enter(page)
    expect(shape(page)).toBe('_, two')
  })

  it('Backspace right after "+ " gives back what was typed', () => {
    const page = editing(p('|'))
    page.type('+ ')
    backspace(page)
    expect(shape(page)).toBe('+ ')
  })

  it('turning into a callout wraps, again takes it away', () => {
    const page = editing(p('one|'))
    const { turnInto } = entry('callout', 'callout')
    run(page, turnInto!)
    expect(shape(page)).toBe('callout(one)')
    run(page, turnInto!)
    expect(shape(page)).toBe('one')
    expect(page.caret()).toEqual({ id: 'one', offset: 3 })
  })

  it('turning a title into a toggle takes the toggle away, a block inside becomes one in it', () => {
    const { turnInto } = entry('toggle', 'toggle')
    const title = editing(within('toggle', p('one|'), p('two')))
    run(title, turnInto!)
    expect(shape(title)).toBe('one, two')
    const inside = editing(within('toggle', p('one'), p('two|')))
    run(inside, turnInto!)
    expect(shape(inside)).toBe('toggle(one, toggle(two))')
  })

  it('a new one has an empty block with the caret', () => {
    const page = editing(p('one|'))
    run(page, insertBlock(blockKind('callout')!))
    page.type('x')
    expect(shape(page)).toBe('one, callout(x)')
  })
})

describe('columns while they are edited', () => {
  it.each([2, 3])(
    '2.42 %i columns take the place of an empty paragraph, the caret is in the first',
    (count) => {
      const page = editing(p('|', 'empty'))
      run(page, entry('columnGroup', `columns-${count}`).insert!)
      page.type('x')
      expect(shape(page)).toBe(
        `columnGroup(column(x), ${Array(count - 1)
          .fill('column(_)')
          .join(', ')})`,
      )
    },
  )

  it('2.42 turning blocks into columns puts them into the first', () => {
    const page = editing(p('a|b', 'one'), p('c|d', 'two'))
    run(page, setColumns(2))
    expect(shape(page)).toBe('columnGroup(column(ab, cd), column(_))')
    expect(
      page.editor.state.doc.textBetween(
        page.editor.state.selection.from,
        page.editor.state.selection.to,
        '/',
      ),
    ).toBe('b/c')
  })

  it('2.42 the number of columns is changed in place, and nothing is lost', () => {
    const page = editing(columns([p('a|')], [p('b')], [p('c'), p('d')]))
    run(page, setColumns(2))
    expect(shape(page)).toBe('columnGroup(column(a), column(b, c, d))')
    run(page, setColumns(3))
    expect(shape(page)).toBe('columnGroup(column(a), column(b, c, d), column(_))')
    run(page, setColumns(1))
    expect(shape(page)).toBe('a, b, c, d')
    expect(page.caret()).toEqual({ id: 'a', offset: 1 })
    expect(run(page, setColumns(1))).toBe(false)
  })

  it('Backspace in the last, empty, block of a column takes the column away', () => {
    const page = editing(columns([p('a')], [p('|', 'empty')], [p('c')]))
    expect(backspace(page)).toBe(true)
    expect(shape(page)).toBe('columnGroup(column(a), column(c))')
    expect(page.caret()).toEqual({ id: 'a', offset: 1 })
  })

  it('with the second but last column the group is dissolved', () => {
    const page = editing(p('before'), columns([p('|', 'empty')], [p('b'), p('c')]), p('after'))
    backspace(page)
    expect(shape(page)).toBe('before, b, c, after')
    expect(page.caret()).toEqual({ id: 'b', offset: 0 })
  })

  it('Backspace at the start of a column that holds something tears nothing down', () => {
    const page = editing(columns([p('a')], [p('|b')]))
    expect(backspace(page)).toBe(true)
    expect(shape(page)).toBe('columnGroup(column(a), column(b))')
  })

  it('Enter in a column stays in it', () => {
    const page = editing(columns([p('a|')], [p('b')]))
    enter(page)
    enter(page)
    page.type('x')
    expect(shape(page)).toBe('columnGroup(column(a, _, x), column(b))')
  })

  it('a group is brought into shape: other blocks get columns, a single column dissolves it', () => {
    const stray = editing(within('columnGroup', p('a'), { id: 'c', kind: 'column', children: [p('b|')] }))
    const tidy = (page: Page) =>
      page.editor.commands.command(({ tr }) => tidyColumns(tr, columnsOf(tr.selection)!.pos))
    expect(tidy(stray)).toBe(true)
    expect(shape(stray)).toBe('columnGroup(column(a), column(b))')
    expect(tidy(stray)).toBe(false)
    const single = editing(columns([p('a'), p('|b')]))
    expect(tidy(single)).toBe(true)
    expect(shape(single)).toBe('a, b')
    expect(single.caret()).toEqual({ id: 'b', offset: 0 })
  })

  it('shares are whole and make a hundred', () => {
    expect(sharesOf([1, 1, 1])).toEqual([34, 33, 33])
    expect(sharesOf([30, 70])).toEqual([30, 70])
    for (const widths of [
      [10, 10, 90],
      [33, 33],
      [1, 2, 3],
    ])
      expect(sharesOf(widths).reduce((sum, share) => sum + share, 0)).toBe(100)
  })
})
