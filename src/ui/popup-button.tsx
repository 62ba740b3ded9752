import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, useRef, useState } from 'react'

interface CloseDetails {
  reason: string
  event: Event
}

/** What a popup is told by its button. */
export interface Popup {
  open: boolean
  onOpenChange(open: boolean, details?: CloseDetails): void
  /** The button, where the popup stands. */
  anchor: () => HTMLElement | null
  /** It was asked for by the keyboard: its first entry is highlighted. */
  byKeyboard: boolean
}

export interface PopupButtonProps {
  /** A button; takes DOM props. */
  button: ReactElement<ComponentProps<'button'>>
  kind: 'menu' | 'dialog'
  /** Draws the popup; asked from the first time that it opens, so its code can come later. */
  children(popup: Popup): ReactNode
  /** For popups that are opened from elsewhere too. */
  open?: boolean
  onOpenChange?(open: boolean): void
}

/** Would it close because the button was pressed or got the focus? The button itself closes what it opened. */
function isAt(button: HTMLElement | null, { reason, event }: CloseDetails): boolean {
  if (reason !== 'outside-press' && reason !== 'focus-out') return false
  const { target, relatedTarget } = event as FocusEvent
  return [target, relatedTarget].some((node) => node instanceof Node && button?.contains(node))
}

/** A button that opens a menu or a panel. The button stands by itself, the popup weighs nothing until it is opened. */
export function PopupButton({ button, kind, children, ...controlled }: PopupButtonProps) {
  const element = useRef<HTMLButtonElement>(null)
  const [ownOpen, setOwnOpen] = useState(false)
  const open = controlled.open ?? ownOpen
  const [byKeyboard, setByKeyboard] = useState(false)
  const [wasOpened, setWasOpened] = useState(open)
  if (open && !wasOpened) setWasOpened(true)

  const change = (next: boolean) => {
    setOwnOpen(next)
    controlled.onOpenChange?.(next)
  }
  const press = (keyboard: boolean) => {
    setByKeyboard(keyboard)
    // Where the focus goes back to; Safari does not give it to a button that is pressed.
    element.current?.focus()
    change(!open)
  }
  return (
    <>
      {cloneElement(button, {
        ref: element,
        'aria-haspopup': kind,
        'aria-expanded': open,
        ...(open ? { 'data-popup-open': '' } : {}),
        onClick: (event) => press(event.detail === 0),
        onKeyDown: (event) => {
          if (kind !== 'menu' || open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
          event.preventDefault()
          press(true)
        },
      })}
      {(open || wasOpened) &&
        children({
          open,
          byKeyboard,
          anchor: () => element.current,
          onOpenChange: (next, details) => {
            if (next || !details || !isAt(element.current, details)) change(next)
          },
        })}
    </>
  )
}
