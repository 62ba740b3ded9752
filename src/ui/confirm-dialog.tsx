import type { ReactNode } from 'react'
import { lazyDialog } from './lazy'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description: ReactNode
  /** The verb of what happens, e.g. "Delete page". */
  confirmLabel: string
  danger?: boolean
  /** Runs while the dialog shows that it is busy; the dialog closes when it is done, and stays when it throws. */
  onConfirm(): void | Promise<void>
}

/** Asks before something that cannot be undone. The safe answer has the focus. */
export const ConfirmDialog = lazyDialog<ConfirmDialogProps>(() => import('./confirm-window'))
