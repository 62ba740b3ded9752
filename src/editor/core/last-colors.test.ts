import { pageState } from '@test/page-state'
import type { EditorState } from '@tiptap/pm/state'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ActionTarget } from '@/blocks/kit/action'
import { selectBlock } from './block-commands'
import { lastColors, type Painted } from './last-colors'
import { paint, paintOf, styleActions } from './style-actions'

const KEY = 'sheaf:last-colors'
let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
})
afterEach(() => void vi.unstubAllGlobals())

/** An editor with selected words, and what it is for actions. */
function start(select: (state: EditorState) => EditorState = (state) => state) {
  const view = {
    editable: true,
    state: select(pageState('p a: |words|')),
    focus() {},
    dispatch(tr: EditorState['tr']) {
      view.state = view.state.apply(tr)
    },
  }
  return { view, target: { page: null, editor: { view } } as unknown as ActionTarget }
}
const lastUsed = (painted: Painted) =>
  styleActions.find(({ id }) => id === `${painted === 'color' ? 'text' : 'background'}-again`)!

test.each(['color', 'backgroundColor'] as const)(
  '5.21 the %s that was used last is kept in the browser, and “Last used” paints with it',
  (painted) => {
    const { view, target } = start()
    expect(lastUsed(painted).command(target, false)).toBe(false)
    paint(painted, 'green')(view.state, view.dispatch)
    paint(painted, 'red')(view.state, view.dispatch)
    expect(JSON.parse(kept.get(KEY)!)).toMatchObject({ [painted]: 'red' })

    // On another page, and for a whole block.
    const words = start()
    expect(lastUsed(painted).command(words.target, true)).toBe(true)
    expect(paintOf(words.view.state, painted)).toBe('red')
    const block = start((state) => {
      let selected = state
      selectBlock(state, (tr) => {
        selected = state.apply(tr)
      })
      return selected
    })
    expect(lastUsed(painted).command(block.target, true)).toBe(true)
    expect(paintOf(block.view.state, painted)).toBe('red')
  },
)

test('5.21 colors of words and of backgrounds are remembered apart, and the default forgets neither', () => {
  const { view } = start()
  paint('color', 'red')(view.state, view.dispatch)
  paint('backgroundColor', 'yellow')(view.state, view.dispatch)
  paint('color', null)(view.state, view.dispatch)
  expect(lastColors()).toEqual({ color: 'red', backgroundColor: 'yellow' })
})

test('5.21 asking whether a color can be set remembers nothing', () => {
  const { view } = start()
  expect(paint('color', 'red')(view.state)).toBe(true)
  expect(kept.size).toBe(0)
})

test('5.21 what something else wrote there is no color, and a browser without storage sets colors all the same', () => {
  const none = { color: null, backgroundColor: null }
  for (const written of ['{', 'null', '7', '{"color":"plaid","backgroundColor":{}}']) {
    kept.set(KEY, written)
    expect(lastColors(), written).toEqual(none)
  }
  const refuse = () => {
    throw new DOMException('Storage is forbidden', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  const { view } = start()
  paint('color', 'red')(view.state, view.dispatch)
  expect(paintOf(view.state, 'color')).toBe('red')
  expect(lastColors()).toEqual(none)
})
