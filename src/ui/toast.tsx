import { Toaster as Base, toast } from 'sonner'
import { useTheme } from './theme'

/** A short message at the lower edge: `toast.error('…')`, `toast.success`, `toast.promise`. Only when something needs saying. */
export { toast }

/** Where toasts appear; stands once in the application. */
export function Toaster() {
  const { theme } = useTheme()
  return (
    <Base
      theme={theme}
      position="bottom-right"
      gap={8}
      visibleToasts={4}
      toastOptions={{
        classNames: {
          toast: 'rounded-popover! border-border! bg-surface-raised! font-sans! text-text! shadow-float!',
          description: 'text-text-muted!',
          actionButton: 'bg-accent! text-accent-text! rounded-control!',
          cancelButton: 'bg-hover! text-text! rounded-control!',
          error: '[&_[data-icon]]:text-danger!',
          success: '[&_[data-icon]]:text-success!',
          warning: '[&_[data-icon]]:text-warning!',
        },
      }}
    />
  )
}
