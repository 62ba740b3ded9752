import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { t } from '@/shared/i18n'
import { buttonClass } from './button'
import { cn } from './cn'

type Close = NonNullable<ComponentProps<typeof Base.Root>['onOpenChange']>

/** A press on what a message offers is none beside the window: it stays. */
export const butForMessages =
  (onOpenChange: Close | undefined): Close =>
  (open, details) => {
    const { target } = details.event
    const isOnMessage = target instanceof Element && target.closest('[data-sonner-toaster], [data-toasts]')
    if (!open && isOnMessage) details.cancel()
    else onOpenChange?.(open, details)
  }

/** A modal dialog (`open`, `onOpenChange`); focus stays inside, Escape and the backdrop close it. */
export function Dialog({ onOpenChange, ...rest }: ComponentProps<typeof Base.Root>) {
  return <Base.Root {...rest} onOpenChange={butForMessages(onOpenChange)} />
}

export const backdropClass = 'fades fixed inset-0 z-40 bg-backdrop'
export const popupClass =
  'floats fixed top-1/2 left-1/2 z-40 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 ' +
  'overflow-y-auto rounded-dialog bg-surface-raised text-text shadow-float outline-none'

const VEILED = 'pointer-events-none opacity-0'

export interface DialogContentProps {
  title: string
  description?: ReactNode
  children: ReactNode
  /** Widths and heights go here; 28 rem wide unless told. */
  className?: string
  /** `true` keeps the title for screen readers and draws no header, for dialogs with a layout of their own. */
  bare?: boolean
  /** Out of sight and of the pointer's way, while something is dragged out of it. */
  veiled?: boolean
  /** Where the focus goes when it is closed, if not back. */
  finalFocus?: ComponentProps<typeof Base.Popup>['finalFocus']
  /** No close button, for windows that Escape and a click beside them close. */
  hideClose?: boolean
}

/** The window of a dialog with its title, description and a close button. */
export function DialogContent({
  title,
  description,
  children,
  className,
  bare,
  hideClose,
  veiled,
  finalFocus,
}: DialogContentProps) {
  return (
    <Base.Portal>
      <Base.Backdrop className={cn(backdropClass, veiled && VEILED)} />
      <Base.Popup
        finalFocus={finalFocus}
        className={cn(popupClass, 'max-w-md', !bare && 'p-5', className, veiled && VEILED)}
      >
        <Base.Title className={bare ? 'sr-only' : 'pe-8 text-base font-semibold'}>{title}</Base.Title>
        {description && (
          <Base.Description className={bare ? 'sr-only' : 'mt-1 text-text-muted'}>
            {description}
          </Base.Description>
        )}
        {bare ? children : <div className="mt-4">{children}</div>}
        {!hideClose && (
          <Base.Close
            aria-label={t('Close')}
            className={cn(buttonClass('ghost', 'sm'), 'absolute top-3 end-3 aspect-square px-0')}
          >
            <X aria-hidden />
          </Base.Close>
        )}
      </Base.Popup>
    </Base.Portal>
  )
}

/** The row of buttons at the end of a dialog, the main one last. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>
}
