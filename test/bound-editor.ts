import { Editor, isMacOS } from '@tiptap/core'
import type { Slice } from '@tiptap/pm/model'
import {
  type EditorState,
  NodeSelection,
  Plugin,
  Selection,
  TextSelection,
  type Transaction,
} from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { type Block, blocksFromDoc } from '@/blocks'
import { CELL } from '@/blocks/table/cell-names'
import { applyBlocks, settledBlocks } from '@/document'
import { bindingKey } from '@/document/binding/plugin'
import type { Contribution } from '@/editor/contribution'
import { typedMenuKey } from '@/editor/core/typed-menu'
import { CORE_EXTENSIONS, editorExtensions } from '@/editor/extensions'
import { differsFromFreshTab } from './fresh-tab'

const ADA = { id: 'p1', name: 'Ada', color: '#3c5cc4' }
/** No edit is answered that often. */
const MOST_ROUNDS = 200
const MODIFIERS = ['Ctrl', 'Shift', 'Alt'] as const

/**
 * The editor of a live page with all of its plugins and no screen: keys, typing, copying and pasting take the way that
 * they take in a browser. One line of text is one line on the screen.
 */
export class BoundEditor {
  readonly editor: Editor
  private clipboard: Slice | null = null
  private readonly closers: (() => void)[] = []
  /** How often plugins were asked what they answer to the transaction that is being dispatched. */
  private rounds = 0

  constructor(
    readonly doc = new Y.Doc(),
    contributions: readonly Contribution[] = [],
  ) {
    this.editor = new Editor({
      element: null,
      content: { type: 'doc', content: [{ type: 'paragraph' }] },
      enableCoreExtensions: CORE_EXTENSIONS,
      extensions: editorExtensions(
        { kind: 'live', doc, awareness: new Awareness(doc), user: ADA },
        () => ({}),
        { contributions },
      ),
    })
    const view = this.screenless()
    Object.defineProperty(this.editor, 'view', { value: view })
    const plugins = [...this.editor.extensionManager.plugins, this.endlessAnswers()]
    view.updateState(this.state.reconfigure({ plugins }))
    // The views of plugins that need no screen.
    const views = [bindingKey, typedMenuKey].map((key) => key.get(this.state)?.spec.view?.(view))
    const { updateState } = view
    view.updateState = (state) => {
      const before = this.state
      updateState(state)
      for (const opened of views) opened?.update?.(view, before)
    }
    this.closers.push(() => {
      for (const opened of views) opened?.destroy?.()
    })
  }

  /** A page with these blocks on it. */
  static showing(blocks: readonly Block[], contributions?: readonly Contribution[]): BoundEditor {
    const doc = new Y.Doc()
    applyBlocks(doc, [...blocks])
    return new BoundEditor(doc, contributions)
  }

  get state(): EditorState {
    return this.editor.state
  }

  get view(): EditorView {
    return this.editor.view
  }

  private screenless(): EditorView {
    const self = this
    const view = {
      composing: false,
      editable: true,
      isDestroyed: false,
      dragging: null,
      get state() {
        return self.editor.state
      },
      updateState(state: EditorState) {
        // The only way to give an editor that has no view another state.
        ;(self.editor as unknown as { editorState: EditorState }).editorState = state
      },
      dispatch(tr: Transaction) {
        self.rounds = 0
        ;(
          self.editor as unknown as { dispatchTransaction(transaction: Transaction): void }
        ).dispatchTransaction(tr)
      },
      hasFocus: () => true,
      focus: () => {},
      dom: { blur() {} },
      nodeDOM: () => null,
      endOfTextblock(direction: string): boolean {
        const { $head } = self.editor.state.selection
        if (direction === 'up' || direction === 'down') return true
        const isBack = direction === 'left' || direction === 'backward'
        return $head.parentOffset === (isBack ? 0 : $head.parent.content.size)
      },
      someProp(name: string, ask?: (prop: unknown) => unknown): unknown {
        for (const { props } of self.editor.state.plugins) {
          const prop = (props as Record<string, unknown>)[name]
          const answer = prop === undefined ? undefined : ask ? ask(prop) : prop
          if (answer) return answer
        }
        return undefined
      },
    }
    return view as unknown as EditorView
  }

