import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Block, blocksFromDoc, docFromBlocks } from '@/blocks'
import { blocksFromMarkdown } from '@/blocks/markdown'
import { plainInline } from '@/blocks/plain-text'
import { BlockSelection } from '../core/block-selection'
import { pasteMarkdown } from './paste-markdown'
import { pastedMarkdown } from './pasted-text'
import { loadReaders } from './readers'

/** A browser's thread, which answers when it is told to. */
class Thread {
  static all: Thread[] = []
  onmessage: ((event: { data: unknown }) => void) | null = null
  text = ''
  constructor() {
    Thread.all.push(this)
  }
  postMessage(text: string) {
    this.text = text
  }
  answer() {
    this.onmessage?.({ data: { started: { pace: 1 } } })
    this.onmessage?.({ data: { blocks: blocksFromMarkdown(this.text) } })
  }
  terminate() {}
}
beforeAll(loadReaders)
beforeEach(() => void vi.stubGlobal('Worker', Thread))
afterEach(() => {
  vi.unstubAllGlobals()
  Thread.all = []
})

/** An editor without a window, its caret at the end of the first text of its page. */
function pageOf(blocks: Block[]) {
  let state = EditorState.create({ doc: docFromBlocks(blocks), plugins: [pastedMarkdown()] })
  state = state.apply(state.tr.setSelection(TextSelection.atStart(state.doc)))
  const view = {
    get state() {
      return state
    },
    dispatch: (tr: Transaction) => {
      state = state.apply(tr)
    },
    isDestroyed: false,
    editable: true,
  }
  const said: string[] = []
  const paste = (text: string) =>
    pasteMarkdown(view as unknown as EditorView, text, (words) => said.push(words))
  const now = () => blocksFromDoc(state.doc)
  const selectBlock = (pos: number) =>
    view.dispatch(state.tr.setSelection(BlockSelection.create(state.doc, pos, pos)))
  return { paste, now, said, selectBlock, selection: () => state.selection }
}

const empty: Block[] = [{ id: 'a', kind: 'paragraph' }]
const kinds = (blocks: readonly Block[]) => blocks.map(({ kind }) => kind)

test('R34 pasted Markdown is read at once when it is short, and beside the page when it is long', async () => {
  const short = pageOf(empty)
  short.paste('# Title\n\nwords')
  expect(kinds(short.now())).toEqual(['heading', 'paragraph'])
  expect(Thread.all).toHaveLength(0)

  const long = pageOf(empty)
  long.paste(`# Title\n\n${'words '.repeat(1_000)}`)
  expect(kinds(long.now())).toEqual(['paragraph', 'paragraph'])
  Thread.all[0]!.answer()
  await vi.waitFor(() => expect(kinds(long.now())).toEqual(['heading', 'paragraph']), 20_000)
  expect(long.said).toEqual([])
})

test('T5 Markdown that is pasted over a whole block takes its place, and the caret stands behind it', () => {
  const warned = vi.spyOn(console, 'warn')
  const { paste, now, selectBlock, selection } = pageOf([
    { id: 'a', kind: 'paragraph', text: [{ text: 'goes' }] },
    { id: 'b', kind: 'paragraph', text: [{ text: 'stays' }] },
  ])
  selectBlock(0)
  paste('# Title\n\n- one')
  expect(now().map(({ kind, text }) => [kind, plainInline(text)])).toEqual([
    ['heading', 'Title'],
    ['listItem', 'one'],
    ['paragraph', 'stays'],
  ])
  expect(selection().$head.parent.textContent).toBe('one')
  expect(warned).not.toHaveBeenCalled()
})

test('a long Markdown table is pasted into a table cell by cell', async () => {
  const [table] = blocksFromMarkdown('| a | b |\n| - | - |\n| c | d |')
  const { paste, now } = pageOf([table!])
  paste(`| one | two |\n| --- | --- |\n${'| three | four |\n'.repeat(400)}`)
  Thread.all[0]!.answer()
  await vi.waitFor(() => expect(JSON.stringify(now())).toContain('three'), 20_000)
  const tables = now().filter(({ kind }) => kind === 'table')
  expect(tables).toHaveLength(1)
  expect(tables[0]!.children!.filter(({ kind }) => kind === 'tableRow')).toHaveLength(401)
})
