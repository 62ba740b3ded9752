import { closeHistory } from '@tiptap/pm/history'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { NamedEmoji } from '@/ui/emoji/emoji-data'
import { rememberEmoji } from '@/ui/emoji/used-emoji'
import { emojiNamed, findEmoji } from './emoji-search'

/** What was typed after a colon: the `:` stands at `from`, `query` follows. */
export interface EmojiState {
  from: number
  query: string
  active: number
  /** `null` while the emoji are fetched. */
  found: readonly NamedEmoji[] | null
  /** The second colon was typed before the emoji were there. */
  isComplete: boolean
}

type Change = { open: number } | { close: true } | { active: number } | { arrived: true }

const key = new PluginKey<EmojiState | null>('emoji')
/** Fewer letters are no search: `:)` and `:D` stay what they are. */
const SHORTEST = 2
const LONGEST = 40
const QUERY = /^[\p{L}\p{N}_+-]*$/u

let all: readonly NamedEmoji[] | null = null

/** Fetches the emoji once, when somebody first types a colon that could name one. */
const fetchEmoji = async (): Promise<void> => {
  const { loadEmoji } = await import('@/ui/emoji/emoji-data')
  all = (await loadEmoji()).named
}

export const EMOJI_LIST_ID = 'emoji-names'
export const emojiOptionId = (emoji: NamedEmoji): string => `${EMOJI_LIST_ID}-${emoji.names[0]}`

/** The open popup: something was typed after the colon that finds an emoji, or may. */
export function emojiOf(state: EditorState): EmojiState | null {
  const value = key.getState(state) ?? null
  return value && !value.isComplete && value.query.length >= SHORTEST && value.found?.length !== 0
    ? value
    : null
}

function readQuery(state: EditorState, from: number): string | null {
  const { $head, empty } = state.selection
  if (!empty || !$head.parent.isTextblock || from < $head.start() || from >= $head.pos) return null
  const text = $head.parent.textBetween(from - $head.start(), $head.parentOffset, '\n', '\n')
  return text[0] === ':' && text.length <= LONGEST ? text.slice(1) : null
}

function open(state: EditorState, from: number, before: EmojiState | null): EmojiState | null {
  const typed = readQuery(state, from)
  if (typed === null) return null
  const isComplete = typed.endsWith(':') && typed.length > 1 && all === null
  const query = isComplete ? typed.slice(0, -1) : typed
  if (!QUERY.test(query)) return null
  if (before?.query === query && before.isComplete === isComplete) return { ...before, from }
  const found = all && (query.length >= SHORTEST ? findEmoji(all, query) : [])
  return { from, query, active: 0, found, isComplete }
}

function apply(tr: Transaction, value: EmojiState | null, state: EditorState): EmojiState | null {
  const change = tr.getMeta(key) as Change | undefined
  if (change && 'open' in change) return open(state, change.open, null)
  if (!value || (change && 'close' in change)) return null
  if (change && 'active' in change) return { ...value, active: change.active }
  if (change && 'arrived' in change) return open(state, value.from, null)
  return tr.docChanged || tr.selectionSet ? open(state, tr.mapping.map(value.from, -1), value) : value
}

/** Does a colon typed at `pos` begin a name: at the start or after white space or a bracket, and not in code? */
function startsName(state: EditorState, pos: number): boolean {
  const $pos = state.doc.resolve(pos)
  if (!$pos.parent.isTextblock || $pos.parent.type.spec.code) return false
  if ((state.storedMarks ?? $pos.marks()).some((mark) => mark.type.spec.code)) return false
  const before = $pos.parent.textBetween(
    Math.max(0, $pos.parentOffset - 1),
    $pos.parentOffset,
    '\n',
    '\ufffc',
  )
  return before === '' || /[\s"'“‘«„([{\ufffc]/.test(before)
}

/** Closes the popup; what was typed stays. */
export function closeEmoji(view: EditorView): void {
  view.dispatch(view.state.tr.setMeta(key, { close: true } satisfies Change))
}

export function highlightEmoji(view: EditorView, index: number): void {
  if (key.getState(view.state)?.active !== index)
    view.dispatch(view.state.tr.setMeta(key, { active: index } satisfies Change))
}

/** Puts the emoji where its colon and name stand, up to `to`. A step of undo of its own: Backspace on it is not. */
function put(view: EditorView, emoji: string, from: number, to: number): void {
  const tr = view.state.tr.insertText(emoji, from, to).setMeta(key, { close: true } satisfies Change)
  view.dispatch(closeHistory(tr.scrollIntoView()))
  rememberEmoji(emoji)
}

export function pickEmoji(view: EditorView, { emoji }: NamedEmoji): void {
  const value = key.getState(view.state)
  if (!value) return
  put(view, emoji, value.from, view.state.selection.from)
  view.focus()
}

function onKey(view: EditorView, event: KeyboardEvent): boolean {
  const value = emojiOf(view.state)
  if (!value || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.key === 'Escape') {
    closeEmoji(view)
    return true
  }
  const { found, active } = value
  if (!found) return false
  const go = (to: number) => {
    highlightEmoji(view, (to + found.length) % found.length)
    return true
  }
  if (event.key === 'ArrowDown' && !event.shiftKey) return go(active + 1)
  if (event.key === 'ArrowUp' && !event.shiftKey) return go(active - 1)
  if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) {
    pickEmoji(view, found[Math.min(active, found.length - 1)]!)
    return true
  }
  return false
}

/** `:name` offers emoji, `:smile:` writes one at once (product.md 3.23); the list itself is `menus/emoji-menu.tsx`. */
export const emojiPlugin = () =>
  new Plugin<EmojiState | null>({
    key,
    state: { init: () => null, apply: (tr, value, _before, state) => apply(tr, value, state) },
    view: (view) => ({
      update(_view, before) {
        const value = key.getState(view.state)
        if (!value || all || key.getState(before)) return
        const arrived = () => {
          const now = view.isDestroyed ? null : key.getState(view.state)
          if (!now) return
          const named = now.isComplete && all ? emojiNamed(all, now.query) : undefined
          if (named) put(view, named.emoji, now.from, view.state.selection.from)
          else view.dispatch(view.state.tr.setMeta(key, { arrived: true } satisfies Change))
        }
        // Without the emoji, what was typed stays as it is; the next colon asks for them again.
        void fetchEmoji().then(arrived, () => undefined)
      },
    }),
    props: {
      handleTextInput(view, from, to, text, deflt) {
        if (text !== ':' || view.composing) return false
        const value = key.getState(view.state)
        const named = value && all ? emojiNamed(all, value.query) : undefined
        if (value && named) {
          put(view, named.emoji, value.from, to)
          return true
        }
        if (value || !startsName(view.state, from)) return false
        view.dispatch(deflt().setMeta(key, { open: from } satisfies Change))
        return true
      },
      handleKeyDown: onKey,
      handleDOMEvents: {
        blur(view) {
          if (key.getState(view.state)) closeEmoji(view)
          return false
        },
      },
      attributes(state): Record<string, string> {
        const value = emojiOf(state)
        const active = value?.found?.[value.active]
        if (!value) return {}
        return {
          'aria-haspopup': 'listbox',
          'aria-autocomplete': 'list',
          'aria-controls': EMOJI_LIST_ID,
          ...(active ? { 'aria-activedescendant': emojiOptionId(active) } : {}),
        }
      },
    },
  })