  /** Throws when plugins answer one another without end, which no time limit of a test could stop. */
  private endlessAnswers(): Plugin {
    return new Plugin({
      appendTransaction: () => {
        if (++this.rounds > MOST_ROUNDS) throw new Error('plugins answer one another without end')
        return null
      },
    })
  }

  private asks(handler: 'handleKeyDown' | 'handleTextInput' | 'handlePaste', ...args: unknown[]): boolean {
    return this.state.plugins.some((plugin) => {
      const handle = plugin.props[handler] as ((...given: unknown[]) => boolean | undefined) | undefined
      return handle?.call(plugin, this.view, ...args) ?? false
    })
  }

  /** Presses keys one after the other: `Escape`, `Shift+ArrowDown`, `Ctrl+Shift+ArrowUp`, `Ctrl+x`. */
  press(...keys: string[]): void {
    for (const name of keys) {
      const parts = name.split('+')
      const key = parts.at(-1) as string
      if (parts.includes('Ctrl') && 'cxv'.includes(key)) this.copyOrPaste(key)
      else if (!this.answers(name)) this.leftToBrowser(key, parts.includes('Shift'))
    }
  }

  /** Presses one key; does the editor answer it, rather than leave it to the browser? */
  answers(name: string): boolean {
    const parts = name.split('+')
    const [ctrl, shift, alt] = MODIFIERS.map((modifier) => parts.includes(modifier))
    return this.asks('handleKeyDown', {
      key: parts.at(-1),
      keyCode: 0,
      ctrlKey: ctrl && !isMacOS(),
      metaKey: ctrl && isMacOS(),
      shiftKey: shift,
      altKey: alt,
      preventDefault() {},
    })
  }

  /** What the browser does with a key that nobody wants. */
  private leftToBrowser(key: string, extends_: boolean): void {
    const { tr, selection, doc } = this.state
    if (key === 'Backspace' || key === 'Delete') {
      if (!selection.empty || !selection.$from.parent.inlineContent) return
      const by = key === 'Backspace' ? -1 : 1
      const [from, to] = [selection.from, selection.from + by].sort((a, b) => a - b) as [number, number]
      if (from >= selection.$from.start() && to <= selection.$from.end())
        this.view.dispatch(tr.delete(from, to))
      return
    }
    if (
      !key.startsWith('Arrow') ||
      !(selection instanceof TextSelection || selection instanceof NodeSelection)
    )
      return
    const isBack = key === 'ArrowLeft' || key === 'ArrowUp'
    const isLine = key === 'ArrowUp' || key === 'ArrowDown'
    const { $head } = selection
    const edge = isBack ? $head.start() : $head.end()
    const from = isLine && $head.depth > 0 ? (isBack ? edge - 1 : edge + 1) : $head.pos + (isBack ? -1 : 1)
    const at = Math.min(Math.max(from, 0), doc.content.size)
    const target = Selection.findFrom(doc.resolve(at), isBack ? -1 : 1, true)
    if (target) this.select(extends_ ? selection.anchor : target.head, target.head)
  }

  /** Writes this where the caret is, or in the place of what is selected. */
  type(text: string): void {
    for (const character of text) {
      const { from, to } = this.state.selection
      const asItIs = () => this.state.tr.insertText(character)
      if (!this.asks('handleTextInput', from, to, character, asItIs)) this.view.dispatch(asItIs())
    }
  }

