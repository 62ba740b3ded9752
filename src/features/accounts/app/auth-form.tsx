import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { Button } from '@/ui/button'

export interface AuthFormProps {
  title: string
  intro?: ReactNode
  submitLabel: string
  /** Is what was typed complete enough to be sent? */
  ready: boolean
  /** What is missing until then, for somebody who presses Enter. */
  missing?: string | undefined
  /** Sends it; what it throws is shown. */
  onSubmit(): Promise<void>
  children: ReactNode
  /** Below the button. */
  footer?: ReactNode
}

/** One view of the way in: a heading, fields, one button, and the words of whatever went wrong. */
export function AuthForm({
  title,
  intro,
  submitLabel,
  ready,
  missing,
  onSubmit,
  children,
  footer,
}: AuthFormProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isAsked, setAsked] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || busy) return
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

  /** A form whose button is disabled is not submitted by Enter, and would say nothing. */
  const pressed = ({ key, target }: KeyboardEvent) => {
    if (key === 'Enter' && target instanceof HTMLInputElement && !ready) setAsked(true)
  }

  return (
    <form onSubmit={submit} onKeyDown={pressed} noValidate className="flex flex-col gap-4">
      <header>
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {intro && <div className="mt-1 text-text-muted">{intro}</div>}
      </header>
      {children}
      <Problem>{isAsked && !ready && missing ? missing : problem}</Problem>
      <Button type="submit" variant="primary" size="lg" disabled={!ready || busy} aria-busy={busy}>
        {submitLabel}
      </Button>
      {footer}
    </form>
  )
}

/** The words of a failure, announced when they appear. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {children && <p className="rounded-control bg-danger-soft px-3 py-2 text-text">{children}</p>}
    </div>
  )
}
