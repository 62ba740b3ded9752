import type { Editor } from '@tiptap/core'
import { history, undo } from '@tiptap/pm/history'
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Block, docFromBlocks } from '@/blocks'
import { tableOf } from '@/blocks/data-table/table-attributes'
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
function pageOf(lines: readonly (string | Block)[]) {
  const blocks: Block[] = lines.map((line, i) =>
    typeof line === 'string' ? { id: `b${i}`, kind: 'paragraph', text: [{ text: line }] } : line,
  )
  let state = EditorState.create({ doc: docFromBlocks(blocks), plugins: [history()] })
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
  /** Writes into the first line, or at the end of the page. */
  const write = (text: string, at = 1, where: 'first' | 'end' = 'first') =>
    dispatch(state.tr.insertText(text, where === 'end' ? state.doc.content.size - 1 : at))
  const linesOf = () => Array.from({ length: state.doc.childCount }, (_, i) => state.doc.child(i).textContent)
  const takeBack = () => undo(state, dispatch)
  return { session, textOf, linesOf, takeBack, moveCaret, write }
}

const LINES = ['alpha beta', 'beta', ...Array.from({ length: 40 }, (_, i) => `line ${i}`)]
const found = (session: FindSession, count: number) =>
  vi.waitFor(() => expect(session.now().count).toBe(count), 20_000)

test('replacing all waits for the words that are looked for now, whatever happens to the page meanwhile', async () => {
  const { session, textOf, moveCaret, write } = pageOf(LINES)
  session.look(queryOf('alpha'))
  await found(session, 1)
  session.look(queryOf('beta'))
  const done = session.replaceAll('gamma')
  setTimeout(moveCaret)
  setTimeout(() => write('more '), 5)
  expect(await done).toMatchObject({ replaced: 2 })
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
  expect(await other).toMatchObject({ replaced: 0 })
  session.look(queryOf('beta'))
  const closed = session.replaceAll('gamma')
  session.stop()
  expect(await closed).toMatchObject({ replaced: 0 })
  expect(textOf()).toEqual(['alpha beta', 'beta'])
})

test('what is no text is found by its words, as one match each, and never replaced', async () => {
  const { session, linesOf } = pageOf([
    'beta',
    {
      id: 'mention',
      kind: 'paragraph',
      text: [
        { text: 'with ' },
        { kind: 'mention', attributes: { key: 'u1', value: 'Beta Tester' } },
        { text: ' beta' },
      ],
    },
    { id: 'file', kind: 'file', attributes: { url: '/a.pdf', name: 'beta of beta.pdf', caption: 'Plans' } },
    {
      id: 'table',
      kind: 'dataTable',
      attributes: {
        ...tableOf({
          columns: [{ accessorKey: 'name', header: 'Name' }],
          data: [{ name: 'Beta Ltd' }, { name: 'Beta Inc' }],
        }),
      },
    },
  ])
  session.look(queryOf('plans'))
  await found(session, 1)
  session.look(queryOf('beta'))
  await found(session, 5)
  expect(await session.replaceAll('gamma')).toMatchObject({ replaced: 2, of: 2 })
  await found(session, 3)
  expect(linesOf().slice(0, 2)).toEqual(['gamma', 'with  gamma'])
  const at = () => session.currentMatch()
  const first = at()
  expect(first).toMatchObject({ isWhole: true })
  await session.replaceOne('gamma')
  expect(at()).not.toEqual(first)
  await found(session, 3)
  session.stop()
})

const MANY = Array.from({ length: 2_500 }, (_, i) => `beta ${i}`)

/** A page with very many matches, and what the bar shows of their replacing: `at` is called with how many were done. */
async function manyMatches(at: (done: number, page: ReturnType<typeof pageOf>) => void) {
  const page = pageOf(MANY)
  const { session } = page
  // A clock that stands: nothing takes long.
  vi.spyOn(performance, 'now').mockReturnValue(0)
  // Nor is it waited long for frames, which never come.
  const usual = setTimeout
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => usual(work, ms / 100))
  session.look(queryOf('beta'))
  await found(session, MANY.length)
  const shown: (number | null)[] = []
  session.subscribe(() => {
    const { replacing } = session.now()
    if (shown.length === 0 ? replacing === null : shown.at(-1) === (replacing?.done ?? null)) return
    shown.push(replacing?.done ?? null)
    if (replacing) at(replacing.done, page)
  })
  const result = await session.replaceAll('gamma')
  session.stop()
  return { ...page, shown, result }
}

test('rulings 0 replacing very many matches goes on in parts and shows how far it is; one undo takes it back', async () => {
  const { shown, result, linesOf, takeBack } = await manyMatches(() => {})
  expect(shown).toEqual([0, 1_000, null])
  expect(result).toEqual({ replaced: 2_500, of: 2_500, isStopped: false })
  expect(linesOf().every((line, i) => line === `gamma ${i}`)).toBe(true)
  takeBack()
  expect(linesOf()).toEqual(MANY)
})

test('rulings 0 replacing very many matches can be cancelled: what was replaced by then is one step of undo', async () => {
  const { shown, result, linesOf, takeBack } = await manyMatches((done, { session }) => {
    if (done === 1_000) expect(session.stopReplacing()).toBe(true)
  })
  expect(shown).toEqual([0, 1_000, null])
  expect(result).toEqual({ replaced: 1_000, of: 2_500, isStopped: 'asked' })
  expect(linesOf().filter((line) => line.startsWith('gamma'))).toHaveLength(1_000)
  takeBack()
  expect(linesOf()).toEqual(MANY)
})

test('rulings 0 an undo while very many matches are replaced takes back what was replaced, and ends it', async () => {
  const { shown, result, linesOf } = await manyMatches((done, page) => {
    if (done === 1_000) page.takeBack()
  })
  expect(shown).toEqual([0, 1_000, null])
  expect(result).toEqual({ replaced: 1_000, of: 2_500, isStopped: 'by undo' })
  expect(linesOf()).toEqual(MANY)
})

test('R12 what is written while matches are replaced stays, and a match that it changed is left alone', async () => {
  const { result, linesOf } = await manyMatches((done, { write }) => {
    if (done !== 1_000) return
    // Into the first of the matches that are left, and behind what has been replaced.
    write('x', 3)
    write('more ', 0, 'end')
  })
  expect(result).toEqual({ replaced: 2_499, of: 2_500, isStopped: false })
  const lines = linesOf()
  expect(lines[0]).toBe('bexta 0')
  expect(lines[1]).toBe('gamma 1')
  expect(lines.at(-1)).toBe('gamma 2499more ')
})
