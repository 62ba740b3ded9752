import { lines, pageState, shown } from '@test/page-state'
import { history, undo } from '@tiptap/pm/history'
import { type Command, EditorState, TextSelection } from '@tiptap/pm/state'
import { describe, expect, test } from 'vitest'
import { type Block, blocksFromDoc, docFromBlocks } from '@/blocks'
import {
  deleteBlocks,
  duplicateBlocks,
  enterBlock,
  insertParagraph,
  moveBlocks,
  moveSpan,
  selectBlock,
  stepBlockSelection,
} from './block-commands'
import { blockIds } from './block-ids'
import { BlockSelection } from './block-selection'
import { putBesideAbove } from './column-commands'

const start = (text: string) => pageState(text, [history(), blockIds()])

function run(state: EditorState, ...commands: Command[]): EditorState {
  let now = state
  for (const command of commands) {
    const applies = command(now)
    const before = now
    expect(
      command(now, (tr) => {
        now = now.apply(tr)
      }),
      'a command answers what it does',
    ).toBe(applies)
    if (!applies) expect(now).toBe(before)
  }
  return now
}

const text = (state: EditorState) => state.doc.textBetween(state.selection.from, state.selection.to, '/')

describe('moving blocks with the keyboard (rulings 4)', () => {
  test.each([
    ['down past a block', 1, 'p a: one|\np b: two', 'p b: two\np a: one'],
    ['up past a block', -1, 'p a: one\np b: tw|o', 'p b: two\np a: one'],
    [
      'a list item with what hangs under it',
      1,
      'li a: o|ne\nli+ b: under\nli c: two',
      'li c: two\nli a: one\nli+ b: under',
    ],
    [
      'down past another item with its own',
      1,
      'li a: o|ne\nli b: two\nli+ c: under',
      'li b: two\nli+ c: under\nli a: one',
    ],
    [
      'up past another item with its own',
      -1,
      'li a: one\nli+ b: under\nli c: t|wo',
      'li c: two\nli a: one\nli+ b: under',
    ],
    ['out of a quote upwards', -1, '> p a: o|ne\n> p b: two', 'p a: one\n> p b: two'],
    ['out of a quote downwards', 1, '> p a: one\n> p b: t|wo', '> p a: one\np b: two'],
    ['out of a quote that it leaves empty', 1, '> p a: o|ne\np b: two', 'p a: one\np b: two'],
    ['over a quote', 1, 'p a: o|ne\n> p b: two', '> p b: two\np a: one'],
    [
      'all the selected text touches',
      1,
      'p a: o|ne\np b: tw|o\np c: three',
      'p c: three\np a: one\np b: two',
    ],
  ] as const)('%s', (_name, direction, before, after) => {
    expect(shown(run(start(before), moveBlocks(direction)))).toBe(lines(after))
  })

  test('the caret stays where it was in the text', () => {
    const state = run(start('p a: o|ne\np b: two'), moveBlocks(1))
    expect(state.selection.$from.parent.textContent).toBe('one')
    expect(state.selection.$from.parentOffset).toBe(1)
  })

  test('the first block does not go up, nor the last down', () => {
    expect(moveBlocks(-1)(start('p a: o|ne\np b: two'))).toBe(false)
    expect(moveBlocks(1)(start('p a: one\np b: t|wo'))).toBe(false)
  })

  test('one undo puts them back', () => {
    const before = start('li a: o|ne\nli+ b: under\nli c: two')
    expect(shown(run(run(before, moveBlocks(1)), undo))).toBe(shown(before))
  })

  test('a list item moved under a paragraph stands at the margin', () => {
    const state = start('p a: one\nli b: two\nli+ c: thr|ee')
    const third = state.selection.$from.before()
    const moved = moveSpan(state, { from: third, to: state.doc.content.size }, 5)!
    expect(shown(state.apply(moved.tr))).toBe('p a: one\nli c: three\nli b: two')
  })
})

describe('duplicate, delete, insert', () => {
  test('mod+d copies the block below with an id of its own and selects the copy', () => {
    const state = run(start('li a: o|ne\nli+ b: under\np c: two'), duplicateBlocks)
    expect(shown(state, { ids: false })).toBe('li: one\nli+: under\nli: one\nli+: under\np: two')
    const ids = shown(state).match(/(?<=li\+? )[\w-]+/g)!
    expect(new Set(ids).size).toBe(4)
    expect(ids.slice(0, 2)).toEqual(['a', 'b'])
    expect(state.selection.$from.index(0)).toBe(2)
    expect(shown(run(state, undo), { ids: false })).toBe('li: one\nli+: under\np: two')
  })

  test('deleting leaves the caret at the end of the block before', () => {
    const state = run(start('p a: one\np b: t|wo\np c: three'), selectBlock, deleteBlocks)
    expect(shown(state)).toBe('p a: one\np c: three')
    expect(state.selection.$from.parent.textContent).toBe('one')
    expect(state.selection.$from.parentOffset).toBe(3)
  })

  test('deleting everything leaves one empty paragraph', () => {
    const state = run(start('h a: o|ne\np b: tw|o'), deleteBlocks)
    expect(shown(state, { ids: false })).toBe('p')
    expect(state.selection.empty).toBe(true)
  })

  test('deleting the only block of a quote deletes the quote', () => {
    expect(shown(run(start('p a: one\n> p b: t|wo'), deleteBlocks))).toBe('p a: one')
  })

  test.each([
    ['below', 'p a: o|ne\np b: two', 'p: one\np\np: two'],
    ['above', 'p a: one\np b: t|wo', 'p: one\np\np: two'],
    ['below', '> p a: o|ne\n> p b: two', '> p: one\n> p: two\np'],
    ['below', 'code a: le|t', 'code: let\np'],
  ] as const)('an empty block %s', (where, before, after) => {
    const state = run(start(before), insertParagraph(where))
    expect(shown(state, { ids: false })).toBe(after)
    expect(state.selection.$from.parent.content.size).toBe(0)
  })
})

