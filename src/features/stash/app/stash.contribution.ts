import { Archive } from 'lucide-react'
import { onPanels, shownPanel, togglePanel } from '@/app/panels'
import { type Action, always } from '@/blocks/kit/action'
import type { Contribution, PanelProps } from '@/editor/contribution'
import { t } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { runLater } from '@/ui/run-later'
import { STASH_PANEL } from './stash-window'

const Stash = lazy<PanelProps>(() => import('./stash-panel'))

/** Moves the selected blocks; `isSignedIn` says whether the server keeps them or this browser. */
const moveAction = (isSignedIn: boolean): Action => ({
  id: 'stash.move',
  label: t('Move to stash'),
  icon: Archive,
  keywords: ['stash', 'aside', 'later', 'drawer', 'shelf'],
  places: {
    blockMenu: { group: 'Actions' },
    palette: { label: t('Move blocks to stash'), group: 'Editor' },
  },
  command({ editor }, apply) {
    if (!editor?.view.editable) return false
    if (apply)
      runLater(
        () => import('./stash-actions'),
        ({ moveToStash }) => moveToStash(editor, isSignedIn),
      )
    return true
  },
})

const showAction: Action = {
  id: 'stash.show',
  get label() {
    return t('Show or hide the stash')
  },
  icon: Archive,
  keywords: ['aside', 'drawer', 'put back'],
  places: { palette: { group: 'View' } },
  isActive: () => shownPanel() === STASH_PANEL,
  watch: onPanels,
  command: always(() => togglePanel(STASH_PANEL)),
}

/** The stash beside the page, and the way of blocks into it (product.md 2.9). */
export const stash = (isSignedIn: boolean): Contribution => ({
  name: 'stash',
  actions: [moveAction(isSignedIn), showAction],
  panels: { [STASH_PANEL]: Stash },
})
