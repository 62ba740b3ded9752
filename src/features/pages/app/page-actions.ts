import { type ActionEntry, entriesIn } from '@/blocks/kit/action'
import { allOf, useContributions } from '@/editor/contribution'
import { targetOnScreen } from '@/editor/open-pages'
import { pageSegment } from '@/shared/page-address'

/** What other features offer for a page now, for its menu. */
export function usePageActions({ id, title }: { id: string; title: string }): readonly ActionEntry[] {
  const actions = allOf(useContributions(), (one) => one.actions)
  const shown = targetOnScreen()
  return entriesIn('pageMenu', actions, {
    page: { id, title },
    editor: shown.page?.id === id ? shown.editor : null,
  })
}

/** The full address of a page, for the clipboard. */
export const pageLink = (id: string, title: string): string =>
  `${window.location.origin}/${pageSegment(id, title)}`
