import type { Editor } from '@tiptap/core'
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Block, docFromBlocks } from '@/blocks'
import { FindSession } from './find-session'

/** What of a browser the search touches: frames never come, so that nothing is painted. */
beforeEach(() => {
  vi.stubGlobal('window', {
    addEventListener() {},
    removeEventListener() {},
    requestIdleCallback: true,
  })
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
  vi.stubGlobal('requestAnimationFrame', () => 1)
  vi.stubGlobal('cancelAnimationFrame', () => {})
  vi.stubGlobal('document', { scrollingElement: null, documentElement: null })
  // Every block takes so long that the page has its turn behind it.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 100
    return now
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const queryOf = (words: string) => ({ words, matchCase: false, wholeWord: false, isPattern: false })

/** An editor without a window, with these lines on its page. */
function pageOf(lines: readonly string[]) {
  const blocks: Block[] = lines.map((text, i) => ({ id: `b${i}`, kind: 'paragraph', text: [{ text }] }))
  let state = EditorState.create({ doc: docFromBlocks(blocks) })
  const listeners = new Set<(event: { transaction: Transaction }) => void>()
  const dispatch = (transaction: Transaction) => {
    state = state.apply(transaction)
    for (const listener of listeners) listener({ transaction })
  }
  const view = {
    dispatch,
    get state() {
      return state
    },
    // What is found is not scrolled to.
    isDestroyed: true,
    dom: { parentElement: null },
  }
  const editor = {
    view,
    get state() {
      return state
    },
    isEditable: true,
    isDestroyed: false,
    on: (_name: string, listener: (event: { transaction: Transaction }) => void) => listeners.add(listener),
    off: (_name: string, listener: (event: { transaction: Transaction }) => void) =>
      listeners.delete(listener),
  }
  const session = new FindSession(editor as unknown as Editor)
  const textOf = () =>
    Array.from({ length: state.doc.childCount }, (_, i) => state.doc.child(i).textContent).slice(0, 2)
  const moveCaret = () => dispatch(state.tr.setSelection(TextSelection.create(state.doc, 3)))
  const write = (text: string) => dispatch(state.tr.insertText(text, 1))
  return { session, textOf, moveCaret, write }
}

const LINES = ['alpha beta', 'beta', ...Array.from({ length: 40 }, (_, i) => `line ${i}`)]
const found = (session: FindSession, count: number) =>
  vi.waitFor(() => expect(session.now().count).toBe(count))

test('replacing all waits for the words that are looked for now, whatever happens to the page meanwhile', async () => {
  const { session, textOf, moveCaret, write } = pageOf(LINES)
  session.look(queryOf('alpha'))
  await found(session, 1)
  session.look(queryOf('beta'))
  const done = session.replaceAll('gamma')
  setTimeout(moveCaret)
  setTimeout(() => write('more '), 5)
  expect(await done).toBe(2)
  expect(textOf()).toEqual(['more alpha gamma', 'gamma'])
  session.stop()
})

test('replacing one match right after the page changed hits that match', async () => {
  const { session, textOf, moveCaret, write } = pageOf(LINES)
  session.look(queryOf('beta'))
  await found(session, 2)
  write('Here ')
  const done = session.replaceOne('gamma')
  setTimeout(moveCaret)
  await done
  expect(textOf()).toEqual(['Here alpha gamma', 'beta'])
  session.stop()
})

test('nothing is replaced when something else is looked for, or the bar is closed, before the search ends', async () => {
  const { session, textOf } = pageOf(LINES)
  session.look(queryOf('beta'))
  const other = session.replaceAll('gamma')
  session.look(queryOf('alpha'))
  expect(session.currentMatch()).toBeNull()
  expect(await other).toBe(0)
  session.look(queryOf('beta'))
  const closed = session.replaceAll('gamma')
  session.stop()
  expect(await closed).toBe(0)
  expect(textOf()).toEqual(['alpha beta', 'beta'])
})

test('replacing very many matches is said before the page stands still for it', async () => {
  // A clock that stands: no block takes long.
  vi.spyOn(performance, 'now').mockReturnValue(0)
  const { session, textOf } = pageOf(Array.from({ length: 1_200 }, () => 'beta'))
  session.look(queryOf('beta'))
  await found(session, 1_200)
  const said: { isReplacing: boolean; text: string }[] = []
  session.subscribe(() => said.push({ isReplacing: session.now().isReplacing, text: textOf()[0]! }))
  expect(await session.replaceAll('gamma')).toBe(1_200)
  expect(said[0]).toEqual({ isReplacing: true, text: 'beta' })
  expect(said.at(-1)).toEqual({ isReplacing: false, text: 'gamma' })
  session.stop()
})
