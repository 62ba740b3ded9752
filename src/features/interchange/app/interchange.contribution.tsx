import { FileDown, FileUp } from 'lucide-react'
import { type Action, always, onPage } from '@/blocks/kit/action'
import type { Contribution } from '@/editor/contribution'
import { t } from '@/shared/i18n'
import { lazy, usePreload } from '@/ui/lazy'
import type { ExportChoice } from './export-choice'
import { showInterchange, useInterchangeWindow } from './windows'

/** The import and export windows; their code comes when one is first opened. */
function windowsWith(loadDrawn: () => Promise<readonly ExportChoice[]>) {
  const InterchangeWindows = lazy(async () => {
    const [windows, drawn] = await Promise.all([import('./interchange-windows'), loadDrawn()])
    return { default: () => <windows.default drawn={drawn} /> }
  })
  return function InterchangeHost() {
    usePreload(InterchangeWindows)
    return useInterchangeWindow() && <InterchangeWindows />
  }
}

/** Opens the import window: from home too. */
export const openImport = (): void => showInterchange({ kind: 'import', parentDocumentId: null })

const formats = ['markdown', 'html', 'word', 'docx', 'csv', 'json', 'zip', 'file']

const importAction: Action = {
  id: 'import',
  get label() {
    return t('Import')
  },
  icon: FileUp,
  keywords: [...formats, 'notion', 'text', 'upload', 'open'],
  places: { palette: { group: 'Pages' } },
  command: always(openImport),
}

/** The page is the one under which the new ones go. */
const importIntoAction: Action = {
  ...importAction,
  id: 'import.into',
  places: {
    pageMenu: {
      get label() {
        return t('Import into this page')
      },
    },
    toolbar: {},
  },
  command: onPage(({ id }) => showInterchange({ kind: 'import', parentDocumentId: id })),
}

const exportAction: Action = {
  id: 'export',
  get label() {
    return t('Export')
  },
  icon: FileDown,
  keywords: [...formats, 'download', 'save'],
  places: { pageMenu: { isMain: true }, toolbar: {} },
  command: onPage(({ id, title }) => showInterchange({ kind: 'export', page: { id, title } })),
}

/** Files that become pages, and pages that become files. `loadDrawn` fetches the formats that draw the page. */
export const interchange = (loadDrawn: () => Promise<readonly ExportChoice[]>): Contribution => ({
  name: 'interchange',
  actions: [importAction, importIntoAction, exportAction],
  windows: [windowsWith(loadDrawn)],
})
