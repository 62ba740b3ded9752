import { FileDown, FileUp } from 'lucide-react'
import type { Action } from '@/app/actions'
import type { ToolbarAction } from '@/editor/source'
import { showInterchange } from './windows'

/** Opens the import window: for menus, the palette and the keyboard. */
export const importAction: Action = {
  id: 'import',
  label: 'Import',
  icon: FileUp,
  section: 'Pages',
  keywords: [
    'markdown',
    'html',
    'word',
    'docx',
    'csv',
    'json',
    'zip',
    'notion',
    'text',
    'file',
    'upload',
    'open',
  ],
  run: () => showInterchange({ kind: 'import', parentDocumentId: null }),
}

/** Opens the import window with a page under which the new one goes. */
export const importInto = (page: { id: string }): Action => ({
  ...importAction,
  id: 'import.into',
  label: 'Import into this page',
  run: () => showInterchange({ kind: 'import', parentDocumentId: page.id }),
})

/** Opens the export window of a page. */
export const exportAction = (page: { id: string; title: string }): Action => ({
  id: 'export',
  label: 'Export',
  icon: FileDown,
  section: 'Page',
  keywords: ['markdown', 'html', 'word', 'docx', 'csv', 'json', 'zip', 'file', 'download', 'save'],
  run: () => showInterchange({ kind: 'export', page }),
})

/** Both in the toolbar of the editor (product.md 2.42). */
export const toolbarActionsOf = (page: { id: string; title: string }): ToolbarAction[] => [
  { id: 'import', label: 'Import', icon: FileUp, run: importInto(page).run },
  { id: 'export', label: 'Export', icon: FileDown, run: exportAction(page).run },
]
