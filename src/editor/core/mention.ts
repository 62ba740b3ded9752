import { closeHistory } from '@tiptap/pm/history'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { blockKind } from '@/blocks'
import { addDays, dateWords, isoDateOf, longDate, readDate } from '@/blocks/date/date-words'
import { insertBlock } from '@/blocks/editing/turn-into'
import type { Attributes } from '@/blocks/kit/attributes'
import { fileSize, kindOfFile } from '@/blocks/media/media-url'
import type { EditorHost } from '../source'
import { TYPED } from './turn-into'

/** One thing that can be mentioned. */
export interface MentionChoice {
  id: string
  label: string
  /** As product.md 4.18 names them. */
  group: 'Date' | 'Link to page' | 'People' | 'Files'
  hint?: string
  /** An emoji, or nothing. */
  icon: string | null
  kind: 'date' | 'mention'
  attributes: Attributes
  /** A file stands as a block where its `#` has a line for itself. */
  block?: { kind: ReturnType<typeof kindOfFile>; attributes: Attributes }
}

/** The open popup: the `@` or `#` stands at `from`, what was typed after it is `query`. */
export interface MentionState {
  trigger: Trigger
  from: number
  query: string
  active: number
  dates: readonly MentionChoice[]
  /** Pages and people, or files, for this query; `null` while the application looks for them. */
  others: readonly MentionChoice[] | null
}

type Change =
  | { open: number }
  | { close: true }
  | { active: number }
  | { query: string; others: readonly MentionChoice[] }

const key = new PluginKey<MentionState | null>('mention')
/** `@` for dates, pages and people, `#` for files (product.md 4.18). */
type Trigger = '@' | '#'
const TRIGGERS: readonly string[] = ['@', '#'] satisfies Trigger[]
/** Milliseconds of quiet before files are asked for (product.md 9.7). */
const FILES_QUIET = 300
/** Longer than this is no name. */
const LONGEST = 60

export const mentionOf = (state: EditorState): MentionState | null => key.getState(state) ?? null
export const foundIn = ({ dates, others }: MentionState): readonly MentionChoice[] => [
  ...dates,
  ...(others ?? []),
]
export const MENTION_LIST_ID = 'mentions'
export const mentionOptionId = (choice: MentionChoice): string => `${MENTION_LIST_ID}-${choice.id}`

/** The days that a query means: Today and its neighbours by their names, any other as it is written. */
export function findDates(query: string, today: string): MentionChoice[] {
  const wanted = query.trim().toLowerCase()
  const choice = (iso: string): MentionChoice => {
    const label = dateWords(iso, today)
    const long = longDate(iso)
    return {
      id: `date-${iso}`,
      label,
      group: 'Date',
      ...(label === long ? {} : { hint: long }),
      icon: null,
      kind: 'date',
      attributes: { date: iso },
    }
  }
  const near = [0, 1, -1].map((days) => choice(addDays(today, days)))
  const named = near.filter(
    ({ label }) => label.toLowerCase().startsWith(wanted) || 'date'.startsWith(wanted),
  )
  const read = readDate(query, today)
  const found =
    read === null || named.some(({ attributes }) => attributes.date === read) ? [] : [choice(read)]
  return [...named, ...found]
}

async function findOthers(host: EditorHost, query: string): Promise<MentionChoice[]> {
  const [pages, people] = await Promise.all([host.findPages?.(query) ?? [], host.findPeople?.(query) ?? []])
  return [
    ...pages.map(
      ({ path, title, icon, coverImage }): MentionChoice => ({
        id: `page-${path.slice(1)}`,
        label: title || 'Untitled',
        group: 'Link to page',
        icon,
        kind: 'mention',
        attributes: { key: path, value: title, icon, coverImage: coverImage ?? null },
      }),
    ),
    ...people.map(
      ({ id, name, email }): MentionChoice => ({
        id: `person-${id}`,
        label: name,
        group: 'People',
        ...(email ? { hint: email } : {}),
        icon: null,
        kind: 'mention',
        attributes: { key: id, value: name },
      }),
    ),
  ]
}

