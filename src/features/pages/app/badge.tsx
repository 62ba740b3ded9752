import type { ReactNode } from 'react'

/** A small word on a quiet ground. */
export const Badge = ({ children }: { children: ReactNode }) => (
  <span className="inline-block rounded-control bg-background-gray px-1.5 py-0.5 text-xs text-text-gray">
    {children}
  </span>
)
