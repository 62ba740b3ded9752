import { type EditorState, Plugin, PluginKey, Selection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { EditorHost } from '../source'
import { TYPED } from './turn-into'

/** What stands in the text: a trigger and what was typed after it. */
export interface Typed {
  trigger: string
  query: string
  /** Where the trigger stands, and where the query ends. */
  from: number
  to: number
}

/** A menu that is open. */
export interface OpenMenu<Item = unknown> extends Typed {
  menu: TypedMenu<Item>
  /** Which of `items` Enter takes. */
  active: number
  items: readonly Item[]
  /** More items are on their way. */
  isLooking: boolean
  /** They did not come: nothing can be said about what there is. */
  hasFailed?: boolean
}

/** One line of a menu. */
export interface TypedOption {
  /** Unique in the menu. */
  id: string
  label: string
  group?: string
  /** Stands at the end of the line. */
  hint?: string
  /** A lucide icon by name, or in its place the icon of a page, which may be an emoji. */
  icon?: { name: string; sign?: string | null }
  /** A person, whose picture stands in the place of an icon. */
  person?: { name: string; avatarUrl: string | null }
}

/**
 * A menu that opens while a trigger and some letters are typed, such as `/`, `@` or `:name`. What it offers is plain data; one
 * component shows them all (`menus/typed-menus.tsx`).
 */
export interface TypedMenu<Item> {
  /** The id of its list in the page; unique over all menus. */
  listId: string
  /** One character each; no two menus share one. */
  triggers: readonly string[]
  /** What a trigger may follow. At the start of a text it always may; in code it never opens a menu. */
  after: RegExp
  /** Is the trigger one here? Left out: always. */
  isOffered?(trigger: string, host: EditorHost, view: EditorView): boolean
  /** Is this still a query, rather than a text that goes on? */
  accepts(typed: Typed): boolean
  /** What is offered at once. */
  find(typed: Typed, state: EditorState): readonly Item[]
  /** What has to be waited for, and the milliseconds of quiet before; `null`: nothing. Its items stand behind the others. */
  ask?(typed: Typed, host: EditorHost): { quiet: number; load(): Promise<readonly Item[]> } | null
  /** `next` finds nothing, or nothing yet: is it just text from here on? Left out: it never is. */
  givesUp?(next: OpenMenu<Item>, before: OpenMenu<Item> | null): boolean
  /** Left out: it shows as soon as it is open. */
  isShown?(open: OpenMenu<Item>): boolean
  /** Puts an item in the place of what was typed. */
  pick(view: EditorView, item: Item, typed: Typed): void
  /** What is typed next, or has arrived, may say all: answers whether it was dealt with. */
  completes?(view: EditorView, open: OpenMenu<Item>, text: string): boolean
  option(item: Item, typed: Typed): TypedOption
  /** What the list is called. */
  label(trigger: string): string
  /** How many there are, or why there are none. */
  says(open: OpenMenu<Item>): string
}

/** A menu whose items are nobody else's business. */
// biome-ignore lint/suspicious/noExplicitAny: each menu gets its own items back, and a list of menus holds several types
export type AnyTypedMenu = TypedMenu<any>

type Change =
  | { open: AnyTypedMenu; from: number }
  | { close: true }
  | { active: number }
  | { query: string; arrived: readonly unknown[]; hasFailed: boolean }

const key = new PluginKey<OpenMenu | null>('typed-menu')

export { key as typedMenuKey }

const openMenu = (state: EditorState): OpenMenu | null => key.getState(state) ?? null

/** The menu that shows, if any. */
export function shownMenu(state: EditorState): OpenMenu | null {
  const open = openMenu(state)
  return open && (open.menu.isShown?.(open) ?? true) ? open : null
}

const optionId = (open: OpenMenu, item: unknown): string =>
  `${open.menu.listId}-${open.menu.option(item, open).id}`

const change = (tr: Transaction, asked: Change): Transaction => tr.setMeta(key, asked)

function readTyped(state: EditorState, from: number, menu: AnyTypedMenu): Typed | null {
  const { $head, empty } = state.selection
  if (!empty || !$head.parent.isTextblock || from < $head.start() || from >= $head.pos) return null
  const text = $head.parent.textBetween(from - $head.start(), $head.parentOffset, '\n', '\n')
  const typed = { trigger: text[0] ?? '', query: text.slice(1), from, to: $head.pos }
  return menu.triggers.includes(typed.trigger) && !text.includes('\n') && menu.accepts(typed) ? typed : null
}

function read(
  state: EditorState,
  from: number,
  menu: AnyTypedMenu,
  before: OpenMenu | null,
  host: () => EditorHost,
): OpenMenu | null {
  const typed = readTyped(state, from, menu)
  if (!typed) return null
  if (before?.query === typed.query && before.trigger === typed.trigger) return { ...before, ...typed }
  const items = menu.find(typed, state)
  const next = { menu, ...typed, active: 0, items, isLooking: Boolean(menu.ask?.(typed, host())) }
  return menu.givesUp?.(next, before) ? null : next
}

/** Does the text at `pos` let a trigger open this menu? */
function startsAt(state: EditorState, pos: number, { after }: AnyTypedMenu): boolean {
  const $pos = state.doc.resolve(pos)
  if (!$pos.parent.isTextblock || $pos.parent.type.spec.code) return false
  // Right before code one is not in it yet.
  const marks = state.storedMarks ?? ($pos.textOffset > 0 ? $pos.marks() : ($pos.nodeBefore?.marks ?? []))
  if (marks.some((mark) => mark.type.spec.code)) return false
  const before = $pos.parent.textBetween(Math.max(0, $pos.parentOffset - 1), $pos.parentOffset, '\n', '\n')
  return before === '' || after.test(before)
}

/** Closes the menu; what was typed stays. */
function close(view: EditorView): void {
  view.dispatch(change(view.state.tr, { close: true }))
}

/** Makes `index` the item that Enter takes. */
export function highlightItem(view: EditorView, index: number): void {
  if (openMenu(view.state)?.active !== index) view.dispatch(change(view.state.tr, { active: index }))
}

/** Takes an item of the open menu. */
export function pickItem(view: EditorView, index: number): void {
  const open = openMenu(view.state)
  const item = open?.items[Math.min(index, open.items.length - 1)]
  if (open && item !== undefined) open.menu.pick(view, item, { ...open, to: view.state.selection.from })
}

/** Types a trigger at the caret, or behind what is selected, which stays; that opens its menu, as a button does. */
export function typeTrigger(view: EditorView, trigger: string): void {
  const { tr, selection, doc } = view.state
  if (!selection.empty) tr.setSelection(Selection.near(doc.resolve(selection.to), -1))
  view.dispatch(tr.insertText(trigger).setMeta(TYPED, trigger))
}

/** How far PageUp and PageDown go. */
const PAGE = 8

function onKey(view: EditorView, event: KeyboardEvent): boolean {
  const open = shownMenu(view.state)
  if (!open || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
  const { active, items } = open
  const last = items.length - 1
  if (event.key === 'Escape') close(view)
  else if (last < 0 || event.shiftKey) return false
  else if (event.key === 'ArrowDown') highlightItem(view, active >= last ? 0 : active + 1)
  else if (event.key === 'ArrowUp') highlightItem(view, active <= 0 ? last : active - 1)
  else if (event.key === 'PageDown') highlightItem(view, Math.min(active + PAGE, last))
  else if (event.key === 'PageUp') highlightItem(view, Math.max(active - PAGE, 0))
  else if (event.key === 'Enter' || event.key === 'Tab') pickItem(view, active)
  else return false
  return true
}

/** Asks for what a query means beside what is known at once. */
function look(view: EditorView, open: OpenMenu, load: () => Promise<readonly unknown[]>): void {
  const tell = (arrived: readonly unknown[], hasFailed = false) => {
    const now = view.isDestroyed ? null : openMenu(view.state)
    if (!now || now.trigger !== open.trigger || now.query !== open.query) return
    if (!now.menu.completes?.(view, now, ''))
      view.dispatch(change(view.state.tr, { query: open.query, arrived, hasFailed }))
  }
  load().then(tell, () => tell([], true))
}

/** The menus that open while one types (product.md 3.23, 4.18, 9.3), of which at most one is open. */
export function typedMenus(menus: readonly AnyTypedMenu[], host: () => EditorHost): Plugin {
  const ofTrigger = (trigger: unknown) => menus.find(({ triggers }) => triggers.includes(trigger as string))

  function apply(tr: Transaction, open: OpenMenu | null, state: EditorState): OpenMenu | null {
    const asked = tr.getMeta(key) as Change | undefined
    if (asked && 'open' in asked) return read(state, asked.from, asked.open, null, host)
    const typed = ofTrigger(tr.getMeta(TYPED))
    if (typed) return read(state, state.selection.from - 1, typed, null, host)
    if (!open || (asked && 'close' in asked)) return null
    if (asked && 'arrived' in asked) {
      if (asked.query !== open.query) return open
      const { arrived, hasFailed } = asked
      return { ...open, items: [...open.menu.find(open, state), ...arrived], isLooking: false, hasFailed }
    }
    if (asked && 'active' in asked) return { ...open, active: asked.active }
    if (!tr.docChanged && !tr.selectionSet) return open
    return read(state, tr.mapping.map(open.from, -1), open.menu, open, host)
  }

  return new Plugin<OpenMenu | null>({
    key,
    state: { init: () => null, apply: (tr, open, _before, state) => apply(tr, open, state) },
    view: (view) => {
      let quiet: ReturnType<typeof setTimeout> | undefined
      return {
        update(_view, before) {
          const open = openMenu(view.state)
          const was = openMenu(before)
          if (open?.isLooking && was?.query === open.query && was.trigger === open.trigger) return
          clearTimeout(quiet)
          const asked = open?.isLooking ? open.menu.ask?.(open, host()) : null
          if (!open || !asked) return
          if (asked.quiet === 0) look(view, open, asked.load)
          else quiet = setTimeout(() => look(view, open, asked.load), asked.quiet)
        },
        destroy: () => clearTimeout(quiet),
      }
    },
    props: {
      handleTextInput(view, from, _to, text, deflt) {
        const open = openMenu(view.state)
        if (open?.menu.completes?.(view, open, text)) return true
        const menu = ofTrigger(text)
        if (!menu || !startsAt(view.state, from, menu)) return false
        if (menu.isOffered && !menu.isOffered(text, host(), view)) return false
        view.dispatch(change(deflt(), { open: menu, from }))
        return true
      },
      handleKeyDown: onKey,
      handleDOMEvents: {
        blur(view) {
          if (openMenu(view.state)) close(view)
          return false
        },
      },
      attributes(state): Record<string, string> {
        const open = shownMenu(state)
        if (!open) return {}
        const active = open.items[open.active]
        return {
          'aria-haspopup': 'listbox',
          'aria-autocomplete': 'list',
          'aria-controls': open.menu.listId,
          ...(active === undefined ? {} : { 'aria-activedescendant': optionId(open, active) }),
        }
      },
    },
  })
}
