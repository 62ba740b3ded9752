import type { EditorView } from '@tiptap/pm/view'
import { ownUndoStep } from '@/document'
import { language, t } from '@/shared/i18n'
import type { NamedEmoji } from '@/ui/emoji/emoji-data'
import type { EmojiSource } from './emoji-source'
import type { Typed, TypedMenu } from './typed-menu'

/** Fewer letters are no search: `:)` and `:D` stay what they are. */
const SHORTEST = 2
/** One sign of these is a word. */
const WHOLE_WORDS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
const isLong = (query: string): boolean => query.length >= SHORTEST || WHOLE_WORDS.test(query)
const LONGEST = 40
const QUERY = /^[\p{L}\p{N}_+-]*$/u
/** The second colon may be typed before the emoji are there. */
const UNREAD_QUERY = /^[\p{L}\p{N}_+-]*:?$/u

let source: EmojiSource | null = null

/** Fetches the emoji once, when somebody first types a colon that could name one. */
const fetchEmoji = async (): Promise<readonly NamedEmoji[]> => {
  const { loadEmojiSource } = await import('./emoji-source')
  source = await loadEmojiSource()
  // What the query finds among them is asked again.
  return []
}

/** Puts the emoji in the place of what was typed. A step of undo of its own: Backspace on it is not. */
function put(view: EditorView, { emoji }: NamedEmoji, { from, to }: Typed): void {
  view.dispatch(ownUndoStep(view.state.tr.insertText(emoji, from, to).scrollIntoView()))
  source?.remember(emoji)
}

/** `:name` offers emoji, `:smile:` writes one at once (product.md 3.23). */
export const emojiMenu: TypedMenu<NamedEmoji> = {
  listId: 'emoji-names',
  triggers: [':'],
  // Behind a Chinese or Japanese word a colon says what follows.
  after: /[\s"'“‘«„([{、。「『（]/,
  isOffered: (_trigger, _host, view) => !view.composing,
  accepts: ({ query }) => query.length < LONGEST && (source ? QUERY : UNREAD_QUERY).test(query),
  find: ({ query }) => (source && isLong(query) ? source.find(query) : []),
  ask: () => (source ? null : { quiet: 0, load: fetchEmoji }),
  isShown: ({ query, isLooking, items }) =>
    isLong(query) && !query.endsWith(':') && (isLooking || items.length > 0),
  pick(view, emoji, typed) {
    put(view, emoji, typed)
    view.focus()
  },
  completes(view, { query, ...typed }, text) {
    const name =
      text === ':' && !view.composing ? query : text === '' && query.endsWith(':') ? query.slice(0, -1) : ''
    const named = name ? source?.named(name) : undefined
    if (!named) return false
    put(view, named, { ...typed, query, to: view.state.selection.from })
    return true
  },
  // The names between colons are English.
  option: ({ emoji, names, label }) => ({
    id: names[0]!,
    label: language() === 'en' ? `:${names[0]}:` : label,
    icon: { name: '', sign: emoji },
  }),
  label: () => t('Emoji'),
  says: ({ isLooking, items }) =>
    isLooking ? t('Loading emoji...') : t('{count} emoji', { count: items.length }),
}
