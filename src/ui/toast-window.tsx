import { useEffect } from 'react'
import { type ExternalToast, Toaster, toast } from 'sonner'
import { t } from '@/shared/i18n'
import { useTheme } from './theme'
import { type Said, showToasts } from './toast'

/** A message that offers a way back stays until it can be read and its button reached. */
const WITH_ACTION_MS = 10_000

/**
 * Under which id the library knows a message that is on the screen. One that is on its way out would take another of its
 * id along, so that the next message of that name gets an id of its own.
 */
const onScreen = new Map<string | number, string>()
let count = 0

function show({ kind, words, options: given }: Said): void {
  const id = onScreen.get(given.id) ?? `${given.id} ${++count}`
  onScreen.set(given.id, id)
  const ended = () => {
    if (onScreen.get(given.id) === id) onScreen.delete(given.id)
  }
  const { action } = given
  const gone = () => {
    ended()
    given.onGone?.()
  }
  const options: ExternalToast = {
    id,
    onAutoClose: gone,
    onDismiss: gone,
    // What does not go by itself can be sent away.
    closeButton: given.duration === Number.POSITIVE_INFINITY,
    // What takes the place of a message has only what it brings itself: the library would keep the rest of the one before.
    description: given.description,
    duration: given.duration ?? (action && kind !== 'loading' ? WITH_ACTION_MS : undefined),
    action: action && {
      label: action.label,
      onClick(event) {
        ended()
        action.onClick(event)
      },
    },
  }
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
      containerAriaLabel={t('Notifications')}
      position="bottom-right"
      gap={8}
      visibleToasts={4}
      toastOptions={{
        closeButtonAriaLabel: t('Close'),
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
