import { EditorState, Plugin, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { expect, test } from 'vitest'
import { pageSchema } from '@/blocks'
import { ownUndoStep } from '@/document'
import { PageBinding } from '../binding/binding'
import { asUndoPart, bindingPlugin, takeBack } from '../binding/plugin'
import { createPageDoc } from '../format/page-doc'
import { applyBlocks } from '../page-index/blocks'
import { settledText } from '../page-index/settled-page'

/** A page bound to an editor without a window; a plugin closes the step of undo after each one that asks for that. */
function open(text: string) {
  const doc = createPageDoc('page')
  applyBlocks(doc, [{ id: 'a', kind: 'paragraph', text: [{ text }] }])
  const binding = new PageBinding(doc, (act) => act())
  // Whatever is done takes longer than that, so that nothing is added to a step by itself.
  binding.undoManager.captureTimeout = 0
  const plugin = bindingPlugin(binding)
  const closing = new Plugin({
    appendTransaction: (transactions, _before, state) =>
      transactions.some((tr) => tr.docChanged && tr.getMeta('closeHistory$')) ? ownUndoStep(state.tr) : null,
  })
  let state = EditorState.create({ schema: pageSchema, plugins: [plugin, closing] })
  let shown: ReturnType<NonNullable<typeof plugin.spec.view>> | null = null
  const editor = {
    get state() {
      return state
    },
    dispatch(tr: Transaction) {
      const before = state
      state = state.apply(tr)
      shown?.update?.(editor, before)
    },
  } as unknown as EditorView
  shown = plugin.spec.view?.(editor) ?? null
  return {
    words: () => settledText(doc),
    write: (text: string, part?: { first: Transaction | null }) => {
      const { tr } = state
      tr.insertText(text, 1)
      if (part) asUndoPart(part.first ? tr : ownUndoStep(tr), part.first)
      editor.dispatch(tr)
      return tr
    },
    undo: () => takeBack(state, 'undo', true),
  }
}

test('a work in parts is one step of undo, however long each of them takes, and what is done before is another', () => {
  const page = open('.')
  page.write('before ')
  const first = page.write('one ', { first: null })
  for (const word of ['two ', 'three ']) page.write(word, { first })
  expect(page.words()).toBe('three two one before .')
  page.undo()
  expect(page.words()).toBe('before .')
  page.undo()
  expect(page.words()).toBe('.')
})

test('a part that follows something else is a step of its own', () => {
  const page = open('.')
  const first = page.write('one ', { first: null })
  page.write('typed ')
  page.write('two ', { first })
  page.undo()
  expect(page.words()).toBe('typed one .')
  page.undo()
  expect(page.words()).toBe('one .')
})
