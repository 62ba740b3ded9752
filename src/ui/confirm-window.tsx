import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState } from 'react'
import { t } from '@/shared/i18n'
import { Button } from './button'
import { cn } from './cn'
import type { ConfirmDialogProps } from './confirm-dialog'
import { backdropClass, DialogFooter, popupClass } from './dialog'

/** What `ConfirmDialog` shows: above the popover, too, in which it was asked for. */
export default function ConfirmWindow(props: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const confirm = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await props.onConfirm()
      props.onOpenChange(false)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t('That did not work. Please try again.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <AlertDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className={cn(backdropClass, 'z-[60]')} />
        <AlertDialog.Popup className={cn(popupClass, 'z-[60] max-w-sm p-5')}>
          <AlertDialog.Title className="text-base font-semibold">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 text-text-muted">
            {props.description}
          </AlertDialog.Description>
          {problem && (
            <p role="alert" className="mt-3 text-danger">
              {problem}
            </p>
          )}
          <DialogFooter>
            <AlertDialog.Close render={<Button disabled={busy}>{t('Cancel')}</Button>} />
            <Button variant={props.danger ? 'danger' : 'primary'} disabled={busy} onClick={confirm}>
              {props.confirmLabel}
            </Button>
          </DialogFooter>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
