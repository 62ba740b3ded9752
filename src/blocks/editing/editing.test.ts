import { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { describe, expect, it } from 'vitest'
import { type Block, blocksFromDoc, docFromBlocks, schemaExtensions } from '../index'

/** An editor without a screen, holding these blocks, the caret at `offset` of the block `id`. */
function editing(blocks: Block[], id: string, offset = 0, to?: { id: string; offset: number }) {
  const editor = new Editor({
    element: null,
    extensions: schemaExtensions(),
    content: docFromBlocks(blocks).toJSON(),
  })
  const place = (wanted: string, at: number) => {
    let found = -1
    editor.state.doc.descendants((node, pos) => {
      if (node.attrs.id === wanted) found = pos + 1 + at
    })
    return found
  }
  const { tr } = editor.state
  tr.setSelection(TextSelection.create(tr.doc, place(id, offset), to ? place(to.id, to.offset) : undefined))
  editor.view.dispatch(tr)
  return { editor, blocks: () => blocksFromDoc(editor.state.doc) }
}

const text = (id: string, words: string, attributes?: Block['attributes'], kind = 'paragraph'): Block => ({
  id,
  kind,
  ...(attributes ? { attributes } : {}),
  ...(words ? { text: [{ text: words }] } : {}),
})

describe('commands', () => {
  it('turns blocks into another kind and back, keeping ids and text', () => {
    const { editor, blocks } = editing([text('a', 'one'), text('b', 'two')], 'a', 0, { id: 'b', offset: 1 })
    expect(editor.commands.toggleBlock('heading', { level: 2 })).toBe(true)
    expect(blocks()).toEqual([
      text('a', 'one', { level: 2 }, 'heading'),
      text('b', 'two', { level: 2 }, 'heading'),
    ])
    editor.commands.toggleBlock('heading', { level: 2 })
    expect(blocks()).toEqual([text('a', 'one'), text('b', 'two')])
  })
})