async function findFiles(host: EditorHost, query: string): Promise<MentionChoice[]> {
  const files = (await host.findFiles?.(query)) ?? []
  // What is in this tab only can not be found by others, nor by oneself tomorrow.
  const kept = files.filter(({ isKept }) => isKept)
  return kept.map(({ id, url, name, type, size }) => {
    const kind = kindOfFile(type, name)
    const attributes = { url, name, isUpload: true, mimeType: type, size }
    return {
      id: `file-${id}`,
      label: name,
      group: 'Files',
      hint: fileSize(size),
      icon: null,
      kind: 'mention',
      attributes: { key: id, value: name, trigger: '#' },
      block: { kind, attributes },
    }
  })
}

interface Asked {
  trigger: Trigger
  query: string
}

function readQuery(state: EditorState, from: number): Asked | null {
  const { $head, empty } = state.selection
  if (!empty || !$head.parent.isTextblock || from < $head.start() || from >= $head.pos) return null
  const text = $head.parent.textBetween(from - $head.start(), $head.parentOffset, '\n', '\n')
  if (!TRIGGERS.includes(text[0]!) || text.includes('\n') || text.length > LONGEST) return null
  // `# ` begins a heading, and an `@` by itself is one.
  return /^[@#]\s/.test(text) ? null : { trigger: text[0] as Trigger, query: text.slice(1) }
}

function open(state: EditorState, from: number, before: MentionState | null): MentionState | null {
  const asked = readQuery(state, from)
  if (asked === null) return null
  const { trigger, query } = asked
  if (before?.query === query) return { ...before, from }
  const dates = trigger === '@' ? findDates(query, isoDateOf(new Date())) : []
  const next = { trigger, from, query, active: 0, dates, others: null }
  // Nothing fits, and another word begins: the text is just text.
  const isLost = before !== null && before.others?.length === 0 && before.dates.length === 0
  return isLost && /\s$/.test(query) && dates.length === 0 ? null : next
}

function apply(tr: Transaction, value: MentionState | null, state: EditorState): MentionState | null {
  const change = tr.getMeta(key) as Change | undefined
  if (change && 'open' in change) return open(state, change.open, null)
  if (TRIGGERS.includes(tr.getMeta(TYPED))) return open(state, state.selection.from - 1, null)
  if (!value || (change && 'close' in change)) return null
  if (change && 'others' in change)
    return change.query === value.query ? { ...value, others: change.others } : value
  if (change && 'active' in change) return { ...value, active: change.active }
  return tr.docChanged || tr.selectionSet ? open(state, tr.mapping.map(value.from, -1), value) : value
}

/** Does an `@` or `#` typed at `pos` mention something: at the start, after whitespace or a quote (product.md 4.18)? */
function startsMention(state: EditorState, pos: number): boolean {
  const $pos = state.doc.resolve(pos)
  if (!$pos.parent.isTextblock || $pos.parent.type.spec.code) return false
  if ($pos.marks().some((mark) => mark.type.spec.code)) return false
  const before = $pos.parent.textBetween(Math.max(0, $pos.parentOffset - 1), $pos.parentOffset, '\n', '\n')
  return before === '' || /[\s"'“‘«„(]/.test(before)
}

/** Closes the popup; what was typed stays. */
export function closeMention(view: EditorView): void {
  view.dispatch(view.state.tr.setMeta(key, { close: true } satisfies Change))
}

export function highlightMention(view: EditorView, index: number): void {
  if (mentionOf(view.state)?.active !== index)
    view.dispatch(view.state.tr.setMeta(key, { active: index } satisfies Change))
}

/** Puts a file as a block where its `#` and query stand; false where they are not the whole line. */
function pickBlock(view: EditorView, from: number, { block }: MentionChoice): boolean {
  const { state } = view
  const { $from } = state.selection
  const isAlone = from === $from.start() && state.selection.to === $from.end()
  const definition = block && blockKind(block.kind)
  if (!definition || !isAlone) return false
  const tr = state.tr.delete(from, state.selection.to)
  if (!insertBlock(definition, block.attributes)(state, tr, true)) return false
  view.dispatch(closeHistory(tr))
  view.focus()
  return true
}

/** Puts the choice where its `@` or `#` and query stand; the caret goes behind it. */
export function pickMention(view: EditorView, choice: MentionChoice): void {
  const mention = mentionOf(view.state)
  if (!mention) return
  if (choice.block && pickBlock(view, mention.from, choice)) return
  const { state } = view
  const { $from, from } = state.selection
  const atom = state.schema.nodes[choice.kind]!.create(choice.attributes, null, $from.marks())
  const tr = state.tr.replaceWith(mention.from, from, atom)
  tr.setSelection(TextSelection.create(tr.doc, mention.from + 1)).scrollIntoView()
  view.dispatch(closeHistory(tr))
  view.focus()
}

function onKey(view: EditorView, event: KeyboardEvent): boolean {
  const mention = mentionOf(view.state)
  if (!mention || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.key === 'Escape') {
    closeMention(view)
    return true
  }
  const found = foundIn(mention)
  if (found.length === 0) return false
  const go = (to: number) => {
    highlightMention(view, (to + found.length) % found.length)
    return true
  }
  if (event.key === 'ArrowDown' && !event.shiftKey) return go(mention.active + 1)
  if (event.key === 'ArrowUp' && !event.shiftKey) return go(mention.active - 1)
  if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) {
    pickMention(view, found[Math.min(mention.active, found.length - 1)]!)
    return true
  }
  return false
}

/** Asks the application what a query means. Without an answer, the dates are still there to be chosen. */
function look(view: EditorView, host: EditorHost, { trigger, query }: MentionState): void {
  const tell = (others: readonly MentionChoice[]) => {
    if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, { query, others } satisfies Change))
  }
  const find = trigger === '#' ? findFiles : findOthers
  find(host, query).then(tell, () => tell([]))
}

