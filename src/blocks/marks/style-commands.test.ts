import { EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state'
import { describe, expect, it } from 'vitest'
import type { BlockCommand } from '../editing/turn-into'
import { blocksFromDoc, docFromBlocks } from '../json'
import type { Block } from '../kit/block'
import {
  blockAttributeAt,
  clearFormatting,
  fontSizeAt,
  markAt,
  setBlockAttribute,
  setFontSize,
  setMark,
  stepFontSize,
} from './style-commands'

const p = (text: string, attributes?: Block['attributes']): Block => ({
  id: text,
  kind: 'paragraph',
  ...(attributes ? { attributes } : {}),
  text: [{ text }],
})

/** The page with everything between two positions selected; a caret when they are the same. */
function select(blocks: Block[], from = 1, to = Number.POSITIVE_INFINITY): EditorState {
  const doc = docFromBlocks(blocks)
  const end = Math.min(to, doc.content.size - 1)
  return EditorState.create({ doc, selection: TextSelection.create(doc, from, end) })
}

function run(state: EditorState, command: BlockCommand): EditorState {
  const asked = state.tr
  expect(command(state, asked, false)).toBe(true)
  expect(asked.docChanged).toBe(false)
  const tr = state.tr
  command(state, tr, true)
  return state.apply(tr)
}
const refuses = (state: EditorState, command: BlockCommand) =>
  expect(command(state, state.tr, false)).toBe(false)
const blocks = (state: EditorState) => blocksFromDoc(state.doc)

describe('5.17 the size of words', () => {
  it('5.17 is 16 in text, 36, 24 and 20 in the first headings, where nothing was said', () => {
    const heading = (level: number): Block => ({ ...p('x'), kind: 'heading', attributes: { level } })
    expect(fontSizeAt(select([p('x')], 1, 1))).toBe(16)
    expect([1, 2, 3, 4].map((level) => fontSizeAt(select([heading(level)], 1, 1)))).toEqual([36, 24, 20, 16])
  })

  it('5.17 goes in steps of one, from what the caret shows', () => {
    let state = run(select([p('words')]), stepFontSize(1))
    expect(fontSizeAt(state)).toBe(17)
    state = run(run(state, stepFontSize(-1)), stepFontSize(-1))
    expect(blocks(state)[0]!.text).toEqual([
      { text: 'words', marks: [{ kind: 'fontSize', attributes: { size: 15 } }] },
    ])
  })

  it('5.17 ends at 1 and at 100; what is no size is ignored', () => {
    refuses(run(select([p('words')]), setFontSize(100)), stepFontSize(1))
    refuses(run(select([p('words')]), setFontSize('1')), stepFontSize(-1))
    for (const given of ['0', '101', '12.5', 'big', '']) refuses(select([p('words')]), setFontSize(given))
  })

  it('5.17 the size that words have anyway is no mark, block by block', () => {
    const big = run(
      select([p('one'), { ...p('two'), kind: 'heading', attributes: { level: 1 } }]),
      setFontSize(72),
    )
    const now = run(big, setFontSize(36))
    expect(blocks(now).map(({ text }) => text![0]!.marks)).toEqual([
      [{ kind: 'fontSize', attributes: { size: 36 } }],
      undefined,
    ])
  })

  it('5.17 at a caret it is what is typed next', () => {
    const state = run(select([p('words')], 3, 3), setFontSize(30))
    expect(fontSizeAt(state)).toBe(30)
    const typed = state.apply(state.tr.insertText('X'))
    expect(blocks(typed)[0]!.text![1]).toEqual({
      text: 'X',
      marks: [{ kind: 'fontSize', attributes: { size: 30 } }],
    })
  })
})

describe('9.11 the colours of words', () => {
  it('9.11 are set, shown while all selected words have them, and taken away', () => {
    let state = run(select([p('words')]), setMark('color', { color: 'red' }))
    expect(markAt(state, 'color')?.attrs.color).toBe('red')
    state = run(state, setMark('backgroundColor', { color: 'blue' }))
    state = run(
      state.apply(state.tr.setSelection(TextSelection.create(state.doc, 1, 3))),
      setMark('color', null),
    )
    expect(
      markAt(state.apply(state.tr.setSelection(TextSelection.create(state.doc, 1, 6))), 'color'),
    ).toBeNull()
    expect(blocks(state)[0]!.text!.map(({ marks }) => marks!.map(({ kind }) => kind))).toEqual([
      ['backgroundColor'],
      ['color', 'backgroundColor'],
    ])
  })

  it('9.11 no code is coloured', () =>
    refuses(
      select([{ id: 'c', kind: 'codeBlock', text: [{ text: 'let x' }] }]),
      setMark('color', { color: 'red' }),
    ))
})

describe('5.18 how blocks stand', () => {
  it('5.18 sets what every selected block can have, in containers too', () => {
    const quote: Block = { id: 'q', kind: 'blockquote', children: [p('quoted')] }
    const code: Block = { id: 'c', kind: 'codeBlock', text: [{ text: 'code' }] }
    const state = run(select([p('one'), quote, code]), setBlockAttribute('align', 'center'))
    expect(JSON.stringify(blocks(state)).match(/"align":"center"/g)).toHaveLength(2)
    expect(blockAttributeAt(state, 'align')).toBe('center')
    expect(blocks(state)[2]).toEqual(code)
  })

  it('5.18 asks nothing of a page of code', () => {
    const code = select([{ id: 'c', kind: 'codeBlock', text: [{ text: 'code' }] }])
    refuses(code, setBlockAttribute('lineHeight', 2))
    expect(blockAttributeAt(code, 'lineHeight')).toBeUndefined()
  })

  it('5.18 a block that is selected as a whole', () => {
    const doc = docFromBlocks([p('one'), p('two')])
    const state = EditorState.create({ doc, selection: NodeSelection.create(doc, 0) })
    expect(blocks(run(state, setBlockAttribute('backgroundColor', 'green')))).toEqual([
      p('one', { backgroundColor: 'green' }),
      p('two'),
    ])
  })

  it('clearing takes away every look and leaves links', () => {
    const link = { kind: 'link', attributes: { url: 'https://a.bc' } }
    const state = select([
      {
        ...p('x', { align: 'center', lineHeight: 3, color: 'red', indent: 1 }),
        text: [
          { text: 'words', marks: [link, { kind: 'fontSize', attributes: { size: 30 } }, { kind: 'bold' }] },
        ],
      },
    ])
    expect(blocks(run(state, clearFormatting))).toEqual([
      { id: 'x', kind: 'paragraph', attributes: { indent: 1 }, text: [{ text: 'words', marks: [link] }] },
    ])
  })
})
