import { shownPanel, showPanel } from '@/app/panels'

/** The stash among the panels beside the page. */
export const STASH_PANEL = 'stash'

/** Opens or closes the stash beside the page. */
export function showStash(open: boolean): void {
  if (open) showPanel(STASH_PANEL)
  else if (isStashShown()) showPanel(null)
}

export const isStashShown = (): boolean => shownPanel() === STASH_PANEL
