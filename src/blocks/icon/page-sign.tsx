import type { ReactNode } from 'react'
import { cn } from '@/ui/cn'
import { useLoadedCode } from '@/ui/lazy'
import { readPageIcon } from './page-icon'
import './page-sign.css'

export interface PageSignProps {
  icon: string | null | undefined
  /** What stands there without an icon. */
  empty?: ReactNode
  className?: string | undefined
}

/** A page's icon as large as the text around it: an emoji or a drawing. Decoration: the title stands beside it. */
export function PageSign({ icon, empty = null, className }: PageSignProps) {
  if (!icon) return empty
  const said = readPageIcon(icon)
  return (
    <span aria-hidden className={cn('page-sign', className)}>
      {said.kind === 'emoji' ? (
        said.emoji
      ) : (
        <Drawing name={said.name} color={said.color} filled={said.filled} empty={empty} />
      )}
    </span>
  )
}

type Drawings = typeof import('./drawings')

/** All drawings weigh much, so they come with the first page that has one; what is drawn later is drawn at once. */
let drawings: Drawings | null = null
const loadDrawings = async () => {
  drawings = await import('./drawings')
  return drawings
}

interface DrawingProps {
  name: string
  color: string | null
  filled: boolean
  empty: ReactNode
}

function Drawing({ name, color, filled, empty }: DrawingProps) {
  const arrived = useLoadedCode(loadDrawings)
  const code = drawings ?? arrived
  if (!code) return null
  const Found = code.drawingOf(name)
  return Found ? (
    <Found className="page-drawing" data-color={color} data-filled={filled || undefined} />
  ) : (
    empty
  )
}
