import { History, Save } from 'lucide-react'
import type { Action } from '@/app/actions'
import { showPanel, togglePanel } from '@/app/panels'
import { failureWords, queryClient, rpc, trpc } from '@/app/rpc'
import { openPageId } from '@/features/pages/app/open-page'
import type { PageAction } from '@/features/pages/app/page-actions'
import { isTemplateSlug } from '@/features/templates/model'
import { toast } from '@/ui/toast'

/** The history among the panels beside the page. */
export const HISTORY_PANEL = 'history'

/** The page on the screen that has a history; null: none. */
export function historyPageId(pathname: string): string | null {
  const id = openPageId(pathname)
  return id !== null && !isTemplateSlug(id) ? id : null
}

const hasPage = () => historyPageId(window.location.pathname) !== null

/** The versions of a page, or a comparison of them, are not what they were. */
export const versionsChanged = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: trpc.version.pathKey() })

/** What went wrong, in words for the person. */
export const wordsOf = (error: unknown): string =>
  failureWords(error, 'The history did not answer. Try again.')

/** Saves the page on the screen as a version, and says so. */
export async function saveVersionNow(documentId: string): Promise<void> {
  try {
    await rpc.version.createVersion.mutate({ documentId })
    toast.success('Version saved', {
      id: 'version',
      action: { label: 'Show history', onClick: () => showPanel(HISTORY_PANEL) },
    })
  } catch (error) {
    toast.error(wordsOf(error), { id: 'version' })
  }
  await versionsChanged()
}

/** What the palette offers for the page on the screen. */
export const historyActions: Action[] = [
  {
    id: 'history.show',
    label: 'Version history',
    icon: History,
    section: 'Page',
    keywords: ['versions', 'snapshots', 'changes', 'restore', 'compare', 'diff'],
    enabled: hasPage,
    run: () => showPanel(HISTORY_PANEL),
  },
  {
    id: 'history.save',
    label: 'Save a version',
    icon: Save,
    section: 'Page',
    keywords: ['snapshot', 'history', 'keep'],
    enabled: hasPage,
    run: () => {
      const id = historyPageId(window.location.pathname)
      if (id !== null) void saveVersionNow(id)
    },
  },
]

/** The entry in the menu of the page on the screen. */
export const historyEntry = (page: { id: string }): PageAction[] =>
  historyPageId(window.location.pathname) === page.id
    ? [
        {
          id: 'history',
          label: 'Version history',
          icon: History,
          run: () => togglePanel(HISTORY_PANEL),
        },
      ]
    : []
