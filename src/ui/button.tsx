import type { ComponentProps } from 'react'
import { cn } from './cn'
import { Tooltip } from './tooltip'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const VARIANT: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-accent-text hover:bg-accent-hover active:bg-accent-hover',
  secondary: 'border border-border bg-surface-raised text-text hover:bg-hover active:bg-pressed',
  ghost: 'text-text-muted hover:bg-hover hover:text-text active:bg-pressed data-[popup-open]:bg-hover',
  danger: 'bg-danger text-bg hover:bg-danger-hover active:bg-danger-hover',
}
const SIZE: Record<ButtonSize, string> = {
  sm: 'h-7 gap-1.5 px-2 text-[0.8125rem]',
  md: 'h-8 gap-2 px-3 text-sm',
  lg: 'h-10 gap-2 px-4 text-sm',
}

/** The classes of a button, for a link that looks like one. */
export const buttonClass = (variant: ButtonVariant = 'secondary', size: ButtonSize = 'md'): string =>
  cn(
    'inline-flex shrink-0 cursor-pointer select-none items-center justify-center rounded-control font-medium',
    'touch-target transition-colors duration-100 [&_svg]:size-4 [&_svg]:shrink-0',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
    VARIANT[variant],
    SIZE[size],
  )

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
}

/** A button with words on it. `type` is "button" unless it says "submit". */
export function Button({ variant, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={cn(buttonClass(variant, size), className)} {...rest} />
}

export interface IconButtonProps extends Omit<ButtonProps, 'aria-label'> {
  /** The accessible name, also the tooltip. */
  label: string
  /** Shown in the tooltip, e.g. `mod+b`. */
  shortcut?: string
}

/** A square button with an icon; its label is its name and its tooltip. */
export function IconButton({
  label,
  shortcut,
  variant = 'ghost',
  size = 'sm',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut}>
      <button
        type={type}
        aria-label={label}
        className={cn(buttonClass(variant, size), 'aspect-square px-0', className)}
        {...rest}
      />
    </Tooltip>
  )
}
