import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { type BlockChoice, findChoices } from './choices'
import { insertChoice } from './turn-into'

/** The open slash menu: the `/` stands at `from`, what was typed after it is `query`. */
export interface SlashState {
  from: number
  query: string
  /** Which of `found` Enter takes. */
  active: number
  /** What is meant and can stand here: `1 column` is nothing outside of columns. */
  found: readonly BlockChoice[]
}

type Change = { open: number } | { close: true } | { active: number }

const key = new PluginKey<SlashState | null>('slash')

export const slashOf = (state: EditorState): SlashState | null => key.getState(state) ?? null
export const SLASH_LIST_ID = 'slash-commands'
export const slashOptionId = (choice: BlockChoice): string => `${SLASH_LIST_ID}-${choice.entry.id}`

/** Nothing matches: the menu stays for a few letters, in case of a slip, and then lets the text be text. */
const PATIENCE = 3

function readQuery(state: EditorState, from: number): string | null {
  const { $head, empty } = state.selection
  if (!empty || !$head.parent.isTextblock || from < $head.start() || from >= $head.pos) return null
  const text = $head.parent.textBetween(from - $head.start(), $head.parentOffset, '\n', '\n')
  if (text[0] !== '/' || text.includes('\n') || /^\/\s/.test(text)) return null
  return text.slice(1)
}

function open(
  state: EditorState,
  from: number,
  before: SlashState | null,
  active: number,
): SlashState | null {
  const query = readQuery(state, from)
  if (query === null) return null
  if (before && before.query === query) return { ...before, from, active }
  const typed = { from, to: from + 1 + query.length }
  const found = findChoices(query).filter((choice) => insertChoice(choice, typed)(state))
  if (found.length === 0) {
    const lost = before && before.found.length === 0 ? query.length - lastMatching(query) : 0
    if (lost > PATIENCE || /\s$/.test(query)) return null
  }
  return { from, query, active: 0, found }
}

function lastMatching(query: string): number {
  let length = query.length
  while (length > 0 && findChoices(query.slice(0, length)).length === 0) length--
  return length
}

function apply(tr: Transaction, value: SlashState | null, state: EditorState): SlashState | null {
  const change = tr.getMeta(key) as Change | undefined
  if (change && 'open' in change) return open(state, change.open, null, 0)
  if (!value || (change && 'close' in change)) return null
  const active = change && 'active' in change ? change.active : value.active
  if (!tr.docChanged && !tr.selectionSet && active === value.active) return value
  return open(state, tr.mapping.map(value.from, -1), value, active)
}

/** Is a `/` typed at `pos` meant as the start of a command: at the start of the text or after whitespace? */
function startsCommand(state: EditorState, pos: number): boolean {
  const $pos = state.doc.resolve(pos)
  if (!$pos.parent.isTextblock || $pos.parent.type.spec.code) return false
  if ($pos.marks().some((mark) => mark.type.spec.code)) return false
  const before = $pos.parent.textBetween(Math.max(0, $pos.parentOffset - 1), $pos.parentOffset, '\n', '\n')
  return before === '' || /\s/.test(before)
}

/** Closes the menu; what was typed stays. */
export function closeSlash(view: EditorView): void {
  view.dispatch(view.state.tr.setMeta(key, { close: true } satisfies Change))
}

/** Makes `index` the entry that Enter takes. */
export function highlightSlash(view: EditorView, index: number): void {
  if (slashOf(view.state)?.active !== index) {
    view.dispatch(view.state.tr.setMeta(key, { active: index } satisfies Change))
  }
}

/** Runs an entry: the typed `/query` goes, the block comes. */
export function pickSlash(view: EditorView, choice: BlockChoice): void {
  const slash = slashOf(view.state)
  if (!slash) return
  const query = { from: slash.from, to: view.state.selection.from }
  if (choice.entry.panel === undefined) insertChoice(choice, query)(view.state, view.dispatch)
  else {
    // Two steps: giving up its panel takes back the block alone, and what was typed for it does not come back.
    view.dispatch(view.state.tr.delete(query.from, query.to))
    insertChoice(choice, null)(view.state, view.dispatch)
  }
  view.focus()
}

/** Types a `/` at the caret that opens the menu, as the add button does. */
export function typeSlash(view: EditorView): void {
  const { from } = view.state.selection
  view.dispatch(view.state.tr.insertText('/').setMeta(key, { open: from } satisfies Change))
}

function onKey(view: EditorView, event: KeyboardEvent): boolean {
  const slash = slashOf(view.state)
  if (!slash || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
  const { found, active } = slash
  if (event.key === 'Escape') {
    closeSlash(view)
    return true
  }
  if (found.length === 0) return false
  const go = (to: number) => {
    highlightSlash(view, (to + found.length) % found.length)
    return true
  }
  if (event.key === 'ArrowDown' && !event.shiftKey) return go(active + 1)
  if (event.key === 'ArrowUp' && !event.shiftKey) return go(active - 1)
  if (event.key === 'PageDown') return go(Math.min(active + 8, found.length - 1))
  if (event.key === 'PageUp') return go(Math.max(active - 8, 0))
  if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) {
    pickSlash(view, found[active]!)
    return true
  }
  return false
}

/** `/` opens the list of what can be inserted (product.md 9.3); the list itself is `menus/slash-menu.tsx`. */
export const slashPlugin = () =>
  new Plugin<SlashState | null>({
    key,
    state: { init: () => null, apply: (tr, value, _before, state) => apply(tr, value, state) },
    props: {
      handleTextInput(view, from, _to, text, deflt) {
        if (text !== '/' || !startsCommand(view.state, from)) return false
        view.dispatch(deflt().setMeta(key, { open: from } satisfies Change))
        return true
      },
      handleKeyDown: onKey,
      handleDOMEvents: {
        blur(view) {
          if (slashOf(view.state)) closeSlash(view)
          return false
        },
      },
      attributes(state): Record<string, string> {
        const slash = slashOf(state)
        if (!slash) return {}
        const active = slash.found[slash.active]
        return {
          'aria-haspopup': 'listbox',
          'aria-autocomplete': 'list',
          'aria-controls': SLASH_LIST_ID,
          ...(active ? { 'aria-activedescendant': slashOptionId(active) } : {}),
        }
      },
    },
  })
