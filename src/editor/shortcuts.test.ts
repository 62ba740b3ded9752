import { BoundEditor } from '@test/bound-editor'
import { expect, test } from 'vitest'
import type { Block } from '@/blocks'
import { editorActions } from './actions'
import { surfaceKeysOf } from './core/keymap'
import { editorShortcuts } from './shortcuts'

const text = (id: string, kind: string, attributes: Block['attributes'] = {}): Block => ({
  id,
  kind,
  attributes,
  text: [{ text: 'one two' }],
})

/** A page on which every key that means something somewhere finds its place. */
const PAGE: readonly Block[] = [
  text('above', 'paragraph'),
  text('here', 'paragraph'),
  text('todo', 'listItem', { listStyleType: 'todo' }),
  text('code', 'codeBlock'),
  { id: 'toggle', kind: 'toggle', children: [text('title', 'paragraph'), text('inside', 'paragraph')] },
  {
    id: 'table',
    kind: 'table',
    children: [
      ...['c1', 'c2'].map((id): Block => ({ id, kind: 'tableColumn' })),
      ...['r1', 'r2'].map(
        (row): Block => ({
          id: row,
          kind: 'tableRow',
          children: ['c1', 'c2'].map(
            (column): Block => ({
              id: `${row}${column}`,
              kind: 'tableCell',
              attributes: { column },
              children: [text(`${row}${column}p`, 'paragraph')],
            }),
          ),
        }),
      ),
    ],
  },
  text('below', 'paragraph'),
]

/** Where a key is tried: the caret, selected words, and the block as a whole. */
const PLACES = ['here', 'todo', 'code', 'title', 'r2c2p', 'r1c1p', 'below'].flatMap((id) =>
  (['caret', 'words', 'block'] as const).map((how) => ({ id, how })),
)

function editorAt({ id, how }: (typeof PLACES)[number]): BoundEditor {
  const editor = BoundEditor.showing(PAGE)
  editor.selectFrom(id, how === 'words' ? 0 : 2, id, how === 'words' ? 3 : 2)
  if (how === 'block') editor.press('Escape')
  return editor
}

/** Those of these key presses that the editor answers in one of the places. */
function answered(presses: readonly string[]): Set<string> {
  const found = new Set<string>()
  for (const place of PLACES) {
    let editor = editorAt(place)
    for (const press of presses) {
      if (found.has(press) || !editor.answers(press)) continue
      found.add(press)
      editor.close()
      editor = editorAt(place)
    }
    editor.close()
  }
  return found
}

const NAMES: Readonly<Record<string, string>> = {
  mod: 'Ctrl',
  shift: 'Shift',
  alt: 'Alt',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  comma: ',',
  period: '.',
}
const capital = (word: string): string => (word.length > 1 ? word[0]!.toUpperCase() + word.slice(1) : word)

/** `mod+shift+up` as a key press: `Ctrl+Shift+ArrowUp`. */
const pressOf = (shortcut: string): string =>
  shortcut
    .split('+')
    .map((part) => NAMES[part] ?? capital(part))
    .join('+')

/** Answered outside of the editor's own keys: by the find bar, by the toolbars, by players, by the clipboard, and by what is typed. */
const ELSEWHERE = [
  ...['mod+f', 'mod+h', 'mod+g', 'mod+shift+g', 'f3', 'shift+f3', 'shift+enter'],
  ...['alt+f10', 'mod+shift+v', '/', 'm'],
]

/** As in every text field, where the editor only sees to blocks that begin or end there. */
const OF_TEXT_FIELDS = ['Ctrl+Backspace', 'Ctrl+Delete', 'Alt+Backspace', 'Alt+Delete']

const listed = editorShortcuts.flatMap(({ keys }) => keys)

test('9.3 every shortcut on the sheet is bound in the editor', () => {
  const inEditor = listed.filter((shortcut) => !ELSEWHERE.includes(shortcut))
  const found = answered(inEditor.map(pressOf))
  expect(inEditor.filter((shortcut) => !found.has(pressOf(shortcut)))).toEqual([])
  expect(ELSEWHERE.filter((shortcut) => !listed.includes(shortcut))).toEqual([])
})

test('9.3 every combination of keys that the editor answers is on the sheet', () => {
  const keys = [
    ...[...'abcdefghijklmnopqrstuvwxyz0123456789,./;=-[]\\'],
    ...['Enter', 'Tab', 'Backspace', 'Delete', 'Home', 'End', 'PageUp', 'PageDown', 'F2', 'F10'],
    ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
  ]
  const modifiers = ['Ctrl+', 'Ctrl+Shift+', 'Ctrl+Alt+', 'Alt+', 'Alt+Shift+']
  const known = new Set([...listed.map(pressOf), ...OF_TEXT_FIELDS])
  // ProseMirror answers a letter with Shift as it does without, where nothing else is bound to it.
  const isKnown = (press: string) => known.has(press) || known.has(press.replace(/Shift\+(?=.$)/, ''))
  const presses = modifiers.flatMap((modifier) => keys.map((key) => `${modifier}${key}`))
  expect([...answered(presses.filter((press) => !isKnown(press)))]).toEqual([])
})

test('actions have ids of their own, and no two answer the same key', () => {
  const ids = editorActions.map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  const often = listed.filter((key, at) => listed.indexOf(key) !== at)
  // Enter goes back to the text, and on to the next match while the focus is in the find bar.
  expect(often).toEqual(['enter'])
})

test('no key of the surface has two meanings, on a Mac neither', () => {
  for (const apple of [true, false]) {
    const keys = Object.values(surfaceKeysOf(apple)).flatMap((one) => Object.keys(one))
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  }
})
