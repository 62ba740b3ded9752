import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '@/shared/i18n'
import { IconButton } from '@/ui/button'
import { Field, Input } from '@/ui/field'
import { CODE_LENGTH, looksLikeEmail } from '../model'
import { digitsOf } from './auth-flow'

interface TextProps {
  value: string
  onChange(value: string): void
  autoFocus?: boolean
}

/** What to say of an address that cannot be one. */
export const missingEmail = (email: string): string | undefined =>
  looksLikeEmail(email) ? undefined : t('Please enter a valid email address')

export function EmailField({ value, onChange, autoFocus }: TextProps) {
  return (
    <Field label={t('Email')}>
      <Input
        type="email"
        name="email"
        autoComplete="email"
        placeholder={t('you@example.org')}
        value={value}
        autoFocus={autoFocus}
        onChange={(event) => onChange(event.target.value)}
        className="h-10"
      />
    </Field>
  )
}

interface PasswordProps extends TextProps {
  label: string
  autoComplete: 'current-password' | 'new-password'
  error?: string
  aside?: ReactNode
}

/** A password with a button that shows it. */
export function PasswordField({
  label,
  value,
  onChange,
  autoComplete,
  error,
  aside,
  autoFocus,
}: PasswordProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} error={error} aside={aside}>
      <PasswordInput {...{ value, onChange, autoComplete, autoFocus, shown }}>
        <IconButton
          label={
            shown
              ? t('Hide {label}', { label: label.toLowerCase() })
              : t('Show {label}', { label: label.toLowerCase() })
          }
          onClick={() => setShown(!shown)}
          className="absolute top-1/2 end-1.5 -translate-y-1/2 coarse:end-0"
        >
          {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </IconButton>
      </PasswordInput>
    </Field>
  )
}

function PasswordInput(props: TextProps & { autoComplete: string; shown: boolean; children: ReactNode }) {
  return (
    <div className="relative">
      <Input
        type={props.shown ? 'text' : 'password'}
        autoComplete={props.autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        value={props.value}
        autoFocus={props.autoFocus}
        onChange={(event) => props.onChange(event.target.value)}
        className="h-10 pe-10"
      />
      {props.children}
    </div>
  )
}

/** Six digits in one field, so that pasting and the phone's own suggestion just work. */
export function CodeField({ value, onChange, autoFocus }: TextProps) {
  return (
    <Field label={t('Code')}>
      <Input
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder={'0'.repeat(CODE_LENGTH)}
        value={value}
        autoFocus={autoFocus}
        onChange={(event) => onChange(digitsOf(event.target.value, CODE_LENGTH))}
        className="h-12 text-center font-mono text-xl! tracking-[0.5em] indent-[0.5em] placeholder:opacity-40"
      />
    </Field>
  )
}
