import type { Action } from '@/blocks/kit/action'
import type { Contribution } from '@/editor/contribution'
import { t } from '@/shared/i18n'
import { runLater } from '@/ui/run-later'

/** `/page` makes a page inside this one, mentions it here and opens it. */
const insertAction: Action = {
  id: 'page.insert',
  get label() {
    return t('Page')
  },
  icon: 'file-text',
  keywords: ['sub-page', 'subpage', 'new page', 'child'],
  places: { slashMenu: { group: 'Basic' } },
  command({ editor }, apply) {
    if (!editor?.view.editable || !editor.host().makeSubPage) return false
    if (apply)
      runLater(
        () => import('./insert-sub-page'),
        ({ insertSubPage }) => insertSubPage(editor),
      )
    return true
  },
}

/** Pages inside pages, from the text. */
export const subPages: Contribution = { name: 'sub-pages', actions: [insertAction] }
