import { inList } from '@/shared/formats'
import { t } from '@/shared/i18n'
import type { PageDiff } from '../diff/model'
import type { PageVersion, VersionReason } from '../model'

const REASONS: Readonly<Record<VersionReason, string>> = {
  get manual() {
    return t('Saved manually')
  },
  get automatic() {
    return t('Saved automatically')
  },
  get 'before-restore'() {
    return t('Before restoring')
  },
  get 'before-import'() {
    return t('Before an import')
  },
  get 'before-rewrite'() {
    return t('Before an AI rewrite')
  },
}

/** What a version is called: its name, else why it was saved. */
export const labelOf = ({ name, reason }: Pick<PageVersion, 'name' | 'reason'>): string =>
  name ?? REASONS[reason]

/** Whose work it is: "Ada", "Ada and Bob", "Ada, Bob and 2 others". */
export function authorsOf({ authors }: Pick<PageVersion, 'authors'>): string {
  const names = authors.map(({ name }) => name)
  if (names.length === 0) return t('Deleted person')
  const more = names.length - 2
  const shown = more > 1 ? [...names.slice(0, 2), t('{more} others', { more })] : names
  return inList(shown)
}

const COUNTED = {
  added: (count: number) => t('{count, plural, other {# added}}', { count }),
  removed: (count: number) => t('{count, plural, other {# removed}}', { count }),
  changed: (count: number) => t('{count, plural, other {# changed}}', { count }),
  moved: (count: number) => t('{count, plural, other {# moved}}', { count }),
}

/** "2 blocks added, 1 changed"; or that nothing differs. */
export function summaryOf({ counts, title }: Pick<PageDiff, 'counts' | 'title'>): string {
  const parts = (['added', 'removed', 'changed', 'moved'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => COUNTED[state](counts[state]))
  const title_ = title ? [t('title changed')] : []
  const blocks = parts.length > 0 ? [t('Blocks: {parts}', { parts: parts.join(', ') })] : []
  return (
    [...title_, ...blocks].join(' · ').replace(/^./, (letter) => letter.toUpperCase()) || t('Nothing differs')
  )
}
