import { useState } from 'react'
import { loadAnew } from '@/app/leaving'
import type { CurrentUser } from '@/app/session'
import { t } from '@/shared/i18n'
import { Dialog, DialogContent } from '@/ui/dialog'
import { CODE_LENGTH, isStrongPassword } from '../model'
import { asksForSecondFactor, authCall } from './auth-call'
import { CodeField, PasswordField } from './auth-fields'
import { PasswordStrength } from './password-strength'
import { StepForm } from './step-form'

interface PasswordDialogProps {
  user: CurrentUser
  /** Without one, the person proves who they are by a code from their mail. */
  hasPassword: boolean
  onClose(): void
  /** The password is set; this browser is signed in anew. */
  onChanged(): Promise<void>
}

/** Puts another password in the place of one's own, or sets the first. */
export default function PasswordDialog({ user, hasPassword, onClose, onChanged }: PasswordDialogProps) {
  const [isSent, setSent] = useState(false)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={hasPassword ? t('Change password') : t('Set a password')}>
        {hasPassword ? (
          <NewPasswordStep user={user} onCancel={onClose} onChanged={onChanged} />
        ) : isSent ? (
          <NewPasswordStep user={user} byCode onCancel={onClose} onChanged={onChanged} />
        ) : (
          <StepForm
            submitLabel={t('Send the code')}
            ready
            onCancel={onClose}
            onSubmit={async () => {
              await authCall('send-password-reset', { email: user.email })
              setSent(true)
            }}
          >
            <p>{t('A code is sent to {email}. With it you choose a password.', { email: user.email })}</p>
          </StepForm>
        )}
      </DialogContent>
    </Dialog>
  )
}

interface NewPasswordStepProps {
  user: CurrentUser
  byCode?: boolean
  onCancel(): void
  onChanged(): Promise<void>
}

function NewPasswordStep({ user, byCode = false, onCancel, onChanged }: NewPasswordStepProps) {
  const [proof, setProof] = useState('')
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const matches = password === confirmation
  const isProven = byCode ? proof.length === CODE_LENGTH : proof !== ''
  const save = async () => {
    const answer = byCode
      ? await authCall('verify-password-reset', { email: user.email, code: proof, password })
      : await authCall('change-password', { password: proof, newPassword: password })
    // By a code every session has ended. This browser has another one, or has to show a code of the app as well.
    if (asksForSecondFactor(answer)) return window.location.assign('/login?step=second-factor')
    if (byCode) return loadAnew(window.location.pathname, t('Password set'))
    await onChanged()
  }
  return (
    <StepForm
      submitLabel={t('Set password')}
      ready={isProven && isStrongPassword(password) && matches}
      onCancel={onCancel}
      onSubmit={save}
    >
      {/* Password managers file the new password under the address. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      {byCode ? (
        <CodeField value={proof} onChange={setProof} autoFocus />
      ) : (
        <PasswordField
          label={t('Your password')}
          autoComplete="current-password"
          value={proof}
          onChange={setProof}
          autoFocus
        />
      )}
      <PasswordField
        label={t('New password')}
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
      />
      <PasswordStrength password={password} />
      <PasswordField
        label={t('Confirm password')}
        autoComplete="new-password"
        value={confirmation}
        onChange={setConfirmation}
        {...(confirmation !== '' && !matches && { error: t('Passwords do not match') })}
      />
      <p className="text-text-muted">{t('You stay signed in here, and are signed out everywhere else.')}</p>
    </StepForm>
  )
}
