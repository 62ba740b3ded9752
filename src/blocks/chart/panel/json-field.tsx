import { useId } from 'react'

interface JsonFieldProps {
  label: string
  value: string
  problem: string | null
  onChange(text: string): void
  rows?: number
  placeholder?: string
}

/** JSON, or CSS, as text; what is wrong with it stands under it. */
export function CodeField({ label, value, problem, onChange, rows = 12, placeholder }: JsonFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        id={id}
        className="chart-code"
        rows={rows}
        spellCheck={false}
        autoComplete="off"
        placeholder={placeholder}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem !== null && (
        <p id={`${id}-problem`} className="text-xs text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

interface FormChoiceProps<Form extends string> {
  label: string
  value: Form
  options: readonly { value: Form; label: string }[]
  onChange(form: Form): void
}

/** Which of two or three forms of the same thing is shown. */
export function FormChoice<Form extends string>({ label, value, options, onChange }: FormChoiceProps<Form>) {
  const name = useId()
  return (
    <fieldset className="chart-forms">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="sr-only"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
