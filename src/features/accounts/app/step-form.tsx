import { type FormEvent, type ReactNode, useState } from 'react'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { DialogFooter } from '@/ui/dialog'
import { Field, Input } from '@/ui/field'
import { CODE_LENGTH } from '../model'
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

/** What somebody shows once more, of what signing in takes. */
export interface Proof {
  password?: string
  code?: string
}

interface ProofStepProps extends Pick<StepFormProps, 'onCancel'> {
  asksPassword: boolean
  asksCode: boolean
  onProof(proof: Proof): Promise<void>
}

/** Asks for the person's password once more, and where they have a second factor for a code of it. */
export function ProofStep({ asksPassword, asksCode, onCancel, onProof }: ProofStepProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  return (
    <StepForm
      submitLabel={t('Continue')}
      ready={(!asksPassword || password !== '') && (!asksCode || isCode(code))}
      onCancel={onCancel}
      onSubmit={() => onProof({ ...(asksPassword && { password }), ...(asksCode && { code }) })}
    >
      {asksPassword && (
        <PasswordField
          label={t('Your password')}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          autoFocus
        />
      )}
      {asksCode && <SecondFactorField value={code} onChange={setCode} autoFocus={!asksPassword} />}
    </StepForm>
  )
}

/** Could it be a code of an app, or a recovery code? */
export const isCode = (code: string): boolean => code.trim().length >= CODE_LENGTH

interface SecondFactorFieldProps {
  value: string
  onChange(value: string): void
  autoFocus?: boolean
}

/** A field for either kind of code. */
export function SecondFactorField({ value, onChange, autoFocus = false }: SecondFactorFieldProps) {
  return (
    <Field label={t('Code from your authenticator app, or a recovery code')}>
      <Input
        value={value}
        autoFocus={autoFocus}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        onChange={(event) => onChange(event.target.value)}
        className="h-10 font-mono"
      />
    </Field>
  )
}
