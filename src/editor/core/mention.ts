import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { blockKind } from '@/blocks'
import { addDays, dateWords, longDate } from '@/blocks/date/date-words'
import { insertBlock } from '@/blocks/editing/turn-into'
import type { Attributes } from '@/blocks/kit/attributes'
import type { kindOfFile } from '@/blocks/media/media-url'
import { ownUndoStep } from '@/document'
import { t } from '@/shared/i18n'
import { formatsNow } from '@/ui/formats'
import { keepPlace } from '../clipboard/kept-place'
import type { Typed, TypedMenu } from './typed-menu'

/** One thing that can be mentioned. */
export interface MentionChoice {
  id: string
  label: string
  /** As product.md 4.18 names them. */
  group: 'Date' | 'Link to page' | 'New page' | 'People' | 'Files'
  hint?: string
  /** An emoji, or nothing. */
  icon: string | null
  /** Of a person: the address of their picture. */
  avatarUrl?: string | null
  kind: 'date' | 'mention'
  attributes: Attributes
  /** Makes what is to be mentioned; `null`: that failed. */
  make?(): Promise<Attributes | null>
  /** A file stands as a block where its `#` has a line for itself. */
  block?: { kind: ReturnType<typeof kindOfFile>; attributes: Attributes }
}

/** Milliseconds of quiet before files are asked for (product.md 9.7). */
const FILES_QUIET = 300
/** Longer than this is no name. */
const LONGEST = 60

/** Reads days as they are written. It is loaded with the first `@`: most pages are opened without one. */
let days: typeof import('@/blocks/date/read-date') | null = null

async function learnDays(): Promise<void> {
  try {
    days ??= await import('@/blocks/date/read-date')
  } catch {
    // Without a network: Today and its neighbors are offered, and the next `@` tries again.
  }
}

/** The days that a query means: Today and its neighbours by their names, any other as it is written. */
function findDates(query: string, today: string): MentionChoice[] {
  const wanted = query.trim().toLowerCase()
  const choice = (iso: string): MentionChoice => {
    const label = dateWords(iso, today, formatsNow())
    const long = longDate(iso, formatsNow())
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
  const read = days?.readDate(query, today) ?? null
  const found =
    read === null || named.some(({ attributes }) => attributes.date === read) ? [] : [choice(read)]
  return [...named, ...found]
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
  view.dispatch(ownUndoStep(tr))
  view.focus()
  return true
}

/**
 * A page is made first, and mentioned where its title was typed, whatever is written meanwhile. When it cannot be made, which is said, the title
 * stands there again.
 */
function pickNew(
  view: EditorView,
  choice: MentionChoice,
  make: () => Promise<Attributes | null>,
  title: string,
): void {
  const place = keepPlace(view, view.state.selection, -1)
  view.focus()
  const put = (attributes: Attributes | null) => {
    if (view.isDestroyed) return
    const { from, $from } = place()
    if (!$from.parent.inlineContent) return
    const { state } = view
    const node = attributes
      ? state.schema.nodes[choice.kind]!.create(attributes, null, $from.marks())
      : title && state.schema.text(title, $from.marks())
    if (!node) return
    const tr = state.tr.insert(from, node)
    // Who has not gone elsewhere goes on behind it.
    if (state.selection.empty && state.selection.from === from)
      tr.setSelection(TextSelection.create(tr.doc, from + node.nodeSize)).scrollIntoView()
    view.dispatch(ownUndoStep(tr))
  }
  make().then(put, () => put(null))
}

/** Puts the choice where its `@`, `#` or `[[` and query stand; the caret goes behind it. */
function pickMention(view: EditorView, choice: MentionChoice, { trigger, to, ...typed }: Typed): void {
  const from = typed.from - (trigger === '[' ? 1 : 0)
  if (choice.make) {
    const title = view.state.doc.textBetween(typed.from + 1, to)
    view.dispatch(view.state.tr.delete(from, to))
    pickNew(view, choice, choice.make, title)
    return
  }
  if (choice.block && pickBlock(view, from, choice)) return
  putMention(view, choice, from, to)
}

function putMention(view: EditorView, choice: MentionChoice, from: number, to: number): void {
  const { state } = view
  const { $from } = state.selection
  const atom = state.schema.nodes[choice.kind]!.create(choice.attributes, null, $from.marks())
  const tr = state.tr.replaceWith(from, to, atom)
  tr.setSelection(TextSelection.create(tr.doc, from + 1)).scrollIntoView()
  view.dispatch(ownUndoStep(tr))
  view.focus()
}

const GROUP_ICONS = {
  Date: 'calendar',
  'Link to page': 'file-text',
  'New page': 'plus',
  People: 'user',
  Files: 'paperclip',
} as const
/** Files by what they are shown as. */
const FILE_ICONS = { image: 'image', video: 'video', audio: 'music', file: 'paperclip' } as const

/**
 * `@` offers dates, pages and people, `[[` pages, `#` files (product.md 2.44, 4.18). Where the application keeps no files, a `#` is just
 * one.
 */
export const mentionMenu: TypedMenu<MentionChoice> = {
  listId: 'mentions',
  triggers: ['@', '#', '['],
  // Where words stand without spaces between them, it follows right behind one.
  after: /[\s"'“‘«„([\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}、。「『（]/u,
  isOffered(trigger, host, view) {
    if (trigger === '#') return host.findFiles !== undefined
    if (trigger === '@') void learnDays()
    // The second bracket.
    return trigger === '@' || view.state.selection.$from.nodeBefore?.text?.endsWith('[') === true
  },
  // `# ` begins a heading, and an `@` by itself is one.
  accepts: ({ trigger, query }) =>
    query.length < LONGEST && !/^\s/.test(query) && !(trigger === '[' && query.includes(']')),
  find: ({ trigger, query }) => (trigger === '@' ? findDates(query, formatsNow().isoDay(Date.now())) : []),
  ask: ({ trigger, query }, host) =>
    trigger !== '#'
      ? { quiet: 0, load: async () => (await import('./mention-sources')).findOthers(host, trigger, query) }
      : { quiet: FILES_QUIET, load: async () => (await import('./mention-sources')).findFiles(host, query) },
  // Nothing fits, and another word begins.
  givesUp: ({ items, query, trigger }, before) =>
    before !== null &&
    !before.isLooking &&
    before.items.length === 0 &&
    items.length === 0 &&
    /\s$/.test(query) &&
    !(trigger === '@' && days?.beginsDate(query)),
  // A `#` is often the beginning of a heading: nothing is shown for it before there is something to show.
  isShown: ({ trigger, isLooking, query }) => trigger !== '#' || !isLooking || query !== '',
  pick: pickMention,
  option: ({ id, label, group, hint, icon, avatarUrl, block }) => ({
    id,
    label,
    group,
    ...(avatarUrl && { person: { name: label, avatarUrl } }),
    icon: { name: block ? FILE_ICONS[block.kind] : GROUP_ICONS[group], sign: icon },
    ...(hint ? { hint } : {}),
  }),
  label: (trigger) => (trigger === '#' ? t('Files') : t('Mention')),
  says({ trigger, items, isLooking }) {
    if (items.length > 0)
      return t('{count, plural, one {# suggestion} other {# suggestions}}', { count: items.length })
    if (isLooking) return t('Searching...')
    return trigger === '#' ? t('No media files found') : t('No results')
  },
}
