import { RefreshCw } from 'lucide-react'
import { allActions } from '@/app/actions'
import type { ToolbarAction } from '@/editor/source'
import { exportAction, importAction, importInto, toolbarActionsOf } from '@/features/interchange/app/actions'
import { openPageId } from '@/features/pages/app/open-page'
import type { PageActionsOf } from '@/features/pages/app/page-actions'
import type { PageParts } from '@/features/pages/app/page-screen'
import { printAction } from '@/features/print/app/print-actions'
import { PublishButton, publishAction } from '@/features/publish/app/publish-parts'
import { newFromTemplate, newFromTemplateIn, saveAsTemplate } from '@/features/templates/app/template-actions'
import { historyActions, historyEntry } from '@/features/versions/app/history-actions'
import { PageBanners } from './page-banners'

/** What other features add to the menu of a page. */
export const pageActionsOf: PageActionsOf = (page) => [
  // Its panel stands in the page's own header.
  ...(openPageId(window.location.pathname) === page.id ? [publishAction(page)] : []),
  newFromTemplateIn(page),
  saveAsTemplate(page),
  ...historyEntry(page),
  importInto(page),
  exportAction(page),
  printAction(page),
]

/** What other features put into a page's header and above it. */
export const pageParts: PageParts = {
  InHeader: PublishButton,
  Banner: PageBanners,
  toolbarActionsOf,
}

/** What other features put at the end of the toolbar (product.md 2.42). */
export const pageTools: readonly ToolbarAction[] = [
  {
    id: 'pod-index',
    label: 'Refresh pod index',
    icon: RefreshCw,
    run: () =>
      allActions()
        .find(({ id }) => id === 'pod.refreshIndex')
        ?.run(),
  },
]

/** Opens the import window, from home and from the empty state. */
export const openImport = importAction.run

/** What other features offer everywhere to somebody who is signed in. */
export const signedInActions = [importAction, newFromTemplate, ...historyActions]
export const visitorActions: typeof signedInActions = []