  /** Selects text as the mouse and the browser do: the ends go to the nearest places where text can be. */
  select(anchor: number, head = anchor): void {
    const { doc, tr } = this.state
    const within = (pos: number) => doc.resolve(Math.min(Math.max(pos, 0), doc.content.size))
    const asked = this.view.someProp('createSelectionBetween', (between) =>
      (between as (...args: unknown[]) => Selection | null)(this.view, within(anchor), within(head)),
    )
    const next = (asked as Selection | undefined) ?? TextSelection.between(within(anchor), within(head))
    this.view.dispatch(tr.setSelection(next))
  }

  /** From so far into one block's text up to so far into another's. */
  selectFrom(from: string, start: number, to: string, end: number): void {
    this.dispatchSelection(this.pos(from) + 1 + start, this.pos(to) + 1 + end)
  }

  /** As `select`, from a place that was pressed anew. */
  dispatchSelection(anchor: number, head = anchor): void {
    const { doc, tr } = this.state
    this.view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(anchor), doc.resolve(head))))
  }

  private copyOrPaste(key: string): void {
    const { selection, tr } = this.state
    if (key === 'v') {
      if (this.clipboard) this.paste(this.clipboard)
      return
    }
    if (selection.empty) return
    this.clipboard = selection.content()
    if (key === 'x') this.view.dispatch(tr.deleteSelection().scrollIntoView().setMeta('uiEvent', 'cut'))
  }

  /** Pastes as the view does, without the way over HTML. */
  paste(slice: Slice): void {
    let given = slice
    for (const plugin of this.state.plugins) {
      const transform = plugin.props.transformPasted
      if (transform) given = transform.call(plugin, given, this.view, false)
    }
    const text = given.content.textBetween(0, given.content.size, '\n\n')
    const clipboardData = {
      types: ['text/html', 'text/plain'],
      files: [],
      getData: (type: string) => (type === 'text/plain' ? text : type === 'text/html' ? '<p>' : ''),
    }
    if (this.asks('handlePaste', { clipboardData, preventDefault() {} }, given)) return
    const only =
      given.openStart === 0 && given.openEnd === 0 && given.content.childCount === 1
        ? given.content.firstChild
        : null
    const { tr } = this.state
    this.view.dispatch(only ? tr.replaceSelectionWith(only, false) : tr.replaceSelection(given))
  }

  /** The position before the block with this id. */
  pos(id: string): number {
    let found = -1
    this.state.doc.descendants((node, pos) => {
      if (node.attrs.id === id) found = pos
      return found < 0
    })
    if (found < 0) throw new Error(`No block ${id}`)
    return found
  }

  shown(): Block[] {
    return blocksFromDoc(this.state.doc)
  }

  stored(): Block[] {
    return settledBlocks(this.doc)
  }

  /** The page as if nothing were suggested. */
  settled(): string {
    return inOrder(this.stored())
  }

  /** Throws unless what is shown is what is stored, and what a fresh tab shows. */
  check(): void {
    const { doc } = this.state
    doc.check()
    const differs = differsFromFreshTab(this.doc, this.state)
    if (differs) throw new Error(differs)
    const [shown, stored] = [inOrder(this.shown()), inOrder(this.stored())]
    if (stored !== '[]' && shown !== stored) throw new Error(`shown ${shown}, stored ${stored}`)
  }

  close(): void {
    for (const close of this.closers.splice(0)) close()
    this.doc.destroy()
  }
}

/**
 * As JSON, with the attributes of every block in one order: in which they were written says nothing. Nor does an untouched
 * paragraph in a cell that is empty but for it: only a table of which something is not known is written with it.
 */
export const inOrder = (blocks: readonly Block[]): string =>
  JSON.stringify(blocks, (_key, value: unknown) => {
    if (!value || typeof value !== 'object' || Array.isArray(value)) return value
    const entries = Object.entries(value).filter(
      ([name, inside]) =>
        !(name === 'children' && 'kind' in value && value.kind === CELL && isUntouched(inside)),
    )
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  })

const isUntouched = (blocks: readonly Block[]): boolean =>
  blocks.length === 1 &&
  blocks[0]?.kind === 'paragraph' &&
  Object.keys(blocks[0]).every((name) => name === 'id' || name === 'kind')
