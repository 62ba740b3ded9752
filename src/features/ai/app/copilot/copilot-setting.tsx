import { useEffect, useId } from 'react'
import { t } from '@/shared/i18n'
import { Checkbox } from '@/ui/checkbox'
import { useStore } from '@/ui/use-store'
import { followChoice, toggleCopilot } from './copilot-choice'
import { copilotOn } from './copilot-on'
import { copilotWaits, usualWait } from './copilot-waits'

/** Switches the copilot on or off, at once, and says how quick it has been. */
export function CopilotSetting() {
  const id = useId()
  const isOn = useStore(copilotOn)
  const wait = usualWait(useStore(copilotWaits))
  useEffect(followChoice, [])
  return (
    <section aria-label={t('AI copilot')} className="flex flex-col gap-1 border-t border-border pt-4">
      <label
        htmlFor={`${id}-switch`}
        className="flex min-h-8 cursor-pointer items-center justify-between gap-3 font-medium coarse:min-h-11"
      >
        {t('AI copilot')}
        <Checkbox
          id={`${id}-switch`}
          role="switch"
          checked={isOn}
          aria-describedby={id}
          onCheckedChange={() => void toggleCopilot()}
        />
      </label>
      <p id={id} className="text-xs text-text-muted">
        {t(
          'Suggests the next words when you pause. Where no model is set up, it is off until you turn it on.',
        )}{' '}
        {wait === null
          ? t('No suggestion has come in this browser yet, so its speed is not known.')
          : t('The first words of a suggestion usually take {seconds} s here.', {
              seconds: (wait / 1_000).toFixed(1),
            })}
      </p>
    </section>
  )
}
