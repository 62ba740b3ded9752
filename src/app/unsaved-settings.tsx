import { useEffect, useRef, useState } from 'react'
import { t } from '@/shared/i18n'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { holdSettings } from './overlays'
import { UnsavedGuard } from './unsaved-guard'

/**
 * The same as `UnsavedGuard` for what is typed in the settings, which may be a window: that one asks as well before it closes or shows
 * another section (product.md 8.15).
 */
export function UnsavedSettings({ enabled }: { enabled: boolean }) {
  const isUnsaved = useRef(enabled)
  isUnsaved.current = enabled
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const place = useRef<HTMLSpanElement>(null)
  useEffect(
    () =>
      holdSettings((change) => {
        const isLost = isUnsaved.current && place.current?.closest('[role=dialog]') != null
        if (isLost) setLeave(() => change)
        return isLost
      }),
    [],
  )
  return (
    <>
      <span ref={place} hidden />
      <UnsavedGuard enabled={enabled} />
      <ConfirmDialog
        open={leave !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setLeave(null)
        }}
        title={t('Discard changes?')}
        description={t('You have unsaved changes. Are you sure you want to leave?')}
        confirmLabel={t('Leave')}
        danger
        onConfirm={() => leave?.()}
      />
    </>
  )
}
