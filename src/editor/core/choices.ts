import type { Node as PMNode } from '@tiptap/pm/model'
import { atomKinds, blockKinds } from '@/blocks'
import type { BlockDefinition, InsertEntry } from '@/blocks/kit/define-block'
import { inEnglish, t } from '@/shared/i18n'
import { withPopup } from './surface-state'

/** One thing that a block can be, as menus offer it: an insert entry with the kind it belongs to. */
export interface BlockChoice {
  kind: string
  /** `inline`: an atom in the text. */
  content: BlockDefinition['content'] | 'inline'
  entry: InsertEntry
}

/** Text that is chosen from a picker, and no kind of its own. */
const emoji: BlockChoice = {
  kind: 'emoji',
  content: 'inline',
  entry: {
    id: 'emoji',
    get label() {
      return t('Emoji')
    },
    icon: 'smile-plus',
    keywords: ['smiley', 'emoticon', 'symbol'],
    group: 'Inline',
    hint: ':',
    turnsInto: false,
    insert: (_state, tr, apply) => {
      if (!tr.selection.$from.parent.inlineContent) return false
      if (apply) withPopup(tr, { kind: 'contributed', name: 'emoji' })
      return true
    },
  },
}

/** Everything that can be inserted, in the order of `blocks/index.ts`. */
export const blockChoices: readonly BlockChoice[] = [
  ...blockKinds.flatMap(({ kind, content, insert }) => insert.map((entry) => ({ kind, content, entry }))),
  ...atomKinds.flatMap(({ kind, insert }) =>
    insert.map((entry) => ({ kind, content: 'inline' as const, entry })),
  ),
  emoji,
]

/** What an existing text block can be turned into. */
export const turnIntoChoices: readonly BlockChoice[] = blockChoices.filter((choice) => choice.entry.turnsInto)

/** The choice that describes this block best, or `null` for a kind that menus do not offer. */
export function choiceOf(node: PMNode): BlockChoice | null {
  const own = blockChoices.filter((choice) => choice.kind === node.type.name)
  const fits = (choice: BlockChoice) =>
    Object.entries(choice.entry.attributes ?? {}).every(([key, value]) => node.attrs[key] === value)
  return own.find((choice) => choice.entry.attributes && fits(choice)) ?? own.find(fits) ?? own[0] ?? null
}

/** The choices that a search finds, best first: by label, in the language of the interface or in English, then keyword, then anywhere in either. */
export function findChoices<Choice extends { entry: Pick<InsertEntry, 'label' | 'keywords' | 'hint'> }>(
  query: string,
  choices: readonly Choice[],
): Choice[] {
  const wanted = query.trim().toLowerCase()
  if (!wanted) return [...choices]
  const rank = ({ entry }: Choice): number => {
    const labels = [entry.label, inEnglish(() => entry.label)].map((label) => label.toLowerCase())
    const words = [...labels, ...entry.keywords.map((keyword) => keyword.toLowerCase()), entry.hint ?? '']
    const begins = (word: string): boolean => word.split(/\s+/).some((part) => part.startsWith(wanted))
    if (labels.some((label) => label.startsWith(wanted))) return 0
    // "columns" are "2 columns" before they are something that has columns.
    if (labels.some(begins)) return 1
    if (words.some((word) => word.startsWith(wanted))) return 2
    if (words.some(begins)) return 3
    return words.some((word) => word.includes(wanted)) ? 4 : 9
  }
  return choices
    .map((choice, order) => ({ choice, order, rank: rank(choice) }))
    .filter((found) => found.rank < 9)
    .sort((a, b) => a.rank - b.rank || a.order - b.order)
    .map((found) => found.choice)
}