/**
 * `@` offers dates, pages and people, `#` files (product.md 2.44, 4.18); the list itself is `menus/mention-menu.tsx`. Where
 * the application keeps no files, a `#` is just one.
 */
export const mentionPlugin = (host: () => EditorHost) =>
  new Plugin<MentionState | null>({
    key,
    state: { init: () => null, apply: (tr, value, _before, state) => apply(tr, value, state) },
    view: (view) => {
      let quiet: ReturnType<typeof setTimeout> | undefined
      return {
        update(_view, before) {
          const mention = mentionOf(view.state)
          if (!mention) return clearTimeout(quiet)
          const was = mentionOf(before)
          if (mention.others !== null || (was?.query === mention.query && was.trigger === mention.trigger))
            return
          clearTimeout(quiet)
          if (mention.trigger === '@') look(view, host(), mention)
          else quiet = setTimeout(() => look(view, host(), mention), FILES_QUIET)
        },
        destroy: () => clearTimeout(quiet),
      }
    },
    props: {
      handleTextInput(view, from, _to, text, deflt) {
        if (!TRIGGERS.includes(text) || !startsMention(view.state, from)) return false
        if (text === '#' && !host().findFiles) return false
        view.dispatch(deflt().setMeta(key, { open: from } satisfies Change))
        return true
      },
      handleKeyDown: onKey,
      handleDOMEvents: {
        blur(view) {
          if (mentionOf(view.state)) closeMention(view)
          return false
        },
      },
      attributes(state): Record<string, string> {
        const mention = mentionOf(state)
        if (!mention) return {}
        const active = foundIn(mention)[mention.active]
        return {
          'aria-haspopup': 'listbox',
          'aria-autocomplete': 'list',
          'aria-controls': MENTION_LIST_ID,
          ...(active ? { 'aria-activedescendant': mentionOptionId(active) } : {}),
        }
      },
    },
  })
