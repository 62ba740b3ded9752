import type { ReactNode } from 'react'
import { cn } from '@/ui/cn'

/** The looks of a badge, in the order in which the labels of a page take them (product.md 9.2). */
export const BADGE_VARIANTS = ['default', 'secondary', 'outline', 'toolsAndPlatforms'] as const
export type BadgeVariant = (typeof BADGE_VARIANTS)[number]

const LOOK: Record<BadgeVariant, string> = {
  default: 'bg-surface text-text-muted',
  secondary: 'bg-background-gray text-text-gray',
  outline: 'border border-border text-text-muted',
  toolsAndPlatforms: 'bg-background-gray text-text-muted',
}

/** The look of the label at this place. */
export const variantAt = (index: number): BadgeVariant => BADGE_VARIANTS[index % BADGE_VARIANTS.length]!

/** A small word on its ground. */
export const Badge = ({
  variant = 'secondary',
  children,
}: {
  variant?: BadgeVariant
  children: ReactNode
}) => (
  <span
    data-variant={variant}
    className={cn(
      'inline-flex h-5.5 max-w-60 items-center rounded-control px-1.5 text-xs font-medium',
      LOOK[variant],
    )}
  >
    <span className="truncate">{children}</span>
  </span>
)
