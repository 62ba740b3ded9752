import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '@/ui/button'

export interface AuthFormProps {
  title: string
  intro?: ReactNode
  submitLabel: string
  /** Is what was typed complete enough to be sent? */
  ready: boolean
  /** Sends it; what it throws is shown. */
  onSubmit(): Promise<void>
  children: ReactNode
  /** Below the button. */
  footer?: ReactNode
}

/** One view of the way in: a heading, fields, one button, and the words of whatever went wrong. */
export function AuthForm({ title, intro, submitLabel, ready, onSubmit, children, footer }: AuthFormProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

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

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <header>
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {intro && <div className="mt-1 text-text-muted">{intro}</div>}
      </header>
      {children}
      <Problem>{problem}</Problem>
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
