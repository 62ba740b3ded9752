import { useLocation } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useShownPanel } from '@/app/panels'
import { STASH_PANEL } from '@/features/stash/app/stash-window'
import { HISTORY_PANEL, historyPageId } from '@/features/versions/app/history-actions'
import { later } from '@/ui/later'

interface PanelProps {
  userId: string | null
  /** The page on the screen, where it is one of a person's own. */
  documentId: string | null
}

const Stash = later(() => import('@/features/stash/app/stash-panel'))
const HistoryList = later(() => import('@/features/versions/app/history-panel'))

/**
 * Everything that can stand to the right of the page (product.md 2.33), by the name that `showPanel` takes. One at a time;
 * its code comes when it is first opened. A new panel is a line here.
 */
const PANELS: Readonly<Record<string, ComponentType<PanelProps>>> = {
  [STASH_PANEL]: ({ userId }) => <Stash key={userId} userId={userId} />,
  [HISTORY_PANEL]: ({ userId, documentId }) =>
    userId !== null && documentId !== null && <HistoryList key={documentId} documentId={documentId} />,
}

/** The panel that is open. */
export function Panels({ userId }: { userId: string | null }) {
  const shown = useShownPanel()
  const { pathname } = useLocation()
  const Panel = shown === null ? undefined : PANELS[shown]
  return Panel && <Panel userId={userId} documentId={historyPageId(pathname)} />
}
