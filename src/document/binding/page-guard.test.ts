import { EditorState, Plugin, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { type Block, blocksFromDoc, pageSchema } from '@/blocks'
import { applyBlocks, blocksOf } from '../page-index/blocks'
import { putBack } from '../write/put-back'
import { PageBinding } from './binding'
import { createLiveDoc, LISTENER_FAILED } from './live-doc'
import { PageGuard, type Parting, ScreenDiffers } from './page-guard'
import { bindingPlugin, takeBack } from './plugin'

const line = (id: string, text: string): Block => ({ id, kind: 'paragraph', text: [{ text }] })
const words = (blocks: readonly Block[]) =>
  blocks.map(({ text = [] }) => text.map((piece) => ('text' in piece ? piece.text : '')).join(''))

/**
 * An editor without a screen: prosemirror-view's order of things (state first, what is drawn, then every plugin's view).
 * `draw` stands for what is drawn; plugins may throw wherever they are asked.
 */
class Screen {
  readonly doc = createLiveDoc('page')
  readonly binding: PageBinding
  readonly guard: PageGuard
  parting: Parting | null = null
  state: EditorState
  draw: () => void = () => undefined
  private readonly views: { plugin: Plugin; update?(view: EditorView, before: EditorState): void }[] = []
  private readonly microtasks: (() => void)[] = []

  constructor(
    plugins: (at: 'before' | 'after') => Plugin[] = () => [],
    start = [line('a', 'One'), line('b', 'Two')],
  ) {
    applyBlocks(this.doc, start)
    this.guard = new PageGuard((parting) => {
      this.parting = parting
    })
    this.binding = new PageBinding(this.doc, (act) => this.microtasks.push(() => this.guard.run(act)))
    const all = [...plugins('before'), bindingPlugin(this.binding, this.guard), ...plugins('after')]
    this.state = EditorState.create({ schema: pageSchema, plugins: all })
    for (const plugin of all) {
      const view = plugin.spec.view?.(this.view)
      this.views.push({ plugin, ...(view?.update && { update: view.update.bind(view) }) })
    }
    this.settle()
  }

  get view(): EditorView {
    const self = this
    return {
      get state() {
        return self.state
      },
      composing: false,
      isDestroyed: false,
      hasFocus: () => true,
      dispatch: (tr: Transaction) => self.dispatch(tr),
    } as unknown as EditorView
  }

  dispatch(tr: Transaction): void {
    this.guard.dispatch(tr, (own) => {
      const before = this.state
      this.state = before.apply(own)
      this.draw()
      for (const { update } of this.views) update?.(this.view, before)
    })
    this.settle()
  }

  private settle() {
    for (let act = this.microtasks.shift(); act; act = this.microtasks.shift()) act()
  }

  type(text: string, at = 4): void {
    this.dispatch(this.state.tr.insertText(text, at))
  }

  undo() {
    takeBack(this.state, 'undo', true)
    this.settle()
  }

  /** What a colleague does arrives. */
  receive(change: (doc: Y.Doc) => void): void {
    const theirs = new Y.Doc()
    Y.applyUpdate(theirs, Y.encodeStateAsUpdate(this.doc))
    change(theirs)
    Y.applyUpdate(this.doc, Y.encodeStateAsUpdate(theirs), 'network')
    this.settle()
  }

  get shown(): string[] {
    return words(blocksFromDoc(this.state.doc))
  }

  get stored(): string[] {
    return words(blocksOf(this.doc))
  }

  /** What the shell does: puts back what the page lacks. What is on the page then, and what is left. */
  async reopened() {
    await Promise.resolve()
    expect(this.parting).not.toBeNull()
    const { screen, agreed } = this.parting as Parting
    const { update, left } = putBack(
      this.doc,
      agreed ? blocksFromDoc(agreed) : [],
      agreed ? blocksFromDoc(screen) : [],
    )
    if (update) Y.applyUpdate(this.doc, update)
    const again = new Screen(() => [], [])
    Y.applyUpdate(again.doc, Y.encodeStateAsUpdate(this.doc))
    return { page: again.shown, left }
  }
}

class Boom extends Error {}

/** Throws at the n-th call from now on. */
function atCall(n: number) {
  let calls = 0
  return () => {
    if (++calls === n) throw new Boom(`call ${n}`)
  }
}

/** Every place between what is typed and the page at which a plugin is asked. Each gets something to call there. */
const PLACES: Record<string, (call: () => void) => Plugin> = {
  filterTransaction: (call) =>
    new Plugin({
      filterTransaction: (tr) => {
        if (tr.docChanged) call()
        return true
      },
    }),
  appendTransaction: (call) =>
    new Plugin({
      appendTransaction: (trs) => {
        if (trs.some((tr) => tr.docChanged)) call()
        return null
      },
    }),
  'apply of a plugin’s state': (call) =>
    new Plugin({
      state: {
        init: () => null,
        apply: (tr) => {
          if (tr.docChanged) call()
          return null
        },
      },
    }),
  'update of a plugin’s view': (call) =>
    new Plugin({
      view: () => ({ update: (view, before) => void (view.state.doc !== before.doc && call()) }),
    }),
}

for (const [place, plugin] of Object.entries(PLACES)) {
  for (const at of ['before', 'after'] as const) {
    for (const nth of [1, 2, 3]) {
      test(`T1 an error in ${place}, ${at} the binding, at call ${nth}: told once, and no word is lost`, async () => {
        const boom = atCall(nth)
        let isArmed = false
        const screen = new Screen((side) => (side === at ? [plugin(() => isArmed && boom())] : []))
        isArmed = true
        const typed = ['x', 'y', 'z']
        for (const letter of typed) {
          screen.type(letter)
          if (screen.guard.hasParted) break
        }
        const { page, left } = await screen.reopened()
        const expected = ['One', ...typed.slice(0, nth)].reduce(
          (text, letter) => text.slice(0, 3) + letter + text.slice(3),
        )
        expect({ page, left }).toEqual({ page: [expected, 'Two'], left: [] })
        expect((screen.parting as Parting).error).toBeInstanceOf(Boom)
      })
    }
  }
}

test('T1 an error while the screen is drawn loses nothing, also when it was a stack overflow', async () => {
  for (const boom of [
    () => {
      throw new RangeError('Index out of range')
    },
    function overflow(): void {
      overflow()
      overflow()
    },
  ]) {
    const screen = new Screen()
    screen.draw = boom
    screen.type('!')
    expect(await screen.reopened()).toEqual({ page: ['One!', 'Two'], left: [] })
  }
})

test('T1 plugins that answer each other without end are ended by the first overflow', async () => {
  let screen: Screen | null = null
  const answering = new Plugin({
    view: () => ({
      update: (view, before) => {
        const answer = (depth: number): void => {
          // As deep as what is drawn goes in a browser.
          if (depth > 0) answer(depth - 1)
          else if (screen && view.state.doc !== before.doc) screen.dispatch(view.state.tr.insertText('.', 1))
        }
        answer(200)
      },
    }),
  })
  screen = new Screen((side) => (side === 'after' ? [answering] : []))
  screen.type('!')
  const { page, left } = await screen.reopened()
  expect(screen.parting?.error).toBeInstanceOf(RangeError)
  expect(left).toEqual([])
  expect(page[0]).toMatch(/^\.*One!$/)
  // The editor takes nothing more.
  const { doc } = screen.state
  screen.type('?')
  expect(screen.state.doc).toBe(doc)
})

test('T1 an error in a listener of the page’s doc, whichever: the others hear of the edit, and no word is lost', async () => {
  const events = [
    'beforeTransaction',
    'beforeObserverCalls',
    'afterTransaction',
    'update',
    'afterTransactionCleanup',
  ] as const
  for (const event of events) {
    const screen = new Screen()
    const heard: string[] = []
    const told: unknown[] = []
    screen.doc.on(LISTENER_FAILED as 'update', (error: unknown) => told.push(error))
    screen.doc.on(event as 'update', () => {
      throw new Boom(event)
    })
    screen.doc.on('update', () => heard.push('update'))
    screen.type('!')
    expect(heard, event).not.toEqual([])
    expect(await screen.reopened(), event).toEqual({ page: ['One!', 'Two'], left: [] })
    // The doc itself goes on telling of edits.
    const before = heard.length
    applyBlocks(screen.doc, [line('c', 'Later')])
    expect(heard.length, event).toBeGreaterThan(before)
    expect(told, event).toContainEqual(new Boom(event))
  }
})

test('T1 an error in an observer of the shared types loses nothing', async () => {
  const screen = new Screen()
  for (const type of screen.doc.share.values()) {
    type.observe(() => {
      throw new Boom('observer')
    })
  }
  screen.type('!')
  expect(await screen.reopened()).toEqual({ page: ['One!', 'Two'], left: [] })
})

test('T1 an error while a colleague’s words are shown: both people’s words are on the page', async () => {
  for (const place of Object.keys(PLACES)) {
    let isArmed = false
    const boom = atCall(1)
    const screen = new Screen(() => [PLACES[place]!(() => isArmed && boom())])
    screen.type('!')
    isArmed = true
    screen.receive((doc) => applyBlocks(doc, [line('a', 'One!'), line('n', 'Theirs'), line('b', 'Two')]))
    expect(await screen.reopened(), place).toEqual({ page: ['One!', 'Theirs', 'Two'], left: [] })
  }
})

test('T1 an error while the page is read for the first time puts nothing of the empty screen into it', async () => {
  let isFirst = true
  const screen = new Screen(() => [
    PLACES.appendTransaction!(() => {
      if (isFirst) throw new Boom('opening')
    }),
  ])
  isFirst = false
  expect(await screen.reopened()).toEqual({ page: ['One', 'Two'], left: [] })
})

test('T1 an error while something is taken back keeps what stood there', async () => {
  let isArmed = false
  const boom = atCall(1)
  const screen = new Screen(() => [PLACES.appendTransaction!(() => isArmed && boom())])
  screen.type(' more')
  isArmed = true
  screen.undo()
  const { page, left } = await screen.reopened()
  expect(left).toEqual([])
  expect(page[1]).toBe('Two')
})

test('T1 at rest a screen that shows what the page does not hold is found, without any error', async () => {
  const screen = new Screen()
  expect(screen.guard.look()).toBe(true)
  expect(screen.guard.hasParted).toBe(false)
  // As if the editor's state had been set past the binding.
  screen.state = screen.state.apply(screen.state.tr.insertText(' and more', 4))
  screen.guard.look()
  expect(await screen.reopened()).toEqual({ page: ['One and more', 'Two'], left: [] })
  expect(screen.parting?.error).toBeInstanceOf(ScreenDiffers)
})

test('T1 at rest a page that was changed past the screen is found, and nobody’s words go', async () => {
  const screen = new Screen()
  screen.guard.look()
  // The binding hears nothing, as after an error of Yjs's own.
  const { doc } = screen
  const deaf = doc._observers
  doc._observers = new Map()
  applyBlocks(doc, [line('a', 'One'), line('n', 'Unseen'), line('b', 'Two')])
  doc._observers = deaf
  screen.binding.close()
  screen.binding.open(screen.view)
  screen.state = screen.state.apply(screen.state.tr.delete(0, 5))
  screen.guard.look()
  const { page } = await screen.reopened()
  expect(page).toContain('Unseen')
})

test('T1 what nobody changed is not looked into again', () => {
  const many = Array.from({ length: 50 }, (_, i) => line(`p${i}`, `Line ${i}`))
  const screen = new Screen(() => [], many)
  expect(screen.guard.look(20)).toBe(false)
  expect(screen.guard.look(20)).toBe(false)
  expect(screen.guard.look(20)).toBe(true)
  screen.type('!')
  expect(screen.guard.look(1)).toBe(true)
  expect(screen.guard.hasParted).toBe(false)
})
