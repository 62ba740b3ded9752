import { Menu as Base } from '@base-ui/react/menu'
import { Check, ChevronRight } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { t } from '@/shared/i18n'
import { cn } from './cn'
import { Kbd } from './kbd'
import type { Popup } from './popup-button'

/** A menu at a place: `<Menu open onOpenChange><MenuContent anchor>…`. At a button it is a `ButtonMenu`. */
export const Menu = Base.Root
export const MenuSub = Base.SubmenuRoot
export const MenuRadioGroup = Base.RadioGroup

export const menuPopupClass =
  'floats z-50 max-h-[var(--available-height)] min-w-44 max-w-80 origin-[var(--transform-origin)] overflow-y-auto ' +
  'rounded-popover bg-surface-raised p-1 text-text shadow-float outline-none'
const itemClass =
  'flex min-h-7 cursor-default select-none items-center gap-2 rounded-control px-2 py-1 text-sm outline-none ' +
  'coarse:min-h-11 data-[highlighted]:bg-hover data-[popup-open]:bg-hover data-[disabled]:opacity-50 ' +
  '[&_svg]:size-4 [&_svg]:shrink-0'

type Positioning = Pick<ComponentProps<typeof Base.Positioner>, 'side' | 'align' | 'sideOffset' | 'anchor'>

export interface MenuContentProps extends Positioning {
  children: ReactNode
  className?: string
  /** The menu's accessible name, when the trigger's own is not enough. */
  label?: string
  /** The first entry is highlighted, as for people who open it with the keyboard. */
  startsAtFirst?: boolean
}

/** The floating list of a menu. */
export function MenuContent({
  children,
  className,
  label,
  side,
  align = 'start',
  startsAtFirst = false,
  ...rest
}: MenuContentProps) {
  const list = useRef<HTMLDivElement>(null)
  return (
    // A menu stands behind everything else in the document; as a landmark it is found among the parts of the screen.
    <Base.Portal role="region" aria-label={label ?? t('Menu')}>
      <Base.Positioner
        side={side}
        align={align}
        sideOffset={rest.sideOffset ?? 4}
        anchor={rest.anchor}
        className="z-50"
      >
        {/* A long menu scrolls on a short screen: reachable, so that its end is for the keyboard too. */}
        <Base.Popup ref={list} tabIndex={0} aria-label={label} className={cn(menuPopupClass, className)}>
          {startsAtFirst && <FirstHighlighted list={list} />}
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

/** Base UI highlights the first entry only for its own triggers; its list knows the arrow key without one. */
function FirstHighlighted({ list }: { list: { current: HTMLElement | null } }) {
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      list.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })),
    )
    return () => cancelAnimationFrame(frame)
  }, [list])
  return null
}

export interface ButtonMenuProps extends Omit<MenuContentProps, 'anchor' | 'startsAtFirst'> {
  popup: Popup
}

/** The menu of a `PopupButton`. */
export function ButtonMenu({ popup, ...content }: ButtonMenuProps) {
  return (
    <Menu open={popup.open} onOpenChange={popup.onOpenChange}>
      <MenuContent anchor={popup.anchor} startsAtFirst={popup.byKeyboard} {...content} />
    </Menu>
  )
}

export interface MenuItemProps extends Omit<ComponentProps<typeof Base.Item>, 'onSelect' | 'className'> {
  icon?: ReactNode
  shortcut?: string
  danger?: boolean
  className?: string
}

/** One choice. Does its work in `onClick`; the menu closes by itself. */
export function MenuItem({ icon, shortcut, danger, className, children, ...rest }: MenuItemProps) {
  return (
    <Base.Item className={cn(itemClass, danger && 'text-danger', className)} {...rest}>
      {icon && <span className={cn('flex', !danger && 'text-text-muted')}>{icon}</span>}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <Kbd keys={shortcut} className="ps-4 coarse:hidden" />}
    </Base.Item>
  )
}

export interface MenuCheckboxItemProps
  extends Omit<ComponentProps<typeof Base.CheckboxItem>, 'onSelect' | 'className'> {
  icon?: ReactNode
  shortcut?: string
}

/** A switch (`checked`, `onCheckedChange`). */
export function MenuCheckboxItem({ icon, shortcut, children, ...rest }: MenuCheckboxItemProps) {
  return (
    <Base.CheckboxItem className={cn('group', itemClass)} {...rest}>
      {icon && <span className="flex text-text-muted">{icon}</span>}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <Kbd keys={shortcut} className="ps-4 coarse:hidden" />}
      <span
        aria-hidden
        className="switch-sign flex h-4 w-7 shrink-0 rounded-full bg-border-strong p-0.5 transition-colors group-data-[checked]:bg-accent"
      >
        <span className="size-3 rounded-full bg-bg transition-transform group-data-[checked]:translate-x-3 rtl:group-data-[checked]:-translate-x-3" />
      </span>
    </Base.CheckboxItem>
  )
}

export interface MenuRadioItemProps
  extends Omit<ComponentProps<typeof Base.RadioItem>, 'onSelect' | 'className'> {
  icon?: ReactNode
}

/** One of several choices of which one holds; stands in a `MenuRadioGroup`. */
export function MenuRadioItem({ icon, children, ...rest }: MenuRadioItemProps) {
  return (
    <Base.RadioItem className={itemClass} {...rest}>
      {icon && <span className="flex text-text-muted">{icon}</span>}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <span className="flex size-4 items-center justify-center text-accent">
        <Base.RadioItemIndicator>
          <Check aria-hidden />
        </Base.RadioItemIndicator>
      </span>
    </Base.RadioItem>
  )
}

/** One of a few choices that stand side by side, each as a sample over its name; stands in a `MenuRadioGroup`. */
export function MenuRadioTile({
  sample,
  children,
  ...rest
}: Omit<ComponentProps<typeof Base.RadioItem>, 'onSelect' | 'className'> & { sample: ReactNode }) {
  return (
    <Base.RadioItem
      className="flex flex-1 cursor-default flex-col items-center gap-0.5 rounded-control px-2 py-1.5 text-xs text-text-muted outline-none select-none data-[checked]:text-accent data-[disabled]:opacity-50 data-[highlighted]:bg-hover"
      {...rest}
    >
      {sample}
      {children}
    </Base.RadioItem>
  )
}

/** The entry that opens a submenu; stands in a `MenuSub` before its `MenuContent`. */
export function MenuSubTrigger({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <Base.SubmenuTrigger className={itemClass}>
      {icon && <span className="flex min-w-4 items-center justify-center text-text-muted">{icon}</span>}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <ChevronRight aria-hidden className="text-text-faint" />
    </Base.SubmenuTrigger>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-border" />
}

const menuLabelClass = 'px-2 pt-1.5 pb-1 text-xs font-medium text-text-faint'

/** A line of small text inside a menu that is not a choice. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <div role="presentation" className={menuLabelClass}>
      {children}
    </div>
  )
}
