import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { type MarkDefinition, markKinds } from '@/blocks'
import { t } from '@/shared/i18n'
import { choiceOf } from '../core/choices'
import { paintOf } from '../core/style-actions'

/**
 * The marks that stand in the toolbar itself; every other one is in its "more" menu. Those that say something, such as a
 * link or a colour, have panels of their own.
 */
const SHOWN = ['bold', 'italic', 'underline', 'strikethrough', 'code', 'highlight']

const named = new Map(markKinds.map((mark) => [mark.kind, mark]))
export const shownMarks: readonly MarkDefinition[] = SHOWN.flatMap((kind) => named.get(kind) ?? [])
export const moreMarks: readonly MarkDefinition[] = markKinds.filter(
  (mark) => mark.needs === undefined && !SHOWN.includes(mark.kind),
)

/** Kinds of the marks whose buttons show that they hold. */
const plainMarks = markKinds
  .filter(({ needs }) => needs === undefined || needs === 'url')
  .map(({ kind }) => kind)

/** What the toolbar shows about the selection; flat, so that it can be compared member by member. */
export interface Formatting {
  from: number
  to: number
  /** Label of the block's kind. */
  block: string
  /** Kinds of the marks that hold, in one string. */
  marks: string
  /** Colours of the words and behind them, by name; empty: the default, or several. */
  color: string
  background: string
}

/** Beyond this many positions a selection is judged by its first character. */
const LONG = 20_000

/** The formatting of selected text, or `null` when nothing can be formatted: no text, code, read-only. */
export function formattingOf(editor: Editor): Formatting | null {
  const { selection, doc, schema } = editor.state
  if (!editor.isEditable || !(selection instanceof TextSelection)) return null
  const { $from, from, to, empty } = selection
  if ($from.parent.type.spec.code) return null
  const holds = (kind: string) => {
    const type = schema.marks[kind]!
    if (empty) return Boolean(type.isInSet(editor.state.storedMarks ?? $from.marks()))
    if (to - from > LONG) return Boolean(type.isInSet($from.nodeAfter?.marks ?? []))
    return editor.isActive(kind)
  }
  if (!empty && doc.textBetween(from, Math.min(to, from + LONG), '', ' ').trim() === '') return null
  return {
    from,
    to,
    block: choiceOf($from.parent)?.entry.label ?? t('A block'),
    marks: plainMarks.filter(holds).join(' '),
    color: paintOf(editor.state, 'color') ?? '',
    background: paintOf(editor.state, 'backgroundColor') ?? '',
  }
}
