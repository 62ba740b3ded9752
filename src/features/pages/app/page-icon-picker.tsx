import { SmilePlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/ui/button'
import { later, usePreload } from '@/ui/later'
import { PopupButton } from '@/ui/popup-button'

const IconPopover = later(() => import('./icon-popover'))

export interface PageIconPickerProps {
  icon: string | null
  /** Without it the icon is only shown (product.md 2.28: archived pages). */
  onChange?: ((icon: string | null) => void) | undefined
}

/** The page's large icon, or "Add icon"; pressing it opens the emoji. */
export function PageIconPicker({ icon, onChange }: PageIconPickerProps) {
  usePreload(IconPopover)
  const [open, setOpen] = useState(false)
  const large = (
    <span aria-hidden className="text-[4rem] leading-none">
      {icon}
    </span>
  )
  if (!onChange)
    return icon ? (
      <div className="mb-2 inline-flex h-18 items-center" role="img" aria-label={`Page icon ${icon}`}>
        {large}
      </div>
    ) : null
  const choose = (next: string | null) => {
    setOpen(false)
    if (next !== icon) onChange(next)
  }
  return (
    <PopupButton
      kind="dialog"
      open={open}
      onOpenChange={setOpen}
      button={
        icon ? (
          <button
            type="button"
            aria-label="Change icon"
            className="mb-2 -ms-1.5 inline-flex h-18 cursor-pointer items-center rounded-popover px-1.5 hover:bg-hover"
          >
            {large}
          </button>
        ) : (
          <Button variant="ghost" size="sm" className="reveal-on-hover -ms-2 mb-1 font-sans text-text-faint">
            <SmilePlus aria-hidden />
            Add icon
          </Button>
        )
      }
    >
      {(popup) => (
        <IconPopover popup={popup} onChoose={choose} onRemove={icon ? () => choose(null) : undefined} />
      )}
    </PopupButton>
  )
}
