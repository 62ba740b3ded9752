import { useId } from 'react'
import { t } from '@/shared/i18n'
import { Checkbox } from '@/ui/checkbox'
import { setSmartTyping, useSmartTyping } from '@/ui/smart-typing'

/** What becomes of plain signs while one types; kept in this browser. */
export function TypingForm() {
  const isOn = useSmartTyping()
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-3">
      <div>
        <label htmlFor={id} className="font-medium">
          {t('Smart quotes, dashes and arrows')}
        </label>
        <p className="text-text-muted">
          {t('“Quotes” curl, two hyphens become a dash, and -> an arrow. Applies to this browser only.')}
        </p>
      </div>
      <Checkbox id={id} checked={isOn} onCheckedChange={setSmartTyping} />
    </div>
  )
}
