import { EditorState, TextSelection } from '@tiptap/pm/state'
import { describe, expect, test } from 'vitest'
import { type Block, blocksFromDoc, docFromBlocks } from '@/blocks'
import { mergeIntoOne, type Single } from './single-block'

const block = (kind: string, text: string, more: Partial<Block> = {}): Block => ({
  id: `${kind}-${text}`,
  kind,
  ...(text && { text: [{ text }] }),
  ...more,
})

/** The page made one, as its only block and the text before the caret; `null` when it was one already. */
function merged(blocks: Block[], single: Single, caret?: number) {
  const doc = docFromBlocks(blocks)
  const state = EditorState.create({
    doc,
    selection: caret === undefined ? undefined : TextSelection.create(doc, caret),
  })
  const tr = mergeIntoOne(state, single)
  if (!tr) return null
  const made = blocksFromDoc(tr.doc)
  expect(made).toHaveLength(1)
  return { ...made[0], before: tr.doc.textBetween(0, tr.selection.head, '', '\n') }
}

describe('2.25 single-block mode', () => {
  test('a page of one text block is left alone', () => {
    expect(merged([block('heading', 'Title')], 'block')).toBeNull()
    expect(merged([block('paragraph', 'one\ntwo')], 'block')).toBeNull()
  })

  test('several blocks become lines of the first, whatever they stood in', () => {
    const page = [
      block('heading', 'Title'),
      block('blockquote', '', { children: [block('paragraph', 'quoted'), block('listItem', 'item')] }),
      block('codeBlock', 'let a\nlet b'),
      block('horizontalRule', ''),
    ]
    expect(merged(page, 'block')).toMatchObject({
      kind: 'heading',
      id: 'heading-Title',
      text: [{ text: 'Title\nquoted\nitem\nlet a\nlet b' }],
    })
  })

  test('one line: blocks and line breaks become spaces', () => {
    const page = [block('paragraph', 'one\ntwo'), block('paragraph', 'three')]
    expect(merged(page, 'line')?.text).toEqual([{ text: 'one two three' }])
    expect(merged([block('paragraph', 'one\ntwo')], 'line')?.text).toEqual([{ text: 'one two' }])
  })

  test('a page that begins with code becomes a paragraph', () => {
    expect(merged([block('codeBlock', 'a\nb')], 'block')).toMatchObject({
      kind: 'paragraph',
      text: [{ text: 'a\nb' }],
    })
  })

  test('the caret stays where it was in the text', () => {
    const page = [block('paragraph', 'one'), block('paragraph', 'two')]
    // Behind the "t" of "two".
    expect(merged(page, 'block', 7)?.before).toBe('one\nt')
    expect(merged(page, 'line', 7)?.before).toBe('one t')
  })

  test('marks and atoms survive', () => {
    const page = [
      block('paragraph', 'plain'),
      { id: 'm', kind: 'paragraph', text: [{ text: 'bold', marks: [{ kind: 'bold' }] }] },
    ]
    expect(merged(page, 'line')?.text).toEqual([
      { text: 'plain ' },
      { text: 'bold', marks: [{ kind: 'bold' }] },
    ])
  })
})
