import { BoundEditor, inOrder } from '@test/bound-editor'
import { randomOf } from '@test/document/random-of'
import { STORY_PAGES } from '@test/story-pages'
import { SuggestingEditor } from '@test/suggesting-editor'
import type { Node } from '@tiptap/pm/model'
import { AllSelection } from '@tiptap/pm/state'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { CellSelection } from '@/blocks/table/cell-selection'
import * as tables from '@/blocks/table/table-commands'
import { cellsOf, type FoundTable } from '@/blocks/table/table-grid'
import { besideTarget } from './core/beside'
import { moveSpan } from './core/block-commands'
import { blockActions } from './core/block-menu-actions'
import { BlockSelection } from './core/block-selection'
import { selectedSpan } from './core/block-tree'
import { moveBeside } from './core/column-commands'
import { openEditor } from './core/open-editor'

const KEYS = [
  ...['Enter', 'Enter', 'Backspace', 'Backspace', 'Backspace', 'Delete', 'Delete', 'Tab', 'Shift+Tab'],
  ...['Escape', 'Escape', 'Escape', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
  ...['Shift+ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowLeft', 'Shift+ArrowRight'],
  ...['Ctrl+Shift+ArrowUp', 'Ctrl+Shift+ArrowDown', 'Ctrl+d', 'Ctrl+d', 'Ctrl+a', 'Ctrl+b', 'Shift+Enter'],
  ...['Ctrl+Enter', 'Ctrl+Shift+Enter', 'Alt+Shift+ArrowUp', 'Alt+Shift+ArrowDown', 'Alt+Shift+ArrowRight'],
  ...['Ctrl+c', 'Ctrl+x', 'Ctrl+x', 'Ctrl+v', 'Ctrl+v', 'Ctrl+v', 'Ctrl+z', 'Ctrl+z', 'Ctrl+Shift+z'],
]

const TABLE_COMMANDS = {
  rowBelow: tables.insertRow('below'),
  columnAfter: tables.insertColumn('after'),
  deleteRows: tables.deleteRows,
  deleteColumns: tables.deleteColumns,
  merge: tables.mergeCells,
  split: tables.splitCell,
  empty: tables.emptyCells,
}

/** Those that need no clipboard and no screen of a browser. */
const ACTIONS = blockActions.filter(({ id }) => id !== 'copy-markdown' && id !== 'columns-resize')

const tokensIn = (doc: Node): string[] => [...doc.textContent].filter((token) => token > '\u4dff')

function placesIn(doc: Node) {
  const blocks: number[] = []
  const texts: number[] = []
  const found: FoundTable[] = []
  doc.descendants((node, pos) => {
    if (node.isBlock && 'id' in node.attrs) blocks.push(pos)
    if (node.isTextblock) for (let at = 0; at <= node.content.size; at++) texts.push(pos + 1 + at)
    if (node.type.name === 'table') found.push({ node, pos })
    return !node.isTextblock
  })
  return { blocks, texts, tables: found }
}

/** One thing that a hand does; gives its name. */
function act(editor: BoundEditor, random: (below: number) => number, token: () => string): string {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const { state, view } = editor
  const { doc } = state
  const places = placesIn(doc)
  switch (
    pick([
      'text',
      'text',
      'text',
      'caret',
      'blocks',
      'cells',
      'type',
      'type',
      'key',
      'key',
      'key',
      'key',
      'table',
      'action',
      'drag',
    ])
  ) {
    case 'text': {
      const [from, to] = [pick(places.texts), pick(places.texts)]
      if (from !== undefined && to !== undefined) editor.dispatchSelection(from, to)
      return `text ${from}-${to}`
    }
    case 'caret': {
      const at = pick(places.texts)
      if (at !== undefined) editor.dispatchSelection(at)
      return `caret ${at}`
    }
    case 'blocks': {
      const [from, to] = [pick(places.blocks), pick(places.blocks)]
      const next = random(8) ? BlockSelection.create(doc, from, to) : new AllSelection(doc)
      view.dispatch(state.tr.setSelection(next))
      return `blocks ${from}-${to}`
    }
    case 'cells': {
      const table = pick(places.tables)
      if (!table) return 'no table'
      const cells = cellsOf(table)
      view.dispatch(state.tr.setSelection(new CellSelection(doc, pick(cells).pos, pick(cells).pos)))
      return 'cells'
    }
    case 'type': {
      const words = token()
      editor.type(words)
      return `type ${words}`
    }
    case 'key': {
      const key = pick(KEYS)
      editor.press(key)
      return key
    }
    case 'table': {
      const [name, command] = pick(Object.entries(TABLE_COMMANDS))
      const { tr } = state
      if (command(state, tr, true)) view.dispatch(tr)
      return name
    }
    case 'action': {
      const action = pick(ACTIONS)
      action.command({ page: null, editor: openEditor(editor.editor, view, () => ({})) }, true)
      return action.id
    }
    default: {
      const span = selectedSpan(state)
      const target = pick(places.blocks)
      if (!span || target === undefined) return 'no drag'
      const beside = random(3) === 0 ? besideTarget(doc.resolve(target)) : null
      const moved =
        beside === null
          ? moveSpan(state, span, random(2) ? target : target + (doc.nodeAt(target)?.nodeSize ?? 0))
          : moveBeside(state, span, { pos: beside, side: random(2) ? 'left' : 'right' })
      if (!moved) return 'no drop'
      moved.tr.setSelection(
        BlockSelection.between(moved.tr.doc, moved.start, moved.start + span.to - span.from),
      )
      view.dispatch(moved.tr)
      return `drag ${span.from}-${span.to} to ${beside === null ? '' : 'beside '}${target}`
    }
  }
}

function writers(page: readonly Block[]): readonly [BoundEditor, BoundEditor] {
  const first = BoundEditor.showing(page)
  first.doc.clientID = 1
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(first.doc))
  copy.clientID = 2
  return [first, new BoundEditor(copy)]
}

