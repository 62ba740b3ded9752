import { initialsOf } from '@/shared/initials'
import { cn } from './cn'

const COLOURS = ['gray', 'brown', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'red'] as const
const SIZE = { sm: 'size-5 text-[0.625rem]', md: 'size-7 text-xs', lg: 'size-16 text-2xl' }

/** Always the same colour for the same name. */
function colourOf(name: string): (typeof COLOURS)[number] {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return COLOURS[sum % COLOURS.length] ?? 'gray'
}

/** A person's picture, or their initials on a colour of their own. Decoration: their name stands beside it or in the label around it. */
export function Avatar({
  name,
  src,
  size = 'md',
  className,
}: {
  name: string
  /** The address of their picture; the initials stand where it cannot be shown. */
  src?: string | null | undefined
  size?: keyof typeof SIZE
  className?: string
}) {
  const colour = colourOf(name)
  return (
    <span
      aria-hidden
      className={cn(
        'relative inline-flex shrink-0 select-none overflow-clip items-center justify-center rounded-full font-semibold',
        SIZE[size],
        className,
      )}
      style={{ background: `var(--color-background-${colour})`, color: `var(--color-text-${colour})` }}
    >
      {initialsOf(name)}
      {src && (
        <img
          key={src}
          src={src}
          alt=""
          draggable={false}
          className="absolute inset-0 size-full object-cover"
          onError={({ currentTarget }) => {
            currentTarget.hidden = true
          }}
        />
      )}
    </span>
  )
}
