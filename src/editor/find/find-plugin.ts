import {
  type Command,
  type EditorState,
  Plugin,
  PluginKey,
  TextSelection,
  type Transaction,
} from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { matchesShortcut } from '@/ui/shortcut'

/** The find bar of an editor. */
export interface FindState {
  isOpen: boolean
  /** With the row that replaces. */
  isReplacing: boolean
  /** Asked for again: the field takes the focus, and these words when there are some. */
  asked: number
  words: string
  /** What was typed since it was asked for and its field was not there yet; null: the field takes the keys. */
  early: string | null
  /** Where the matches in sight are, only for browsers that cannot mark text by themselves. */
  painted: DecorationSet
}

const key = new PluginKey<FindState>('find')
const CLOSED: FindState = {
  isOpen: false,
  isReplacing: false,
  asked: 0,
  words: '',
  early: null,
  painted: DecorationSet.empty,
}
/** Longer selections are no words to look for. */
const LONGEST = 200

export const findState = (state: EditorState): FindState => key.getState(state) ?? CLOSED

const withFind = (tr: Transaction, change: Partial<FindState>): Transaction =>
  tr.setMeta(key, change).setMeta('addToHistory', false)

/** The selected words, when they stand in one block and line. */
function selectedWords({ selection, doc }: EditorState): string {
  const { from, to, $from, $to } = selection
  if (!(selection instanceof TextSelection) || !$from.sameParent($to) || to - from > LONGEST) return ''
  const words = doc.textBetween(from, to, '\n', '\n')
  return words.includes('\n') ? '' : words
}

/** Opens the find bar with the selected words, or these (mod+f; `replacing`: mod+h, rulings 5). */
export const openFind =
  (options: { replacing?: boolean; words?: string } = {}): Command =>
  (state, dispatch, view) => {
    const now = findState(state)
    const isReplacing = (options.replacing || (now.isOpen && now.isReplacing)) && (view?.editable ?? true)
    dispatch?.(
      withFind(state.tr, {
        isOpen: true,
        isReplacing,
        asked: now.asked + 1,
        early: now.isOpen ? now.early : '',
        words: options.words ?? (selectedWords(state) || now.words),
      }),
    )
    return true
  }

/** Closes the bar. `words` are offered again when it is next opened. */
export const closeFind = (state: EditorState, words: string): Transaction =>
  withFind(state.tr, { isOpen: false, isReplacing: false, early: null, words, painted: DecorationSet.empty })

/** The field is there. */
export const fieldStands = (state: EditorState): Transaction => withFind(state.tr, { early: null })

export const setReplacing = (state: EditorState, isReplacing: boolean): Transaction =>
  withFind(state.tr, { isReplacing })

/** Marks places in the text by decorations. */
export function paintFound(
  state: EditorState,
  places: readonly { from: number; to: number; isCurrent: boolean }[],
): Transaction {
  const made = places.map(({ from, to, isCurrent }) =>
    Decoration.inline(from, to, { class: isCurrent ? 'is-found is-found-current' : 'is-found' }),
  )
  return withFind(state.tr, { painted: DecorationSet.create(state.doc, made) })
}

/** Does this transaction concern nothing but the find bar and its marks? */
export const isFindOnly = (tr: Transaction): boolean => tr.getMeta(key) !== undefined && !tr.docChanged

/** The keys that open the bar; the last two go on in it as well. */
export const FIND_KEY = 'mod+f'
export const REPLACE_KEY = 'mod+h'
export const FIND_AGAIN = ['f3', 'mod+g'] as const
export const FIND_BACK = ['shift+f3', 'mod+shift+g'] as const

/** Opens the bar at a key press meant for the page: the editor has the focus, or nothing that takes keys itself. */
function onPageKey(view: EditorView, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const asksFor = (keys: string) => matchesShortcut(event, keys)
  const replacing = asksFor(REPLACE_KEY)
  const again = [...FIND_AGAIN, ...FIND_BACK].some(asksFor)
  if (!replacing && !again && !asksFor(FIND_KEY)) return
  const target = event.target instanceof Element ? event.target : null
  const body = target?.closest('.ProseMirror')
  if (body ? body !== view.dom : target?.closest('[role="dialog"]')) return
  event.preventDefault()
  openFind({ replacing })(view.state, view.dispatch, view)
}

/** Which find bar is open, and the keys that open it. What it finds is the business of `FindSession`. */
export const findPlugin = () =>
  new Plugin<FindState>({
    key,
    state: {
      init: () => CLOSED,
      apply: (tr, value) => {
        const change = tr.getMeta(key) as Partial<FindState> | undefined
        const next = change ? { ...value, ...change } : value
        if (!tr.docChanged || change?.painted || next.painted === DecorationSet.empty) return next
        return { ...next, painted: next.painted.map(tr.mapping, tr.doc) }
      },
    },
    props: {
      decorations: (state) => findState(state).painted,
      // The code of the bar is on its way: what is typed is meant for it, not for the page.
      handleKeyDown: (view, event) => {
        const { early } = findState(view.state)
        if (early === null) return false
        if (event.key === 'Escape') view.dispatch(closeFind(view.state, ''))
        else if (event.key === 'Backspace')
          view.dispatch(withFind(view.state.tr, { early: early.slice(0, -1) }))
        else return event.key.length > 1
        return true
      },
      handleTextInput: (view, _from, _to, text) => {
        const { early } = findState(view.state)
        if (early === null) return false
        view.dispatch(withFind(view.state.tr, { early: early + text }))
        return true
      },
    },
    view: (view) => {
      const press = (event: KeyboardEvent) => onPageKey(view, event)
      window.addEventListener('keydown', press)
      return { destroy: () => window.removeEventListener('keydown', press) }
    },
  })
