import { cn } from './cn'
import { formatShortcut } from './shortcut'

export { formatShortcut }

/** A shortcut as the person's own keyboard names it, e.g. `<Kbd keys="mod+k" />`. */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
  return (
    <kbd className={cn('font-sans text-xs tracking-wide text-text-faint', className)}>
      {formatShortcut(keys)}
    </kbd>
  )
}
