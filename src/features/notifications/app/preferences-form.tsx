import { useId } from 'react'
import { failureWords } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { ErrorState } from '@/ui/error-state'
import { Select } from '@/ui/select'
import { Skeleton } from '@/ui/skeleton'
import { FREQUENCIES, type Preferences, QUIET_TIMES } from '../model'
import { PushPart } from './push-part'
import { updatePreferences, usePreferences } from './use-notifications'

type Switch = {
  [Key in keyof Preferences]: Preferences[Key] extends boolean ? Key : never
}[keyof Preferences]

const frequencyLabel = (frequency: Preferences['frequency']): string =>
  ({ immediate: t('At once'), hourly: t('Every hour'), daily: t('Once a day') })[frequency]

/** How the person wants to be told (product.md 3.14); every change is kept at once. */
export function PreferencesForm() {
  const query = usePreferences()
  if (query.isPending) return <Skeleton className="h-60" />
  if (query.data === undefined)
    return (
      <ErrorState
        title={failureWords(query.error, t('Your preferences could not be loaded'))}
        action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
      />
    )
  const preferences = query.data
  const toggle = (name: Switch, label: string, hint?: string) => (
    <Toggle
      label={label}
      hint={hint}
      checked={preferences[name]}
      onChange={(checked) => void updatePreferences({ [name]: checked })}
    />
  )
  const time = (name: 'quietStart' | 'quietEnd', label: string) => (
    <Select
      label={label}
      value={preferences[name]}
      options={QUIET_TIMES.map((value) => ({ value, label: value }))}
      onValueChange={(value) => void updatePreferences({ [name]: value })}
      className="min-w-24"
    />
  )
  return (
    <div className="flex flex-col gap-6">
      <Part title={t('Tell me about')}>
        {toggle('documentComments', t('Comments'), t('On pages of yours and in threads that you are in'))}
        {toggle('mentions', t('Mentions'), t('When somebody names you'))}
        {toggle('documentShared', t('Sharing'), t('Pages shared with you, and requests for access'))}
        {toggle('friendRequests', t('Friends'), t('Requests, and answers to yours'))}
        {toggle(
          'systemUpdates',
          t('News of this installation'),
          t('From the people who run it. Sheaf itself sends none yet.'),
        )}
      </Part>
      <Part title={t('E-mail')}>
        {toggle('emailEnabled', t('Send me e-mail'), t('What you have read by then is left out'))}
        {preferences.emailEnabled && (
          <div className="flex items-center justify-between gap-3">
            <span>{t('How often')}</span>
            <Select
              label={t('How often')}
              value={preferences.frequency}
              options={FREQUENCIES.map((value) => ({ value, label: frequencyLabel(value) }))}
              onValueChange={(frequency) => void updatePreferences({ frequency })}
            />
          </div>
        )}
      </Part>
      <Part title={t('Push notifications')}>
        {toggle('pushEnabled', t('Send me push notifications'), t('Also when Sheaf is not open'))}
        <PushPart />
      </Part>
      <Part title={t('In this browser')}>
        {toggle('soundEnabled', t('Sound'), t('A short one, when something is new'))}
      </Part>
      <Part title={t('Quiet hours')}>
        {toggle('quietHours', t('Send nothing in quiet hours'), t('It comes together afterwards'))}
        {preferences.quietHours && (
          <div className="flex flex-wrap items-center gap-2">
            {time('quietStart', t('Quiet from'))}
            <span className="text-text-muted">{t('to')}</span>
            {time('quietEnd', t('Quiet until'))}
            <span className="text-text-muted">
              {t('in {timeZone}', { timeZone: preferences.timeZone.replaceAll('_', ' ') })}
            </span>
          </div>
        )}
      </Part>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section aria-label={title} className="flex flex-col gap-3">
    <h3 className="text-sm font-semibold text-text-muted">{title}</h3>
    {children}
  </section>
)

interface ToggleProps {
  label: string
  hint?: string | undefined
  checked: boolean
  onChange(checked: boolean): void
}

function Toggle({ label, hint, checked, onChange }: ToggleProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <Checkbox
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        aria-describedby={hint && `${id}-hint`}
        className="mt-0.5"
      />
      <div>
        <label htmlFor={id} className="cursor-pointer">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
