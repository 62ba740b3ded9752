import { describe, expect, it } from 'vitest'
import type { Block } from '../index'
import { withoutIds } from '../markdown/write'
import { editing } from './test-editing'

const block = (id: string, words: string, kind = 'paragraph', attributes?: Block['attributes']): Block => ({
  id,
  kind,
  ...(attributes ? { attributes } : {}),
  ...(words ? { text: [{ text: words }] } : {}),
})
const p = (words: string, attributes?: Block['attributes']) => block('a', words, 'paragraph', attributes)
const item = (words: string, attributes?: Block['attributes'], id = 'a') =>
  block(id, words, 'listItem', attributes)
const said = (made: Block) => withoutIds(made)

describe('Markdown shortcuts at the start of a block (product.md 5.20)', () => {
  it.each([
    ['# ', block('', '', 'heading')],
    ['## ', block('', '', 'heading', { level: 2 })],
    ['### ', block('', '', 'heading', { level: 3 })],
    ['###### ', block('', '', 'heading', { level: 6 })],
    ['- ', item('')],
    ['* ', item('')],
    ['1. ', item('', { listStyleType: 'decimal' })],
    ['1) ', item('', { listStyleType: 'decimal' })],
    ['7. ', item('', { listStyleType: 'decimal', listStart: 7 })],
    ['[] ', item('', { listStyleType: 'todo' })],
    ['[ ] ', item('', { listStyleType: 'todo' })],
    ['[x] ', item('', { listStyleType: 'todo', checked: true })],
    ['``` ', block('', '', 'codeBlock')],
    ['```ts\n', block('', '', 'codeBlock', { lang: 'ts' })],
  ])('5.20 typing %j', (typed, wanted) => {
    const page = editing(p('|rest'))
    page.type(typed)
    expect(page.page()).toEqual([said({ ...wanted, text: [{ text: 'rest' }] })])
    expect(page.caret()).toEqual({ id: 'a', offset: 0 })
  })

  it('5.20 typing "> " makes a quote around the block', () => {
    const page = editing(p('|rest'))
    page.type('> ')
    expect(page.blocks()).toMatchObject([{ kind: 'blockquote', children: [{ id: 'a', kind: 'paragraph' }] }])
  })

  it('5.20 typing "---" makes a rule, and typing goes on below it', () => {
    const page = editing(p('|'))
    page.type('---x')
    expect(page.page()).toEqual([{ kind: 'horizontalRule' }, said(p('x'))])
  })

  it('5.20 typing "+ " makes a toggle with the block as its title', () => {
    const page = editing(p('|rest', { indent: 1 }))
    page.type('+ ')
    expect(page.blocks()).toMatchObject([
      { kind: 'toggle', attributes: { indent: 1 }, children: [{ id: 'a', kind: 'paragraph' }] },
    ])
    expect(page.caret()).toEqual({ id: 'a', offset: 0 })
  })

  it('5.20 off inside code blocks and in the middle of a text', () => {
    for (const [given, typed, wanted] of [
      [block('a', '|', 'codeBlock'), '# **x**', '# **x**'],
      [p('a|'), '# x', 'a# x'],
    ] as const) {
      const page = editing(given)
      page.type(typed)
      expect(page.page()).toEqual([said({ ...given, text: [{ text: wanted }] })])
    }
  })

  it('5.20 Backspace right after a shortcut gives back what was typed', () => {
    const page = editing(p('|'))
    page.type('## ')
    page.press({ key: 'Backspace' })
    expect(page.page()).toEqual([said(p('## '))])
  })
})

