import type { ReactNode } from 'react'
import type { MarkedText } from '../model'

/** A text with what was found in it marked. */
export function Marked({ text, marks }: MarkedText): ReactNode {
  const pieces: ReactNode[] = []
  let at = 0
  for (const [start, end] of marks) {
    pieces.push(
      text.slice(at, start),
      <mark key={start} className="rounded-xs bg-accent-soft font-medium text-accent">
        {text.slice(start, end)}
      </mark>,
    )
    at = end
  }
  return [...pieces, text.slice(at)]
}
