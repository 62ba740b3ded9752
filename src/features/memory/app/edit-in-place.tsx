import { type KeyboardEvent, useState } from 'react'
import { UnsavedSettings } from '@/app/unsaved-settings'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { TextArea } from '@/ui/field'

interface EditInPlaceProps {
  text: string
  /** The accessible name of the field. */
  label: string
  most: number
  /** Answers whether it is saved. */
  onSave(text: string): Promise<boolean>
  onClose(): void
}

/**
 * Changes a text where it stands. Ctrl+Enter saves, Escape cancels; what is empty or as it was is not saved (product.md 5.11).
 */
export function EditInPlace({ text, label, most, onSave, onClose }: EditInPlaceProps) {
  const [typed, setTyped] = useState(text)
  const [isBusy, setIsBusy] = useState(false)
  const words = typed.trim()
  const mayBeSaved = words !== '' && words !== text && !isBusy
  const save = async () => {
    if (!mayBeSaved) return
    setIsBusy(true)
    if (await onSave(words)) onClose()
    else setIsBusy(false)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void save()
    }
    if (event.key === 'Escape') {
      // The window stays open.
      event.stopPropagation()
      onClose()
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <UnsavedSettings enabled={words !== text && words !== ''} />
      <TextArea
        autoFocus
        aria-label={label}
        value={typed}
        maxLength={most}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={press}
      />
      <div className="flex items-center gap-2">
        <Button size="sm" variant="primary" disabled={!mayBeSaved} onClick={() => void save()}>
          {t('Save')}
        </Button>
        <Button size="sm" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <span className="text-xs text-text-faint">{t('Ctrl+Enter saves, Escape cancels')}</span>
      </div>
    </div>
  )
}
