import { FileImage, Printer } from 'lucide-react'
import { type Action, onPage } from '@/blocks/kit/action'
import type { Contribution } from '@/editor/contribution'
import { t } from '@/shared/i18n'
import { runLater } from '@/ui/run-later'

/** Opens a page as it is printed (product.md 2.13), in a tab of its own. */
const printAction: Action = {
  id: 'print',
  get label() {
    return t('Print')
  },
  icon: Printer,
  keywords: ['paper', 'pdf', 'printer'],
  places: { pageMenu: {} },
  command: onPage(({ id }) =>
    runLater(
      () => import('./print-page'),
      ({ printPage }) => printPage(id),
    ),
  ),
}

/** Saves the selected blocks as one picture. */
const pictureAction: Action = {
  id: 'print.picture',
  get label() {
    return t('Save as picture')
  },
  icon: FileImage,
  keywords: ['png', 'image', 'export', 'download'],
  places: {
    blockMenu: { group: 'Actions' },
    palette: {
      get label() {
        return t('Save blocks as picture')
      },
      group: 'Editor',
      when: ({ page }) => page !== null,
    },
  },
  command({ page, editor }, apply) {
    if (!editor) return false
    if (apply)
      runLater(
        () => import('./block-picture'),
        ({ saveAsPicture }) => saveAsPicture(editor, page),
      )
    return true
  },
}

/** Pages on paper, and blocks as pictures. */
export const print: Contribution = { name: 'print', actions: [printAction, pictureAction] }