describe('Markdown shortcuts around text (product.md 5.20)', () => {
  it.each([
    ['**x y**', 'bold'],
    ['__x y__', 'underline'],
    ['*x y*', 'italic'],
    ['_x y_', 'italic'],
    ['~~x y~~', 'strikethrough'],
    ['^x y^', 'superscript'],
    ['~x y~', 'subscript'],
    ['`x y`', 'code'],
    ['==x y==', 'highlight'],
  ])('5.20 typing %j', (typed, kind) => {
    const page = editing(p('a |'))
    page.type(`${typed}z`)
    expect(page.page()).toEqual([
      { kind: 'paragraph', text: [{ text: 'a ' }, { text: 'x y', marks: [{ kind }] }, { text: 'z' }] },
    ])
  })

  it('5.20 H~2~O and x^2^ are typed in one word', () => {
    for (const [typed, kind] of [
      ['H~2~O', 'subscript'],
      ['x^2^', 'superscript'],
    ] as const) {
      const page = editing(p('|'))
      page.type(typed)
      expect(page.page()[0]!.text![1]).toEqual({ text: '2', marks: [{ kind }] })
    }
  })

  it.each([
    ...['2 * 3 * 4', 'snake_case_name', 'a ** b ** c', '~ a ~', '`a*` b*c'],
    ...['2^3 + 3^', '5~10, 20~', 'a==b or c=='],
  ])('5.20 %j stays', (typed) => {
    const page = editing(p('|'))
    page.type(typed)
    expect(page.page()[0]!.text!.every((piece) => !piece.marks || piece.marks[0]!.kind === 'code')).toBe(true)
  })

  it('5.20 off inside inline code', () => {
    const page = editing({ id: 'a', kind: 'paragraph', text: [{ text: 'x|', marks: [{ kind: 'code' }] }] })
    page.type('*y*')
    expect(page.page()).toEqual([{ kind: 'paragraph', text: [{ text: 'x*y*', marks: [{ kind: 'code' }] }] }])
  })
})

describe('Enter', () => {
  const enter = (...given: Block[]) => {
    const page = editing(...given)
    page.press({ key: 'Enter' })
    return page
  }

  it('the first half keeps the id, or the second when the first is empty', () => {
    const middle = enter(p('one| two')).blocks()
    expect(middle.map(said)).toEqual([said(p('one')), said(p(' two'))])
    expect(middle[0]!.id).toBe('a')
    const start = enter(p('|one'))
    expect(start.blocks()[1]!.id).toBe('a')
    expect(start.caret()).toEqual({ id: 'a', offset: 0 })
    expect(new Set(start.blocks().map(({ id }) => id)).size).toBe(2)
  })

  it('after a heading comes text', () => {
    expect(enter(block('a', 'Title|', 'heading', { level: 2 })).page()).toEqual([
      said(block('', 'Title', 'heading', { level: 2 })),
      { kind: 'paragraph' },
    ])
  })

  it('goes on with the list, unticked and without its restart', () => {
    expect(enter(item('x|', { listStyleType: 'decimal', listStart: 4, indent: 1 })).page()[1]).toEqual(
      said(item('', { listStyleType: 'decimal', indent: 1 })),
    )
    expect(enter(item('x|', { listStyleType: 'todo', checked: true })).page()[1]).toEqual(
      said(item('', { listStyleType: 'todo' })),
    )
  })

  it('on an empty item steps out, then becomes text', () => {
    const page = editing(item('x', {}, 'b'), item('|', { indent: 1 }))
    page.press({ key: 'Enter' })
    expect(page.page()[1]).toEqual(said(item('')))
    page.press({ key: 'Enter' })
    expect(page.page()[1]).toEqual({ kind: 'paragraph' })
  })

  it('on the empty last line of a quote leaves the quote', () => {
    const page = enter({ id: 'q', kind: 'blockquote', children: [block('b', 'x'), p('|')] })
    expect(page.page()).toEqual([{ kind: 'blockquote', children: [said(p('x'))] }, { kind: 'paragraph' }])
  })

  it('in code is a new line with the same indentation; one may stay empty, and behind two it leaves', () => {
    const page = editing(block('a', '  if x|', 'codeBlock'))
    page.press({ key: 'Enter' })
    expect(page.page()).toEqual([said(block('', '  if x\n  ', 'codeBlock'))])
    page.press({ key: 'Enter' })
    expect(page.page()).toEqual([said(block('', '  if x\n  \n  ', 'codeBlock'))])
    page.press({ key: 'Enter' })
    expect(page.page()).toEqual([said(block('', '  if x', 'codeBlock')), { kind: 'paragraph' }])
    expect(page.caret().id).toBe(page.blocks()[1]!.id)
  })

  it('in a list that begins at five, before its first item, is an item that begins at five', () => {
    const page = enter(item('|x', { listStyleType: 'decimal', listStart: 5 }))
    expect(page.page()).toEqual([
      said(item('', { listStyleType: 'decimal', listStart: 5 })),
      said(item('x', { listStyleType: 'decimal' })),
    ])
  })

  it('before the words of a toggle’s title is a line above it', () => {
    const toggle: Block = { id: 't', kind: 'toggle', children: [p('|x'), block('b', 'inside')] }
    const page = enter(toggle)
    expect(page.page()).toEqual([
      { kind: 'paragraph' },
      { kind: 'toggle', children: [said(p('x')), said(block('', 'inside'))] },
    ])
  })

  it('with Shift is a line break', () => {
    const page = editing(p('a|b'))
    page.press({ key: 'Enter', shift: true })
    expect(page.page()).toEqual([said(p('a\nb'))])
  })
})

