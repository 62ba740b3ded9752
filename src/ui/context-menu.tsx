import { ContextMenu as Base } from '@base-ui/react/context-menu'
import type { ReactNode } from 'react'
import { cn } from './cn'
import { menuPopupClass } from './menu'

export {
  MenuCheckboxItem as ContextMenuCheckboxItem,
  MenuGroup as ContextMenuGroup,
  MenuItem as ContextMenuItem,
  MenuLabel as ContextMenuLabel,
  MenuSeparator as ContextMenuSeparator,
  MenuSub as ContextMenuSub,
  MenuSubTrigger as ContextMenuSubTrigger,
} from './menu'

/** The menu of a right click, a long press or the menu key. Its entries are those of a menu. */
export const ContextMenu = Base.Root
export const ContextMenuTrigger = Base.Trigger

/** The floating list of a context menu. */
export function ContextMenuContent({
  children,
  className,
  label,
}: {
  children: ReactNode
  className?: string
  label?: string
}) {
  return (
    <Base.Portal>
      <Base.Positioner className="z-50">
        <Base.Popup aria-label={label} className={cn(menuPopupClass, className)}>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}
