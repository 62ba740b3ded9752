import { type FormEvent, type ReactNode, useState } from 'react'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { DialogFooter } from '@/ui/dialog'
import { PasswordField } from './auth-fields'
import { Problem } from './auth-form'

interface StepFormProps {
  submitLabel: string
  ready: boolean
  onCancel(): void
  /** What it throws is shown. */
  onSubmit(): Promise<void>
  children: ReactNode
}

/** One step in a window: its fields, what went wrong, and the buttons. */
export function StepForm({ submitLabel, ready, onCancel, onSubmit, children }: StepFormProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await onSubmit()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {children}
      <Problem>{problem}</Problem>
      <DialogFooter>
        <Button disabled={isBusy} onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button type="submit" variant="primary" disabled={!ready || isBusy} aria-busy={isBusy}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  )
}

interface PasswordStepProps extends Pick<StepFormProps, 'onCancel'> {
  onPassword(password: string): Promise<void>
}

/** Asks for the person's password once more. */
export function PasswordStep({ onCancel, onPassword }: PasswordStepProps) {
  const [password, setPassword] = useState('')
  return (
    <StepForm
      submitLabel={t('Continue')}
      ready={password !== ''}
      onCancel={onCancel}
      onSubmit={() => onPassword(password)}
    >
      <PasswordField
        label={t('Your password')}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        autoFocus
      />
    </StepForm>
  )
}
