import { Tabs as Base } from '@base-ui/react/tabs'
import type { ComponentProps } from 'react'
import { cn } from './cn'

type WithClass<Props> = Omit<Props, 'className'> & { className?: string }

/** Panels of which one shows: `<Tabs defaultValue="a"><TabsList><Tab value="a">…</Tab></TabsList><TabPanel value="a">`. */
export const Tabs = Base.Root

export function TabsList({ className, ...rest }: WithClass<ComponentProps<typeof Base.List>>) {
  return <Base.List className={cn('flex gap-1 border-b border-border', className)} {...rest} />
}

export function Tab({ className, ...rest }: WithClass<ComponentProps<typeof Base.Tab>>) {
  return (
    <Base.Tab
      className={cn(
        '-mb-px inline-flex h-8 cursor-pointer items-center border-b-2 border-transparent px-2 text-sm text-text-muted touch-target',
        'hover:text-text data-[active]:border-accent data-[active]:font-medium data-[active]:text-text',
        className,
      )}
      {...rest}
    />
  )
}

export function TabPanel({ className, ...rest }: WithClass<ComponentProps<typeof Base.Panel>>) {
  return <Base.Panel className={cn('pt-3', className)} {...rest} />
}
