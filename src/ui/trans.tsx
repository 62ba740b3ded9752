import { TransNoContext } from '@lingui/react/server'
import type { ReactElement, ReactNode } from 'react'
import { messages } from '@/shared/i18n'

interface TransProps {
  /** English, in ICU form, with a tag for each of `components`: `Read <terms>the terms</terms>, {name}.` */
  message: string
  values?: Readonly<Record<string, ReactNode>>
  components?: Record<string, ReactElement>
}

/** A sentence with elements in it; one without is `t`. */
export const Trans = ({ message, values = {}, components }: TransProps) => {
  // In a list, a text that a person wrote is an element of its own and never read as tags.
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? [value] : value,
  ])
  return (
    <TransNoContext
      id={message}
      values={Object.fromEntries(shown)}
      components={components}
      lingui={{ i18n: messages() }}
    />
  )
}
