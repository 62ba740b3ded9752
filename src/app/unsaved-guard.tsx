import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '@/ui/confirm-dialog'

/**
 * Asks before somebody leaves while `enabled` (product.md 4.21, 8.15). Closing the tab shows the browser's own
 * question; moving on inside the application shows ours.
 */
export function UnsavedGuard({ enabled }: { enabled: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => enabled,
    enableBeforeUnload: () => enabled,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.()
      }}
      title="Discard changes?"
      description="You have unsaved changes. Are you sure you want to leave?"
      confirmLabel="Leave"
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
