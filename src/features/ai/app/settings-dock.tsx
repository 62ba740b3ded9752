import { KeyRound, LogIn } from 'lucide-react'
import { type FocusEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isEmbedded } from '@/app/embedded'
import { showOverlay } from '@/app/overlays'
import { useCurrentUser, useVisitor } from '@/app/session'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { Dialog, DialogContent } from '@/ui/dialog'
import ApiSettingsForm from './api-settings-form'
import { showApiSettings, useApiSettings } from './api-settings-window'

/** Milliseconds that the pointer or the focus rests on the avatar before its buttons appear (product.md 2.32). */
const REVEAL = 300

/** The floating settings button and the window that it opens (product.md 2.32). */
export default function SettingsDock() {
  const isOpen = useApiSettings()
  const column = useRoomyColumn()
  return (
    <>
      {column && createPortal(<FloatingButton />, column)}
      <Dialog open={isOpen} onOpenChange={showApiSettings}>
        <DialogContent title={t('API Settings')} className="max-w-lg">
          <ApiSettingsForm />
        </DialogContent>
      </Dialog>
    </>
  )
}

/** Pixels of the column of the page from which on the button leaves the text room; narrower, comments come as a sheet from below. */
const ROOMY = 700

/** The column of the page, where a button may float in it: not on a phone, whose corner belongs to the text and its toolbar. */
function useRoomyColumn(): HTMLElement | null {
  const [column, setColumn] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const found = document.getElementById('main')?.parentElement
    if (!found || isEmbedded()) return
    const observer = new ResizeObserver(() => setColumn(found.clientWidth < ROOMY ? null : found))
    observer.observe(found)
    return () => observer.disconnect()
  }, [])
  return column
}

function FloatingButton() {
  const { user } = useCurrentUser()
  const visitor = useVisitor()
  const id = useId()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOver = useRef(false)
  const [isRevealed, setRevealed] = useState(false)
  const set = (revealed: boolean) => {
    clearTimeout(timer.current)
    setRevealed(revealed)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const revealSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setRevealed(true), REVEAL)
  }
  const over = (event: PointerEvent, isNow: boolean) => {
    if (event.pointerType === 'touch') return
    isOver.current = isNow
    if (isNow) revealSoon()
    else if (!event.currentTarget.contains(document.activeElement)) set(false)
  }
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget) && !isOver.current) set(false)
  }
  const run = (act: () => void) => () => {
    set(false)
    act()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what it shows on hover is shown on focus and by its button too
    <div
      className="absolute end-4 bottom-3 z-10 flex print:hidden flex-row-reverse items-center gap-1.5"
      onPointerEnter={(event) => over(event, true)}
      onPointerLeave={(event) => over(event, false)}
      onFocus={revealSoon}
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isRevealed) {
          event.stopPropagation()
          set(false)
        }
      }}
    >
      <button
        type="button"
        aria-label={t('AI settings')}
        aria-expanded={isRevealed}
        aria-controls={id}
        className="flex cursor-pointer rounded-full touch-target opacity-70 shadow-float hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100"
        onClick={() => set(isOver.current ? true : !isRevealed)}
      >
        <Avatar name={user?.name ?? visitor.name} src={user?.avatarUrl} />
      </button>
      <div id={id} className="flex gap-1.5 rounded-control bg-bg empty:hidden">
        {isRevealed && (
          <>
            {!user && (
              <Button size="sm" onClick={run(() => showOverlay('login'))}>
                <LogIn aria-hidden />
                {t('Login')}
              </Button>
            )}
            <Button size="sm" onClick={run(() => showApiSettings(true))}>
              <KeyRound aria-hidden />
              {t('Set Keys')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