describe('Backspace and Tab', () => {
  it('Backspace at the start turns items and headings into text, then steps out', () => {
    const page = editing(block('b', 'x'), item('|y', { indent: 1, listStyleType: 'todo' }))
    page.press({ key: 'Backspace' })
    expect(page.page()[1]).toEqual(said(p('y', { indent: 1 })))
    page.press({ key: 'Backspace' })
    expect(page.page()[1]).toEqual(said(p('y')))
    page.press({ key: 'Backspace' })
    expect(page.page()).toEqual([said(p('xy'))])
    expect(page.blocks()[0]!.id).toBe('b')
  })

  it('Backspace at the start of code does not dissolve it, unless it is empty', () => {
    const full = editing(block('b', 'x'), block('a', '|y', 'codeBlock'))
    full.press({ key: 'Backspace' })
    expect(full.page()).toHaveLength(2)
    const empty = editing(block('b', 'x'), { id: 'a', kind: 'codeBlock', text: [{ text: '|' }] })
    empty.press({ key: 'Backspace' })
    expect(empty.page()[1]).toEqual({ kind: 'paragraph' })
  })

  it.each([{ ctrl: true }, { shift: true }])(
    'at the start of a block Backspace with %j held does what it does alone',
    (held) => {
      const heading = editing(block('b', 'x'), block('a', '|y', 'heading', { level: 2 }))
      heading.press({ key: 'Backspace', ...held })
      expect(heading.page()[1]).toEqual(said(p('y')))
      const code = editing(block('b', 'x'), block('a', '|y', 'codeBlock'))
      code.press({ key: 'Backspace', ...held })
      expect(code.page()).toHaveLength(2)
    },
  )

  it('Tab moves an item in with what hangs under it, at most one step deeper than the one before', () => {
    const page = editing(item('x', {}, 'b'), item('|y'), item('z', { indent: 1 }, 'c'))
    page.press({ key: 'Tab' })
    page.press({ key: 'Tab' })
    expect(page.page().map(({ attributes }) => attributes?.indent ?? 0)).toEqual([0, 1, 2])
    page.press({ key: 'Tab', shift: true })
    expect(page.page().map(({ attributes }) => attributes?.indent ?? 0)).toEqual([0, 0, 1])
  })

  it('Tab in code indents, over all selected lines', () => {
    const page = editing(block('a', 'a|\nb\nc|', 'codeBlock'))
    page.press({ key: 'Tab' })
    expect(page.page()).toEqual([said(block('', '  a\n  b\n  c', 'codeBlock'))])
    page.press({ key: 'Tab', shift: true })
    expect(page.page()).toEqual([said(block('', 'a\nb\nc', 'codeBlock'))])
  })
})

