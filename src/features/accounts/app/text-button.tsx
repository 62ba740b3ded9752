import type { ComponentProps } from 'react'
import { cn } from '@/ui/cn'

/** A button that reads as a link inside a sentence. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={cn(
        'cursor-pointer rounded-[3px] font-medium text-accent underline-offset-3 hover:underline coarse:py-2',
        'disabled:cursor-not-allowed disabled:text-text-faint disabled:no-underline',
        className,
      )}
      {...rest}
    />
  )
}
