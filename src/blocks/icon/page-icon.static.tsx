import type { ReactNode } from 'react'
import { readPageIcon } from './page-icon'

/** What stands where a page has no icon, as in the application. */
const NONE = 'file-text'

interface StaticPageIconProps {
  /** As it is stored; null: the page has none. */
  icon: string | null
  /** Draws what has this name; nothing for a name that is not known. */
  draw(name: string): ReactNode
}

/** A page's icon in read-only HTML: its emoji, or its drawing in its colour. */
export function StaticPageIcon({ icon, draw }: StaticPageIconProps): ReactNode {
  const read = icon === null ? null : readPageIcon(icon)
  if (read === null) return draw(NONE)
  if (read.kind === 'emoji') return <span aria-hidden="true">{read.emoji}</span>
  const drawing = draw(read.name) ?? draw(NONE)
  if (read.color === null && !read.filled) return drawing
  return (
    <span
      data-filled={read.filled || undefined}
      style={read.color === null ? {} : { color: `var(--color-text-${read.color})` }}
    >
      {drawing}
    </span>
  )
}
