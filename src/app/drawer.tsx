import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { t } from '@/shared/i18n'
import { butForMessages } from '@/ui/dialog'

export interface DrawerProps {
  open: boolean
  onOpenChange(open: boolean): void
  children: ReactNode
}

/** The sidebar of a narrow screen: slides over the page, keeps the focus, closes by Escape or a press beside it. */
export default function Drawer({ open, onOpenChange, children }: DrawerProps) {
  return (
    <Dialog.Root open={open} onOpenChange={butForMessages(onOpenChange)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fades fixed inset-0 z-30 bg-backdrop" />
        <Dialog.Popup
          aria-label={t('Sidebar')}
          className="fixed inset-y-0 start-0 z-30 flex w-[min(18rem,85vw)] flex-col bg-surface ps-[env(safe-area-inset-left)] pb-[env(safe-area-inset-bottom)] shadow-float outline-none transition-transform duration-160 ease-out data-[ending-style]:-translate-x-full data-[starting-style]:-translate-x-full rtl:data-[ending-style]:translate-x-full rtl:data-[starting-style]:translate-x-full"
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
