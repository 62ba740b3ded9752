import { Eye, FilePenLine, MessageSquareDiff } from 'lucide-react'
import { t } from '@/shared/i18n'
import type { EditingMode } from '@/shared/permissions'
import { Button } from '@/ui/button'
import { Kbd } from '@/ui/kbd'
import { usePreload } from '@/ui/lazy'
import { ButtonMenu, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from '@/ui/menu'
import { PopupButton } from '@/ui/popup-button'
import { useStore } from '../live'
import { modesWithin } from './modes'
import { type Look, reviewOf } from './open-reviews'
import { reviewCode } from './review-code'

const MODES = {
  editing: { icon: FilePenLine, label: () => t('Editing'), keys: 'mod+alt+shift+z' },
  suggesting: { icon: MessageSquareDiff, label: () => t('Suggesting'), keys: 'mod+alt+shift+x' },
  viewing: { icon: Eye, label: () => t('Viewing'), keys: 'mod+alt+shift+c' },
} as const satisfies Record<EditingMode, unknown>

const LOOKS: Readonly<Record<Look, () => string>> = {
  marked: () => t('Marked'),
  final: () => t('Final'),
  original: () => t('Original'),
}

export interface ModeMenuProps {
  documentId: string
  mode: EditingMode
  /** The best that the person may do. */
  most: EditingMode
  onChoose(mode: EditingMode): void
}

/** The button that says how one works on the page, and the choice of that and of how suggestions are shown. */
export default function ModeMenu({ documentId, mode, most, onChoose }: ModeMenuProps) {
  const review = useStore(reviewOf(documentId), null)
  const look = useStore<Look>(review?.look, 'marked')
  const modes = modesWithin(most)
  const isReader = most === 'viewing'
  usePreload(...(isReader ? [] : [reviewCode]))
  // Who may only read has a choice once there is something to be shown.
  if (isReader && !review) return null
  const Icon = MODES[mode].icon
  return (
    <PopupButton
      kind="menu"
      button={
        <Button variant="ghost" size="sm" aria-label={t('Mode: {mode}', { mode: MODES[mode].label() })}>
          <Icon aria-hidden />
          <span className="max-sm:hidden">{MODES[mode].label()}</span>
        </Button>
      }
    >
      {(popup) => (
        <ButtonMenu popup={popup} align="end" label={t('Mode')}>
          {!isReader && (
            <MenuRadioGroup value={mode} onValueChange={(next: EditingMode) => onChoose(next)}>
              {modes.map((one) => {
                const { icon: OwnIcon, label, keys } = MODES[one]
                return (
                  <MenuRadioItem key={one} value={one} closeOnClick icon={<OwnIcon aria-hidden />}>
                    <span className="flex items-center justify-between gap-4">
                      {label()}
                      <Kbd keys={keys} className="coarse:hidden" />
                    </span>
                  </MenuRadioItem>
                )
              })}
            </MenuRadioGroup>
          )}
          {review && (
            <>
              {!isReader && <MenuSeparator />}
              <MenuLabel>{t('Show suggestions')}</MenuLabel>
              <MenuRadioGroup value={look} onValueChange={(next: Look) => review.look.set(next)}>
                {(Object.keys(LOOKS) as Look[]).map((one) => (
                  <MenuRadioItem key={one} value={one} closeOnClick>
                    {LOOKS[one]()}
                  </MenuRadioItem>
                ))}
              </MenuRadioGroup>
            </>
          )}
        </ButtonMenu>
      )}
    </PopupButton>
  )
}
