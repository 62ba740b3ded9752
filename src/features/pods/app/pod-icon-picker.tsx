import { useState } from 'react'
import IconPopover from '@/features/pages/app/icon-popover'
import { t } from '@/shared/i18n'
import { PopupButton } from '@/ui/popup-button'
import { PodBadge } from './pod-badge'

interface PodIconPickerProps {
  name: string
  icon: string | null
  onChange(icon: string | null): void
}

/** The icon of a pod as a button that opens the emoji and the icons. */
export function PodIconPicker({ name, icon, onChange }: PodIconPickerProps) {
  const [open, setOpen] = useState(false)
  return (
    <PopupButton
      kind="dialog"
      open={open}
      onOpenChange={setOpen}
      button={
        <button
          type="button"
          aria-label={icon ? t('Change icon') : t('Add icon')}
          className="inline-flex size-8 shrink-0 cursor-pointer items-center justify-center rounded-control border border-border-strong/60 hover:bg-hover coarse:size-11"
        >
          <PodBadge name={name} icon={icon} />
        </button>
      }
    >
      {(popup) => (
        <IconPopover
          popup={popup}
          icon={icon}
          onChoose={(next, isDone) => {
            if (isDone) setOpen(false)
            onChange(next)
          }}
          onRemove={
            icon
              ? () => {
                  setOpen(false)
                  onChange(null)
                }
              : undefined
          }
        />
      )}
    </PopupButton>
  )
}
