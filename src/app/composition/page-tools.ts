import { History } from 'lucide-react'
import { useMemo } from 'react'
import { togglePanel, useShownPanel } from '@/app/panels'
import type { ToolbarAction } from '@/editor/source'
import { HISTORY_PANEL } from '@/features/versions/app/history-actions'
import { pageTools } from './page-extras'

/** What features add to the toolbar of a page (product.md 2.42). */
export function usePageTools(): readonly ToolbarAction[] {
  const shown = useShownPanel()
  return useMemo(
    () => [
      ...pageTools,
      {
        id: 'versions',
        label: 'Versions',
        icon: History,
        isPressed: shown === HISTORY_PANEL,
        run: () => togglePanel(HISTORY_PANEL),
      },
    ],
    [shown],
  )
}
