import type { ActionEntry } from '@/blocks/kit/action'
import { headingOf, t } from '@/shared/i18n'

/** What a row of the block menu does: one thing, or it opens a level of more. */
export type BlockMenuRow =
  | { entry: ActionEntry; gap?: boolean; label?: string; group?: string; swatch?: true }
  | { opens: string; icon: string; gap?: boolean }

/** What is wanted less often stands under "More". */
const LESS_OFTEN = new Set([
  'beside-above',
  'move-up',
  'move-down',
  'copy-markdown',
  'print.picture',
  'speech.selection',
])
const isOfMore = (group: string): boolean => group === 'Line height' || group === 'Formatting'
/** The submenus, and the groups of actions that they hold. */
const SUBMENUS: readonly { name: () => string; icon: string; holds(group: string): boolean }[] = [
  { name: () => t('Turn into'), icon: 'repeat', holds: (group) => group === 'Turn into' },
  {
    name: () => t('Color'),
    icon: 'palette',
    holds: (group) => group === 'Text color' || group === 'Background',
  },
  { name: () => t('Align'), icon: 'align-left', holds: (group) => group === 'Align' },
]
/** What of a kind's own is shown in the menu itself; a longer list is a level of its own. */
const MOST_IN_PLACE = 2

const groupOf = (entry: ActionEntry): string => entry.group ?? ''
const isAction = (group: string): boolean => group === '' || group === 'Actions'
const isSwatch = ({ group }: ActionEntry): boolean => group === 'Text color' || group === 'Background'

/** The rows of the block menu before anything is typed (product.md 2.37): a dozen, with levels; what deletes is the last. */
export function blockMenuRows(entries: readonly ActionEntry[], level: string | null): BlockMenuRow[] {
  const own = (holds: (group: string) => boolean) => entries.filter((entry) => holds(groupOf(entry)))
  const isKnown = (group: string) =>
    isAction(group) || isOfMore(group) || SUBMENUS.some(({ holds }) => holds(group))
  const kinds = [...new Set(entries.map(groupOf))].filter((group) => !isKnown(group))
  const inPlace = kinds.filter((group) => own((one) => one === group).length <= MOST_IN_PLACE)
  const isNear = (group: string) => isAction(group) || inPlace.includes(group)
  const more = [...own(isNear).filter(({ id }) => LESS_OFTEN.has(id)), ...own(isOfMore)]
  const near = own(isNear).filter(({ id }) => !LESS_OFTEN.has(id))

  const submenu = SUBMENUS.find(({ name }) => name() === level)
  if (submenu)
    return own(submenu.holds)
      .filter(({ id }) => !id.endsWith('-again'))
      .map(asChoice)
  if (level === t('More'))
    return more.map((entry) => ({ entry, group: isOfMore(groupOf(entry)) ? groupOf(entry) : '' }))
  if (level !== null) return own((group) => headingOf(group) === level).map((entry) => ({ entry }))

  const parts: BlockMenuRow[][] = [
    [
      ...SUBMENUS.filter(({ holds }) => own(holds).length > 0).map(({ name, icon }) => ({
        opens: name(),
        icon,
      })),
      ...kinds
        .filter((group) => !inPlace.includes(group))
        .map((group) => ({ opens: headingOf(group), icon: 'more' })),
      ...near.filter((entry) => !isAction(groupOf(entry))).map((entry) => ({ entry })),
    ],
    [
      ...near.filter((entry) => isAction(groupOf(entry)) && !entry.danger).map((entry) => ({ entry })),
      ...(more.length > 0 ? [{ opens: t('More'), icon: 'more' }] : []),
    ],
    near.filter((entry) => isAction(groupOf(entry)) && entry.danger).map((entry) => ({ entry })),
  ]
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, at) => part.map((row, index) => (at > 0 && index === 0 ? { ...row, gap: true } : row)))
}

/** A colour is a swatch, whose name says what it colours. */
function asChoice(entry: ActionEntry): BlockMenuRow {
  if (!isSwatch(entry)) return { entry }
  const label =
    entry.group === 'Background'
      ? t('{color} background', { color: entry.label })
      : t('{color} text', { color: entry.label })
  return { entry, label, group: entry.group ?? '', swatch: true }
}
