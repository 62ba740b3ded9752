import { LayoutTemplate, SquarePlus } from 'lucide-react'
import { type Action, always, onPage } from '@/blocks/kit/action'
import type { Contribution } from '@/editor/contribution'
import { t } from '@/shared/i18n'
import { lazy, usePreload } from '@/ui/lazy'
import { runLater } from '@/ui/run-later'
import { showTemplates, useTemplateWindow } from './template-window'

const TemplateGallery = lazy(() => import('./template-gallery'))

/** The gallery of templates; its code comes when it is first opened. */
function GalleryWindow() {
  usePreload(TemplateGallery)
  return useTemplateWindow() && <TemplateGallery />
}

/** Opens the gallery of templates: from the sidebar too. */
export const openGallery = (): void => showTemplates({ parentDocumentId: null })

const newAction: Action = {
  id: 'template.new',
  get label() {
    return t('New from template')
  },
  icon: LayoutTemplate,
  keywords: ['gallery', 'sample', 'copy', 'form'],
  places: { palette: { group: 'Pages' } },
  command: always(openGallery),
}

/** What is made goes into the page. */
const newInsideAction: Action = {
  ...newAction,
  id: 'template.newInside',
  get label() {
    return t('New from template inside')
  },
  places: { pageMenu: {} },
  command: onPage(({ id }) => showTemplates({ parentDocumentId: id })),
}

const saveAction: Action = {
  id: 'template.save',
  get label() {
    return t('Save as template')
  },
  icon: SquarePlus,
  places: { pageMenu: {} },
  command: onPage((page) =>
    runLater(
      () => import('./save-as-template'),
      ({ saveAsTemplate }) => saveAsTemplate(page),
    ),
  ),
}

/** Pages made of templates, and templates made of pages. */
export const templates: Contribution = {
  name: 'templates',
  actions: [newAction, newInsideAction, saveAction],
  windows: [GalleryWindow],
}
