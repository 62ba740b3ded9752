import { lazy, usePreload } from '@/ui/lazy'
import type { PageSummary } from '../model'

export interface MoveDialogProps {
  /** The pages to move; null: the dialog is closed. */
  moving: readonly PageSummary[] | null
  pages: readonly PageSummary[]
  onClose(): void
  /** Into this page; null: to the top level. */
  onMove(parentDocumentId: string | null): void
  /** To the top level of another pod. */
  onMoveToPod(podId: string): void
}

const MoveWindow = lazy(() => import('./move-window'))

/** "Move to…": the way to move a page without dragging it, by touch or keyboard. Its code comes on first use. */
export function MoveDialog(props: MoveDialogProps) {
  usePreload(MoveWindow)
  return props.moving && <MoveWindow {...props} />
}