describe('keys of kinds and marks (rulings 5)', () => {
  it.each([
    [{ key: 'b', ctrl: true }, 'bold'],
    [{ key: 'i', ctrl: true }, 'italic'],
    [{ key: 'u', ctrl: true }, 'underline'],
    [{ key: 'e', ctrl: true }, 'code'],
    [{ key: 'x', ctrl: true, shift: true }, 'strikethrough'],
    [{ key: 'h', ctrl: true, shift: true }, 'highlight'],
    [{ key: ',', ctrl: true }, 'subscript'],
    [{ key: '.', ctrl: true }, 'superscript'],
  ])('9.3 %j marks the selection, and unmarks it', (key, kind) => {
    const page = editing(p('|word|'))
    expect(page.press(key)).toBe(true)
    expect(page.page()).toEqual([{ kind: 'paragraph', text: [{ text: 'word', marks: [{ kind }] }] }])
    page.press(key)
    expect(page.page()).toEqual([said(p('word'))])
  })

  it.each([
    ['1', block('', 'x', 'heading')],
    ['2', block('', 'x', 'heading', { level: 2 })],
    ['3', block('', 'x', 'heading', { level: 3 })],
    ['6', block('', 'x', 'heading', { level: 6 })],
    ['8', block('', 'x', 'codeBlock')],
  ])('9.3 mod+alt+%s turns the block, and back', (key, wanted) => {
    const page = editing(p('x|'))
    page.press({ key, ctrl: true, alt: true })
    expect(page.page()).toEqual([said(wanted)])
    expect(page.caret()).toEqual({ id: 'a', offset: 1 })
    page.press({ key, ctrl: true, alt: true })
    expect(page.page()).toEqual([said(p('x'))])
  })

  it('9.3 mod+alt+0 makes text, mod+shift+period a quote, and out of it again', () => {
    const page = editing(block('a', 'x|', 'heading'))
    page.press({ key: '0', ctrl: true, alt: true })
    expect(page.page()).toEqual([said(p('x'))])
    page.press({ key: '.', ctrl: true, shift: true })
    expect(page.page()).toEqual([{ kind: 'blockquote', children: [said(p('x'))] }])
    page.press({ key: '.', ctrl: true, shift: true })
    expect(page.page()).toEqual([said(p('x'))])
  })
})

describe('commands', () => {
  it('turn several blocks at once, keeping ids, text and line breaks', () => {
    const page = editing(p('o|ne\ntwo'), block('b', 'three|'))
    page.editor.commands.toggleListStyle('square')
    expect(page.blocks()).toEqual([
      item('one\ntwo', { listStyleType: 'square' }),
      item('three', { listStyleType: 'square' }, 'b'),
    ])
    page.editor.commands.turnInto('codeBlock')
    expect(page.page()[0]).toEqual(said(block('', 'one\ntwo', 'codeBlock')))
    page.editor.commands.turnInto('paragraph')
    expect(page.page()[0]).toEqual(said(p('one\ntwo')))
  })

  it('insert below, or in place of an empty paragraph', () => {
    const page = editing(p('x|'))
    page.editor.commands.insertBlock('heading', { level: 2 })
    expect(page.page()).toEqual([said(p('x')), said(block('', '', 'heading', { level: 2 }))])
    const empty = editing(p('|'))
    empty.editor.commands.insertBlock('horizontalRule')
    expect(empty.page()).toEqual([{ kind: 'horizontalRule' }, { kind: 'paragraph' }])
  })

  it('tick a to-do by key or place, and nothing else', () => {
    const page = editing(item('x|', { listStyleType: 'todo' }))
    page.press({ key: 'Enter', ctrl: true, alt: true })
    expect(page.page()).toEqual([said(item('x', { listStyleType: 'todo', checked: true }))])
    expect(editing(p('x|')).editor.can().toggleChecked()).toBe(false)
  })
})

