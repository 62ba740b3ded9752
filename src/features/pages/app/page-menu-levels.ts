import { FilePenLine, LayoutTemplate, Sparkles } from 'lucide-react'
import type { ActionEntry } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'

/** The levels of a page's menu, and what stands in each: by ids, since actions of several features come together here. */
const LEVELS = [
  {
    name: () => t('Mode'),
    icon: FilePenLine,
    holds: (id: string) => id.startsWith('mode.'),
  },
  {
    name: () => t('AI'),
    icon: Sparkles,
    holds: (id: string) => /^(ai|chat|speech)\./.test(id),
  },
  {
    name: () => t('Templates'),
    icon: LayoutTemplate,
    holds: (id: string) => id.startsWith('template.'),
  },
]

/**
 * What a menu shows while one of its levels is open: the entries that it had then. One that came meanwhile would push the others down, and
 * the pointer that rests on a level would stand on another one, which opens in its place. `shown`: the ids that stood there last.
 */
export const heldEntries = (
  entries: readonly ActionEntry[],
  shown: ReadonlySet<string>,
): readonly ActionEntry[] => entries.filter(({ id }) => shown.has(id))

export interface MenuLevel {
  name: string
  icon: (typeof LEVELS)[number]['icon']
  entries: readonly ActionEntry[]
}

/** Entries as a dozen rows at most: those that stand for themselves, then levels. A level of one entry is none. */
export function pageMenuLevels(entries: readonly ActionEntry[]): {
  plain: readonly ActionEntry[]
  levels: readonly MenuLevel[]
} {
  const levels = LEVELS.map(({ name, icon, holds }) => ({
    name: name(),
    icon,
    entries: entries.filter(({ id }) => holds(id)),
  })).filter((level) => level.entries.length > 1)
  const held = new Set(levels.flatMap((level) => level.entries))
  return { plain: entries.filter((entry) => !held.has(entry)), levels }
}
