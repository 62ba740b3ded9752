import { useEffect } from 'react'
import { Toaster, toast } from 'sonner'
import { t } from '@/shared/i18n'
import { useTheme } from './theme'
import { type Said, showToasts } from './toast'

function show({ kind, words, options: given }: Said): void {
  // What takes the place of a message has only the buttons that it brings itself.
  const options = { ...given, action: given.action }
  if (kind === 'message') toast(words, options)
  else toast[kind](words, options)
}

/** The messages of the application, as `toast` brings them. */
export default function ToastWindow() {
  const { theme } = useTheme()
  useEffect(() => showToasts(show), [])
  return (
    <Toaster
      theme={theme}
      position="bottom-right"
      gap={8}
      visibleToasts={4}
      toastOptions={{
        classNames: {
          toast: 'rounded-popover! border-border! bg-surface-raised! font-sans! text-text! shadow-float!',
          description: t('text-text-muted!'),
          actionButton: 'bg-accent! text-accent-text! rounded-control!',
          cancelButton: 'bg-hover! text-text! rounded-control!',
          error: t('[&_[data-icon]]:text-danger!'),
          success: t('[&_[data-icon]]:text-success!'),
          warning: '[&_[data-icon]]:text-warning!',
        },
      }}
    />
  )
}