describe('Delete at the end of a block', () => {
  const quote = (...children: Block[]): Block => ({ id: 'q', kind: 'blockquote', children })
  const toggle = (id: string, ...children: Block[]): Block => ({ id, kind: 'toggle', children })
  const q = (id: string, words: string) => block(id, words)
  const columns = (): Block => ({
    id: 'g',
    kind: 'columnGroup',
    children: [
      { id: 'c1', kind: 'column', children: [q('l', 'Left')] },
      { id: 'c2', kind: 'column', children: [q('r', 'Right')] },
    ],
  })
  const shape = (blocks: readonly Block[]): unknown[] =>
    blocks.map(({ kind, text, children }) =>
      children
        ? [kind, ...shape(children)]
        : (text ?? []).map((part) => ('text' in part ? part.text : '')).join(''),
    )
  const pressed = (key: 'Delete' | 'Backspace', ...blocks: Block[]) => {
    const page = editing(...blocks)
    page.press({ key })
    return { shape: shape(page.blocks()), caret: page.caret() }
  }

  it.each<[string, Block[], unknown[]]>([
    [
      'an empty line above a quote goes',
      [q('a', '|'), quote(q('b', 'One'), q('c', 'Two'))],
      [['blockquote', 'One', 'Two']],
    ],
    [
      'the first line of a quote comes up',
      [q('a', 'x|'), quote(q('b', 'One'), q('c', 'Two'))],
      ['xOne', ['blockquote', 'Two']],
    ],
    [
      'with its only line the quote goes',
      [q('a', 'x|'), quote(q('b', 'One')), q('d', 'end')],
      ['xOne', 'end'],
    ],
    [
      'the title of a toggle comes up, what it hid stays',
      [q('a', 'x|'), toggle('t', q('b', 'Title'), q('c', 'in'))],
      ['xTitle', 'in'],
    ],
    [
      'an empty line above a toggle goes',
      [q('a', '|'), toggle('t', q('b', 'Title'), q('c', 'in'))],
      [['toggle', 'Title', 'in']],
    ],
    [
      'at the end of a toggle the next one is not drawn in',
      [toggle('t', q('a', 'One'), q('b', 'in|')), toggle('u', q('c', 'Two'), q('d', 'out'))],
      [['toggle', 'One', 'inTwo'], 'out'],
    ],
    [
      'at the end of a quote what follows comes up',
      [quote(q('a', 'One|')), q('b', 'two'), q('c', 'three')],
      [['blockquote', 'Onetwo'], 'three'],
    ],
    ['what stands beside each other is joined as ever', [q('a', 'one|'), q('b', 'two')], ['onetwo']],
    [
      'code is not drawn into a text',
      [q('a', 'x|'), quote(block('b', 'code', 'codeBlock'))],
      ['x', ['blockquote', 'code']],
    ],
  ])('%s', (_what, given, wanted) => {
    expect(pressed('Delete', ...given).shape).toEqual(wanted)
  })

  it('in the empty title of a toggle what follows comes up into it, and the toggle keeps its title', () => {
    const made = pressed(
      'Delete',
      toggle('t', q('a', '|'), quote(q('b', 'One'), q('c', 'Two')), q('d', 'in')),
    )
    expect(made).toEqual({
      shape: [['toggle', 'One', ['blockquote', 'Two'], 'in']],
      caret: { id: 'a', offset: 0 },
    })
    const columned = pressed('Delete', q('x', 'above'), toggle('t', q('a', '|'), columns()))
    expect(columned.shape).toEqual([
      'above',
      ['toggle', '', ['columnGroup', ['column', 'Left'], ['column', 'Right']]],
    ])
    expect(columned.caret).toEqual({ id: 'l', offset: 0 })
    // A quote that ends with columns is a quote: its first line comes up.
    expect(pressed('Delete', q('a', 'x|'), quote(q('b', 'One'), columns())).shape).toEqual([
      'xOne',
      ['blockquote', ['columnGroup', ['column', 'Left'], ['column', 'Right']]],
    ])
  })

  it('in front of columns, and Backspace behind them, the caret goes into them; they stay, whatever is pressed', () => {
    for (const words of ['x|', '|']) {
      const before = pressed('Delete', q('a', words), columns(), q('z', 'end'))
      expect(before.shape.at(-2)).toEqual(['columnGroup', ['column', 'Left'], ['column', 'Right']])
      expect(before.caret).toEqual({ id: 'l', offset: 0 })
      expect(before.shape).toHaveLength(words === '|' ? 2 : 3)
    }
    for (const words of ['|x', '|']) {
      const behind = pressed('Backspace', columns(), q('a', words), q('z', 'end'))
      expect(behind.shape[0]).toEqual(['columnGroup', ['column', 'Left'], ['column', 'Right']])
      expect(behind.caret).toEqual({ id: 'r', offset: 5 })
      expect(behind.shape).toHaveLength(words === '|' ? 2 : 3)
    }
    const page = editing(columns(), q('a', '|x'))
    for (let times = 0; times < 2; times++) page.press({ key: 'Backspace' })
    expect(shape(page.blocks())[0]).toMatchObject([
      'columnGroup',
      ['column', 'Left'],
      ['column', expect.anything()],
    ])
    // Nothing comes into a column from outside.
    const inside = columns()
    inside.children![1]!.children = [q('r', 'Right|')]
    expect(pressed('Delete', inside, q('z', 'end')).shape).toEqual([
      ['columnGroup', ['column', 'Left'], ['column', 'Right']],
      'end',
    ])
  })
})

