import { useState } from 'react'
import { t } from '@/shared/i18n'
import { Trans } from '@/ui/trans'
import { looksLikeEmail } from '../model'
import { asksForSecondFactor, authCall } from './auth-call'
import { EmailField, missingEmail, PasswordField } from './auth-fields'
import { AuthForm } from './auth-form'
import type { AuthViewProps } from './auth-views'
import { PasskeyButton } from './passkey-button'
import { ProviderButtons } from './provider-buttons'
import { TextButton } from './text-button'

/** product.md 2.15 */
export function SignInView({ dispatch, callbackUrl, onDone }: AuthViewProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  return (
    <AuthForm
      title={t('Sign in')}
      submitLabel={t('Sign in')}
      ready={looksLikeEmail(email) && password.trim() !== ''}
      missing={missingEmail(email)}
      onSubmit={async () => {
        const answer = await authCall('signin', { email, password })
        if (asksForSecondFactor(answer)) dispatch({ type: 'second-factor-asked' })
        else await onDone()
      }}
      footer={
        <>
          <PasskeyButton onDone={onDone} />
          <ProviderButtons callbackUrl={callbackUrl} />
          <p className="text-center text-text-muted">
            <Trans
              message="New here? <create>Create an account</create>"
              components={{
                create: <TextButton onClick={() => dispatch({ type: 'sign-up' })}>{null}</TextButton>,
              }}
            />
          </p>
        </>
      }
    >
      <EmailField value={email} onChange={setEmail} autoFocus />
      <PasswordField
        label={t('Password')}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        aside={
          <TextButton onClick={() => dispatch({ type: 'forgot-password', email })}>
            {t('Forgot password?')}
          </TextButton>
        }
      />
    </AuthForm>
  )
}

/** product.md 2.16 */
export function CreateAccountView({ dispatch, callbackUrl }: AuthViewProps) {
  const [email, setEmail] = useState('')
  return (
    <AuthForm
      title={t('Create your account')}
      intro={t('We send a code to your address to make sure that it is yours.')}
      submitLabel={t('Send code')}
      ready={looksLikeEmail(email)}
      missing={missingEmail(email)}
      onSubmit={async () => {
        await authCall('send-verification', { email })
        dispatch({ type: 'verification-sent', email })
      }}
      footer={
        <>
          <ProviderButtons callbackUrl={callbackUrl} />
          <p className="text-center text-text-muted">
            <Trans
              message="Have an account? <signIn>Sign in</signIn>"
              components={{
                signIn: <TextButton onClick={() => dispatch({ type: 'back-to-sign-in' })}>{null}</TextButton>,
              }}
            />
          </p>
        </>
      }
    >
      <EmailField value={email} onChange={setEmail} autoFocus />
    </AuthForm>
  )
}
