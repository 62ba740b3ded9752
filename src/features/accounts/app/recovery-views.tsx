import { useState } from 'react'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import { Trans } from '@/ui/trans'
import { CODE_LENGTH, CODE_MINUTES, isStrongPassword, looksLikeEmail, RESEND_SECONDS } from '../model'
import { type AuthCall, AuthFailure, asksForSecondFactor, authCall } from './auth-call'
import { CodeField, EmailField, missingEmail, PasswordField } from './auth-fields'
import { AuthForm } from './auth-form'
import type { AuthViewProps } from './auth-views'
import { PasswordStrength } from './password-strength'
import { TextButton } from './text-button'
import { useCountdown } from './use-countdown'

/** Back to the first view (product.md 2.21). `isSignedIn`: a code has signed them in already, which ends. */
export function BackToSignIn({
  dispatch,
  isSignedIn = false,
}: Pick<AuthViewProps, 'dispatch'> & { isSignedIn?: boolean }) {
  const leave = async () => {
    try {
      if (isSignedIn) await authCall('signout', {})
      dispatch({ type: 'back-to-sign-in' })
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <p className="text-center">
      <TextButton onClick={() => void leave()}>{t('Back to sign in')}</TextButton>
    </p>
  )
}

/** product.md 2.17 */
export function VerificationSentView({ state, dispatch }: AuthViewProps) {
  return (
    <CodeView
      title={t('Check your email')}
      email={state.email}
      resend="send-verification"
      resendFailure={t('Failed to resend verification email')}
      dispatch={dispatch}
      onCode={async (code) => {
        const answer = await authCall('verify-email', { email: state.email, code })
        dispatch({ type: asksForSecondFactor(answer) ? 'second-factor-asked' : 'email-verified' })
      }}
    />
  )
}

/** product.md 2.18 */
export function ResetRequestView({ state, dispatch }: AuthViewProps) {
  const [email, setEmail] = useState(state.email)
  return (
    <AuthForm
      title={t('Reset your password')}
      intro={t('We send a code to your address. With it you can choose a new password.')}
      submitLabel={t('Send code')}
      ready={looksLikeEmail(email)}
      missing={missingEmail(email)}
      onSubmit={async () => {
        await authCall('send-password-reset', { email })
        dispatch({ type: 'reset-sent', email })
      }}
      footer={<BackToSignIn dispatch={dispatch} />}
    >
      <EmailField value={email} onChange={setEmail} autoFocus />
    </AuthForm>
  )
}

/** product.md 2.19 */
export function ResetCodeView({ state, dispatch }: AuthViewProps) {
  return (
    <CodeView
      title={t('Enter the reset code')}
      email={state.email}
      resend="send-password-reset"
      resendFailure={t('Failed to resend password reset email')}
      dispatch={dispatch}
      onCode={async (code) => dispatch({ type: 'code-typed', code })}
    />
  )
}

interface CodeViewProps extends Pick<AuthViewProps, 'dispatch'> {
  title: string
  email: string
  resend: AuthCall
  resendFailure: string
  onCode(code: string): Promise<void>
}

function CodeView({ title, email, resend, resendFailure, dispatch, onCode }: CodeViewProps) {
  const [code, setCode] = useState('')
  const { left, restart } = useCountdown(RESEND_SECONDS)

  const sendAgain = async () => {
    try {
      await authCall(resend, { email }, resendFailure)
      restart()
      setCode('')
      toast.success(t('A new code is on its way.'))
    } catch (error) {
      toast.error(error instanceof Error ? error.message : resendFailure)
    }
  }

  return (
    <AuthForm
      title={title}
      intro={
        <>
          {t('If')} <b className="font-medium break-words text-text">{email}</b>{' '}
          {t(
            'can be used here, a code of {codeLength} digits has been sent to it. It is good for {codeMinutes} minutes.',
            { codeLength: CODE_LENGTH, codeMinutes: CODE_MINUTES },
          )}
        </>
      }
      submitLabel={t('Continue')}
      ready={code.length === CODE_LENGTH}
      onSubmit={() => onCode(code)}
      footer={
        <>
          <p className="text-center text-text-muted">
            <Trans
              message="Didn’t get it? {resend}"
              values={{
                resend: (
                  <TextButton disabled={left > 0} onClick={sendAgain}>
                    {left > 0 ? t('Resend in {left} s', { left }) : t('Resend code')}
                  </TextButton>
                ),
              }}
            />
          </p>
          <BackToSignIn dispatch={dispatch} />
        </>
      }
    >
      <CodeField value={code} onChange={setCode} autoFocus />
    </AuthForm>
  )
}

/** product.md 2.20 */
export function SetPasswordView({ state, dispatch, onDone }: AuthViewProps) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [refused, setRefused] = useState(false)
  const matches = password === confirmation
  const { email, code, purpose } = state

  const save = async () => {
    setRefused(false)
    // The code of a reset is only looked at now, and that of a new account is good for a while: another one has to be typed then.
    const orAskAgain = (error: unknown) => {
      if (error instanceof AuthFailure && error.status >= 400 && error.status < 500) setRefused(true)
      throw error
    }
    if (purpose === 'sign-up') await authCall('set-password', { email, password }).catch(orAskAgain)
    else {
      const answer = await authCall('verify-password-reset', { email, code, password }).catch(orAskAgain)
      if (asksForSecondFactor(answer)) return dispatch({ type: 'second-factor-asked' })
    }
    await onDone()
  }

  const mismatch = confirmation !== '' && !matches ? t('Passwords do not match') : undefined
  return (
    <AuthForm
      title={purpose === 'sign-up' ? t('Choose a password') : t('Choose a new password')}
      submitLabel={t('Set password')}
      ready={isStrongPassword(password) && matches}
      onSubmit={save}
      footer={
        <>
          {refused && (
            <p className="text-center">
              <TextButton onClick={() => dispatch({ type: 'code-refused' })}>
                {t('Enter another code')}
              </TextButton>
            </p>
          )}
          <BackToSignIn dispatch={dispatch} isSignedIn={purpose === 'sign-up'} />
        </>
      }
    >
      {/* Password managers file the new password under the address. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('New password')}
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        autoFocus
      />
      <PasswordStrength password={password} />
      <PasswordField
        label={t('Confirm password')}
        autoComplete="new-password"
        value={confirmation}
        onChange={setConfirmation}
        error={mismatch}
      />
    </AuthForm>
  )
}