function suggesters(page: readonly Block[]): readonly [SuggestingEditor, SuggestingEditor] {
  const [first, second] = SuggestingEditor.onPage(page, 'ann', 'ben') as [SuggestingEditor, SuggestingEditor]
  first.doc.clientID = 1
  second.doc.clientID = 2
  return [first, second]
}

/**
 * Two people in two editors without screens, with all of the plugins, select anything and do anything with it; what each
 * does reaches the other late. Throws, with the seed and what was done, when something throws or complains on the console,
 * when what is shown is not what is stored or what a fresh tab shows, and when words are gone that nobody took away. With `suggests`
 * both suggest all of it, and it throws when the page itself changes.
 */
export async function tellStory(
  seed: number,
  turns = 25,
  faults: unknown[] = [],
  suggests = false,
): Promise<void> {
  const random = randomOf(seed)
  const typed: string[] = []
  const taken = new Set<string>()
  const log: string[] = []
  const token = () => {
    typed.push(String.fromCharCode(0x4e00 + typed.length))
    return typed.at(-1) as string
  }
  const page = STORY_PAGES[random(STORY_PAGES.length)] ?? []
  const people = suggests ? suggesters(page) : writers(page)
  const [first] = people
  const settled = first.settled()
  const mail: { to: BoundEditor; update: Uint8Array }[] = []
  for (const [i, { doc }] of people.entries()) {
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'network') mail.push({ to: people[1 - i] as BoundEditor, update })
    })
  }
  const deliver = (count: number) => {
    for (const { to, update } of mail.splice(0, count)) Y.applyUpdate(to.doc, update, 'network')
  }
  // What waits until the editors' turn is over, and what waits for that.
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const check = (editor: BoundEditor) => {
    if (faults.length > 0) throw faults[0]
    editor.check()
    const now = editor.settled()
    if (suggests && now !== settled) throw new Error(`the page was ${settled} and is ${now}`)
  }
  try {
    for (let turn = 0; turn < turns; turn++) {
      const who = random(2)
      const editor = people[who] as BoundEditor
      const before = tokensIn(editor.state.doc)
      // Several things in one frame, at times.
      for (let n = 1 + (random(3) === 0 ? random(4) : 0); n > 0; n--) {
        log.push(`${who}: `)
        log[log.length - 1] += act(editor, random, token)
      }
      await settle()
      check(editor)
      // A word that was copied is taken with each of its copies: two people may take one each.
      const after = tokensIn(editor.state.doc)
      const times = (list: string[], word: string) => list.filter((one) => one === word).length
      for (const word of before) if (times(after, word) < times(before, word)) taken.add(word)
      for (const word of typed) if (!before.includes(word) && !after.includes(word)) taken.add(word)
      if (random(3) === 0) {
        deliver(random(6))
        await settle()
        for (const one of people) check(one)
      }
    }
    for (let round = 0; mail.length > 0; round++) {
      if (round === 50) throw new Error('they never come to rest')
      deliver(1000)
      await settle()
    }
    for (const one of people) check(one)
    const [one, other] = people.map((person) => inOrder(person.stored()))
    if (one !== other) throw new Error(`two pages differ: ${one} and ${other}`)
    const seen = new Set(tokensIn(first.state.doc))
    const lost = typed.filter((word) => !seen.has(word) && !taken.has(word))
    if (!suggests && lost.length > 0) throw new Error(`lost: ${lost}`)
  } catch (error) {
    const { message, stack } = error as Error
    throw new Error(`seed ${seed}, after ${log.length} (${log.slice(-8).join(', ')}): ${message}\n${stack}`)
  } finally {
    for (const person of people) person.close()
  }
}