describe('what a block holds stays when it becomes something else', () => {
  const dated = (words: string): Block => ({
    id: 'a',
    kind: 'paragraph',
    text: [{ text: words }, { kind: 'date', attributes: { date: '2026-01-05' } }, { text: ' then' }],
  })
  it('dates and mentions are words in code', () => {
    const page = editing(dated('|On '))
    page.editor.commands.turnInto('codeBlock')
    const [code] = page.blocks()
    expect(code?.kind).toBe('codeBlock')
    expect(JSON.stringify(code?.text)).toMatch(/On .*2026.* then/)
    const typed = editing(dated('|On '))
    typed.type('``` ')
    expect(JSON.stringify(typed.blocks()[0])).toMatch(/"codeBlock".*On .*2026.* then/)
  })

  it('Tab in the title of a toggle indents the toggle, and with whole blocks selected stays in the text', () => {
    const page = editing({
      id: 't',
      kind: 'toggle',
      children: [block('a', 'Ti|tle'), block('b', 'in')],
    })
    expect(page.press({ key: 'Tab' })).toBe(true)
    expect(page.blocks()).toMatchObject([
      { kind: 'toggle', attributes: { indent: 1 }, children: [{ id: 'a', kind: 'paragraph' }, { id: 'b' }] },
    ])
    expect(page.blocks()[0]?.children?.[0]?.attributes?.indent ?? 0).toBe(0)
    const all = editing(block('a', '|one'), block('b', 'two'))
    all.editor.commands.selectAll()
    expect(all.press({ key: 'Tab' })).toBe(true)
    expect(all.blocks().map(({ attributes }) => attributes?.indent)).toEqual([1, 1])
  })

  it('an indented line becomes the title of an indented toggle; a title that is indented comes out first', () => {
    const made = editing(block('a', 'Ti|tle', 'paragraph', { indent: 1 }))
    made.editor.commands.turnInto('toggle')
    const [one] = made.blocks()
    expect([one?.attributes?.indent, one?.children?.[0]?.attributes?.indent ?? 0]).toEqual([1, 0])
    const old = (words: string): Block => ({
      id: 't',
      kind: 'toggle',
      children: [block('a', words, 'paragraph', { indent: 1 }), block('b', 'in')],
    })
    for (const press of [{ key: 'Tab', shift: true }, { key: 'Backspace' }]) {
      const page = editing(old('|Title'))
      page.press(press)
      expect(page.blocks(), press.key).toMatchObject([
        { kind: 'toggle', children: [{ id: 'a' }, { id: 'b' }] },
      ])
      expect(page.blocks()[0]?.children?.[0]?.attributes?.indent ?? 0, press.key).toBe(0)
    }
  })

  it('Tab takes along what hangs on the last of the blocks, also where the first stands deeper', () => {
    const page = editing(
      block('z', 'before'),
      item('|A', { indent: 1 }, 'a'),
      item('B|', undefined, 'b'),
      item('C', { indent: 1 }, 'c'),
    )
    page.press({ key: 'Tab' })
    expect(page.blocks().map(({ attributes }) => attributes?.indent ?? 0)).toEqual([0, 1, 0, 1])
  })

  it('Enter instead of the whole page is an empty line', () => {
    const page = editing(block('a', '|one'), block('b', 'two'))
    page.editor.commands.selectAll()
    expect(page.press({ key: 'Enter' })).toBe(true)
    expect(page.page()).toEqual([{ kind: 'paragraph' }])
  })
})
