import { useBlocker } from '@tanstack/react-router'
import { t } from '@/shared/i18n'
import { pageOfAddress } from '@/shared/page-address'
import { ConfirmDialog } from '@/ui/confirm-dialog'

export interface UnsavedGuardProps {
  /** A function is asked at the moment somebody leaves. */
  enabled: boolean | (() => boolean)
  /** Moving within the same address (to a block of the page) is not leaving. */
  samePathIsFine?: boolean
}

/** A page is the same one under each of its addresses. */
const placeOf = (pathname: string): string => pageOfAddress(pathname) ?? pathname

/**
 * Asks before somebody leaves while `enabled` (product.md 4.21, 8.15). Closing the tab shows the browser's own
 * question; moving on inside the application shows ours.
 */
export function UnsavedGuard({ enabled, samePathIsFine = false }: UnsavedGuardProps) {
  const isEnabled = () => (typeof enabled === 'function' ? enabled() : enabled)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isEnabled() && !(samePathIsFine && placeOf(current.pathname) === placeOf(next.pathname)),
    enableBeforeUnload: isEnabled,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.()
      }}
      title={t('Discard changes?')}
      description={t('You have unsaved changes. Are you sure you want to leave?')}
      confirmLabel={t('Leave')}
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
