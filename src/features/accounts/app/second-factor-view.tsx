import { useState } from 'react'
import { t } from '@/shared/i18n'
import { Checkbox } from '@/ui/checkbox'
import { Field, Input } from '@/ui/field'
import { CODE_LENGTH } from '../model'
import { authCall } from './auth-call'
import { CodeField } from './auth-fields'
import { AuthForm } from './auth-form'
import type { AuthViewProps } from './auth-views'
import { BackToSignIn } from './recovery-views'
import { TextButton } from './text-button'

/** Asks somebody who has shown who they are for a code of their authenticator app, or a recovery code. */
export function SecondFactorView({ dispatch, onDone }: AuthViewProps) {
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(false)
  const [isTrusted, setTrusted] = useState(false)
  return (
    <AuthForm
      title={t('Two-factor authentication')}
      intro={
        isRecovery
          ? t('Enter one of the recovery codes that you kept. Each works once.')
          : t('Enter the code that your authenticator app shows.')
      }
      submitLabel={t('Continue')}
      ready={isRecovery ? code.trim().length > CODE_LENGTH : code.length === CODE_LENGTH}
      onSubmit={async () => {
        await authCall('second-factor', { code, isTrusted })
        await onDone()
      }}
      footer={
        <>
          <p className="text-center">
            <TextButton
              onClick={() => {
                setCode('')
                setRecovery(!isRecovery)
              }}
            >
              {isRecovery ? t('Use the authenticator app') : t('Use a recovery code')}
            </TextButton>
          </p>
          <BackToSignIn dispatch={dispatch} />
        </>
      }
    >
      {isRecovery ? (
        <Field key="recovery" label={t('Recovery code')}>
          <Input
            value={code}
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            onChange={(event) => setCode(event.target.value)}
            className="h-10 font-mono"
          />
        </Field>
      ) : (
        <CodeField key="app" value={code} onChange={setCode} autoFocus />
      )}
      <label htmlFor="trust" className="flex items-center gap-2 text-sm">
        <Checkbox id="trust" checked={isTrusted} onCheckedChange={setTrusted} />
        {t('Do not ask again in this browser for 30 days')}
      </label>
    </AuthForm>
  )
}