describe('selecting whole blocks', () => {
  test('Escape selects the block with what hangs under it, again selects the quote around it', () => {
    const list = run(start('li a: o|ne\nli+ b: under\nli c: two'), selectBlock)
    expect(list.selection).toBeInstanceOf(BlockSelection)
    expect(text(list)).toBe('one/under')
    const quoted = run(start('p a: one\n> p b: t|wo\n> p c: three'), selectBlock)
    expect(text(quoted)).toBe('two')
    const quote = run(quoted, selectBlock)
    expect(text(quote)).toBe('two/three')
    expect(selectBlock(quote)).toBe(false)
  })

  test('arrows move, Shift+arrows extend and shrink', () => {
    let state = run(start('p a: one\np b: t|wo\np c: three\np d: four'), selectBlock)
    state = run(state, stepBlockSelection(1, true))
    expect(text(state)).toBe('two/three')
    state = run(state, stepBlockSelection(-1, true))
    expect(text(state)).toBe('two')
    state = run(state, stepBlockSelection(-1, true))
    expect(text(state)).toBe('one/two')
    state = run(state, stepBlockSelection(1, false))
    expect(text(state)).toBe('three')
    state = run(
      state,
      stepBlockSelection(-1, false),
      stepBlockSelection(-1, false),
      stepBlockSelection(-1, false),
    )
    expect(text(state)).toBe('one')
  })

  test('extending out of a quote takes the whole quote', () => {
    const state = run(
      start('p z: zero\n> p a: one\n> p b: t|wo\np c: three'),
      selectBlock,
      stepBlockSelection(1, true),
    )
    expect(text(state)).toBe('one/two/three')
  })

  test('Enter returns to the text', () => {
    const state = run(start('p a: o|ne\np b: two'), selectBlock, enterBlock)
    expect(state.selection.$from.parent.textContent).toBe('one')
    expect(state.selection.$from.parentOffset).toBe(3)
  })

  test('the selection follows what others write', () => {
    const state = run(start('p a: one\np b: t|wo'), selectBlock)
    const later = state.apply(state.tr.insertText('more ', 1))
    expect(text(later)).toBe('two')
    expect(later.selection).toBeInstanceOf(BlockSelection)
    const gone = state.apply(state.tr.delete(5, 10))
    expect(gone.selection).not.toBeInstanceOf(BlockSelection)
  })

  test('it is written as JSON and read again', () => {
    const { doc, selection } = run(start('p a: one\np b: t|wo'), selectBlock)
    expect(
      BlockSelection.fromJSON(doc, selection.toJSON() as { anchor: number; head: number }).eq(selection),
    ).toBe(true)
    expect(selection.getBookmark().resolve(doc).eq(selection)).toBe(true)
  })
})

describe('what stands for more than itself', () => {
  const words = (blocks: readonly Block[]): unknown[] =>
    blocks.map(({ kind, text, children }) =>
      children
        ? [kind, ...words(children)]
        : (text ?? []).map((part) => ('text' in part ? part.text : '')).join(''),
    )
  const now = (state: EditorState) => words(blocksFromDoc(state.doc))

  test('blocks that go beside the one above are there once, also what hung on that one', () => {
    for (const [page, wanted] of [
      ['p a: A\np+ b: |A1\np c: B|', [['columnGroup', ['column', 'A'], ['column', 'A1', 'B']]]],
      [
        'p a: A\np+ b: A1\np+ c: |A2\np d: B|',
        ['A', ['columnGroup', ['column', 'A1'], ['column', 'A2', 'B']]],
      ],
      ['p a: A\np+ b: |A1', [['columnGroup', ['column', 'A'], ['column', 'A1']]]],
      ['p a: A\np b: |B\np+ c: B1', [['columnGroup', ['column', 'A'], ['column', 'B', 'B1']]]],
    ] as const)
      expect(now(run(start(page), putBesideAbove)), page).toEqual(wanted)
  })

  test('the block below the title of a toggle moves up out of it, and the title stays', () => {
    const text = (id: string, said: string): Block => ({ id, kind: 'paragraph', text: [{ text: said }] })
    const doc = docFromBlocks([
      text('p', 'above'),
      { id: 't', kind: 'toggle', children: [text('a', 'Title'), text('b', 'first'), text('c', 'second')] },
    ])
    const at = (id: string) => {
      let found = 0
      doc.descendants((node, pos) => {
        if (node.attrs.id === id) found = pos + 1
      })
      return TextSelection.create(doc, found)
    }
    const moved = (id: string) => now(run(EditorState.create({ doc, selection: at(id) }), moveBlocks(-1)))
    expect(moved('b')).toEqual(['above', 'first', ['toggle', 'Title', 'second']])
    expect(moved('c')).toEqual(['above', ['toggle', 'Title', 'second', 'first']])
    expect(moved('a')).toEqual([['toggle', 'Title', 'first', 'second'], 'above'])
  })
})
