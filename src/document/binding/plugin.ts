import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import {
  type BoundEditor,
  type Elsewhere,
  FROM_ELSEWHERE,
  type PageBinding,
  PUT_RIGHT,
  type Steps,
} from './binding'
import type { PageGuard } from './page-guard'
import { stepsOf } from './rebase'
import { selectionInSight } from './selection-in-sight'

interface BindingState {
  binding: PageBinding
  guard: PageGuard | null
  /** The steps since the document that the page was last written from. */
  steps: Steps | null
  keepInHistory: boolean
  /** How often a change asked to begin a step of undo of its own, and how often one was asked to be closed. */
  begun: number
  ended: number
  /** The part of a work in several transactions that the last change was. */
  part: UndoPart | null
}

/** Of a work that is one step of undo though it is done in several transactions: its first one, or one that follows. */
export type UndoPart = 'first' | 'next'

const PART = 'undoPart$'

/**
 * Makes this one step of undo with the transactions of the same work. `first` is the transaction that it began with. What
 * somebody does in between stays a step of its own, and then what follows is one as well.
 */
export function asUndoPart(tr: Transaction, first: Transaction | null): Transaction {
  tr.setMeta(PART, (first ? 'next' : 'first') satisfies UndoPart)
  // prosemirror-history, on pages that are not live, adds to the last step what says that it follows from it.
  return first ? tr.setMeta('appendedTransaction', first) : tr
}

/** The mark that prosemirror-history's `closeHistory` leaves, which pages that are not live understand; its key is not exported. */
const CLOSE_HISTORY = 'closeHistory$'

/** Makes a command a step of undo of its own: what is typed right before it is another. Gives the transaction back. */
export const ownUndoStep = (tr: Transaction): Transaction => tr.setMeta(CLOSE_HISTORY, true)

/** Did {@link ownUndoStep} mark it? */
export const isOwnUndoStep = (tr: Transaction): boolean => tr.getMeta(CLOSE_HISTORY) === true

/** ProseMirror takes up to 20 ms to read what was composed. */
const COMPOSED_MS = 40

export const bindingKey = new PluginKey<BindingState>('page')

/** The binding of a live page's editor; undefined in every other editor. */
export const bindingOf = (state: EditorState): PageBinding | undefined => bindingKey.getState(state)?.binding

/** Did this transaction bring in what somebody else wrote (or an undo), rather than what was done in the view? */
export const isFromElsewhere = (transaction: Transaction): boolean =>
  transaction.getMeta(FROM_ELSEWHERE) !== undefined

/** Did the page put right with it what was done before: names that were there twice or missing, tables with gaps? */
export const isPutRight = (transaction: Transaction): boolean => transaction.getMeta(PUT_RIGHT) !== undefined

/** The mark of what prosemirror-history takes back or does again, on pages that are not live; its key is not exported. */
const HISTORY = 'history$'

/** Is this an undo or a redo of one's own? */
export const isTakingBack = (transaction: Transaction): boolean =>
  transaction.getMeta(FROM_ELSEWHERE) === ('taken back' satisfies Elsewhere) ||
  transaction.getMeta(HISTORY) !== undefined

/** The plugin that binds a view to a page. An error on the way between the two goes to `guard`; without one it is thrown. */
export function bindingPlugin(binding: PageBinding, guard: PageGuard | null = null): Plugin<BindingState> {
  const run = (act: () => void) => (guard ? guard.run(act) : act())
  return new Plugin<BindingState>({
    key: bindingKey,
    state: {
      init: () => ({ binding, guard, steps: null, keepInHistory: true, begun: 0, ended: 0, part: null }),
      apply: (tr, value) => {
        const closes = isOwnUndoStep(tr)
        // What a plugin adds to a transaction belongs to it.
        const added = tr.getMeta('appendedTransaction') === undefined ? null : value.part
        if (!tr.docChanged) return closes ? { ...value, ended: value.ended + 1, part: added } : value
        const part = tr.getMeta(PART) as UndoPart | undefined
        return {
          binding,
          guard,
          steps: stepsAfter(binding, value.steps, tr),
          keepInHistory: tr.getMeta('addToHistory') !== false,
          begun: value.begun + (closes ? 1 : 0),
          ended: value.ended,
          part: part ?? added,
        }
      },
    },
    props: {
      handleDOMEvents: {
        compositionend: () => {
          // The editor reads what was composed a moment after the browser says that it has ended.
          setTimeout(() => run(() => binding.composingEnded()), COMPOSED_MS)
          return false
        },
        keydown: () => {
          run(() => binding.composingEnded())
          return false
        },
        // What is typed after a press, however soon, is another step of undo.
        mousedown: () => {
          binding.undoManager.stopCapturing()
          return false
        },
      },
    },
    view: (view) => {
      guard?.watch(view, binding)
      run(() => binding.open(boundEditor(view)))
      return {
        update: ({ state }, before) => run(() => stateChanged(binding, state, before)),
        destroy: () => {
          guard?.rest()
          binding.close()
        },
      }
    },
  })
}

/** A view without a screen has no focus. */
type View = Omit<EditorView, 'hasFocus'> & { hasFocus?(): boolean }

const boundEditor = (view: EditorView): BoundEditor => ({
  get state() {
    return view.state
  },
  get composing() {
    return view.composing
  },
  hasFocus: () => (view as View).hasFocus?.() ?? false,
  selectionInSight: () => selectionInSight(view),
  dispatch: (tr) => view.dispatch(tr),
})

function stateChanged(binding: PageBinding, state: EditorState, before: EditorState): void {
  const now = bindingKey.getState(state)
  const then = bindingKey.getState(before)
  if (!now) return
  if (now.begun !== then?.begun) binding.undoManager.stopCapturing()
  const part = now !== then ? now.part : null
  if (part === 'next') binding.undoManager.joinLast()
  binding.stateChanged(state, before, now.steps, now.keepInHistory)
  if (part !== null) binding.undoManager.keepLast()
  if (now.ended !== then?.ended) binding.undoManager.stopCapturing()
}

/** The steps since the page was last written, with those of `tr`. */
export function stepsAfter(binding: PageBinding, steps: Steps | null, tr: Transaction): Steps {
  const { maps } = tr.mapping
  const own = stepsOf(tr)
  if (!steps?.steps || binding.isWritten(tr.before)) return { from: tr.before, maps, steps: own }
  return { from: steps.from, maps: [...steps.maps, ...maps], steps: [...steps.steps, ...own] }
}

/** Does it, or with `dispatch` false only tells whether there is something to do. */
export function takeBack(state: EditorState, way: 'undo' | 'redo', dispatch: boolean): boolean {
  const { binding, guard } = bindingKey.getState(state) ?? {}
  const stack = way === 'undo' ? binding?.undoManager.undoStack : binding?.undoManager.redoStack
  if (!binding || !stack?.length) return false
  if (!dispatch) return true
  let isDone = true
  const take = () => {
    isDone = binding[way]()
  }
  if (guard) guard.run(take)
  else take()
  return isDone
}
