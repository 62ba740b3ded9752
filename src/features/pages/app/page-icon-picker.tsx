import { FileText, SmilePlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { pageIconLabel } from '@/blocks/icon/page-icon'
import { PageSign } from '@/blocks/icon/page-sign'
import { t } from '@/shared/i18n'
import { Button, type ButtonProps } from '@/ui/button'
import { cn } from '@/ui/cn'
import { lazy, usePreload } from '@/ui/lazy'
import { PopupButton } from '@/ui/popup-button'

const ROW = 'mb-1 flex flex-wrap items-center gap-x-3 gap-y-1'

const IconPopover = lazy(() => import('./icon-popover'))

export interface PageIconPickerProps {
  icon: string | null
  /** Without it the icon is only shown (product.md 2.28: archived pages). */
  onChange?: ((icon: string | null) => void) | undefined
  /** Without `onChange`: takes the room that it takes with it, so that what stands below stays where it is when it may be changed again. */
  keepsRoom?: boolean | undefined
  /** Other things that can be added, beside "Add icon". */
  children?: ReactNode
}

/** The page's large icon, or "Add icon"; pressing it opens the emoji and the icons. */
export function PageIconPicker({ icon, onChange, keepsRoom = false, children }: PageIconPickerProps) {
  usePreload(IconPopover)
  const [open, setOpen] = useState(false)
  const large = (
    <PageSign
      icon={icon}
      empty={<FileText className="page-drawing text-text-faint" />}
      className="text-[4rem]"
    />
  )
  if (!onChange) {
    const shown = icon && (
      <div
        className={cn('inline-flex h-18 items-center', keepsRoom ? 'visible' : 'mb-2')}
        role="img"
        aria-label={t('Page icon {pageIconLabel}', { pageIconLabel: pageIconLabel(icon) })}
      >
        {large}
      </div>
    )
    if (!keepsRoom) return shown
    return (
      <div className={cn(ROW, 'invisible')}>
        {shown ? <div className="basis-full">{shown}</div> : <AddIcon />}
        {children}
      </div>
    )
  }
  const choose = (next: string | null, isDone = true) => {
    if (isDone) setOpen(false)
    if (next !== icon) onChange(next)
  }
  const picker = (
    <PopupButton
      kind="dialog"
      open={open}
      onOpenChange={setOpen}
      button={
        icon ? (
          <button
            type="button"
            aria-label={t('Change icon')}
            className="-ms-1.5 inline-flex h-18 cursor-pointer items-center rounded-popover px-1.5 hover:bg-hover"
          >
            {large}
          </button>
        ) : (
          <AddIcon />
        )
      }
    >
      {(popup) => (
        <IconPopover
          popup={popup}
          icon={icon}
          onChoose={choose}
          onRemove={icon ? () => choose(null) : undefined}
        />
      )}
    </PopupButton>
  )
  return (
    <div className={ROW}>
      <div className={icon ? 'basis-full' : undefined}>{picker}</div>
      {children}
    </div>
  )
}

const AddIcon = (props: ButtonProps) => (
  <Button variant="ghost" size="sm" className="reveal-on-hover -ms-2 font-sans text-text-faint" {...props}>
    <SmilePlus aria-hidden />
    {t('Add icon')}
  </Button>
)
