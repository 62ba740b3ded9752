import type { ReactNode } from 'react'

/** A button of a file on its way. */
export function Tool({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <button type="button" className="media-tool" aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  )
}
