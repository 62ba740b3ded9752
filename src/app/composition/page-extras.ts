import { exportAction, importAction, importInto } from '@/features/interchange/app/actions'
import type { PageActionsOf } from '@/features/pages/app/page-actions'
import { printAction } from '@/features/print/app/print-actions'

/** What other features add to the menu of a page. */
export const pageActionsOf: PageActionsOf = (page) => [
  importInto(page),
  exportAction(page),
  printAction(page),
]

/** Opens the import window, from home and from the empty state. */
export const openImport = importAction.run

/** What other features offer everywhere to somebody who is signed in. */
export const signedInActions = [importAction]
export const visitorActions: typeof signedInActions = []
