import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react'
import { cn } from './cn'

interface FieldIds {
  control: string
  /** Ids of the hint and the error, for `aria-describedby`. */
  description: string | undefined
  invalid: boolean
}

const FieldContext = createContext<FieldIds | null>(null)

export interface FieldProps {
  label: ReactNode
  /** What is wrong, in words; announced when it appears. */
  error?: ReactNode
  hint?: ReactNode
  /** Stands at the right end of the label's line, e.g. a link. */
  aside?: ReactNode
  className?: string
  /** One `Input`; it finds its label, hint and error by itself. */
  children: ReactNode
}

/** A form control with its label, hint and error. */
export function Field({ label, error, hint, aside, className, children }: FieldProps) {
  const id = useId()
  const description = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <FieldContext value={{ control: id, description, invalid: Boolean(error) }}>
      <div className={cn('flex flex-col gap-1.5', className)}>
        <div className="flex items-baseline justify-between gap-2">
          <label htmlFor={id} className="text-sm font-medium">
            {label}
          </label>
          {aside}
        </div>
        {children}
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-text-muted">
            {hint}
          </p>
        )}
        <div role="alert" className="empty:hidden">
          {error && (
            <p id={`${id}-error`} className="text-xs text-danger">
              {error}
            </p>
          )}
        </div>
      </div>
    </FieldContext>
  )
}

const controlClass =
  'w-full min-w-0 rounded-control border border-border-strong/60 bg-surface-raised px-2.5 text-sm text-text ' +
  'transition-colors duration-100 hover:border-border-strong focus-visible:outline-offset-0 ' +
  'aria-invalid:border-danger disabled:cursor-not-allowed disabled:opacity-60 read-only:bg-surface'

function useFieldProps(): { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true } {
  const field = use(FieldContext)
  if (!field) return {}
  return {
    id: field.control,
    'aria-describedby': field.description,
    'aria-invalid': field.invalid || undefined,
  }
}

/** A one-line text control; 32 px high. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldProps()} className={cn(controlClass, 'h-8 coarse:h-11', className)} {...rest} />
}

/** A text control of several lines, which grows with its text. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldProps()}
      className={cn(controlClass, 'field-sizing-content min-h-16 resize-y py-1.5', className)}
      {...rest}
    />
  )
}
