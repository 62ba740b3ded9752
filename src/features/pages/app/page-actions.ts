import type { ComponentType } from 'react'

/** An entry that another feature adds to a page's menu, such as "Export" (given by the composition). */
export interface PageAction {
  id: string
  label: string
  icon?: ComponentType<{ className?: string }>
  run(): void
}

/** What other features offer for a page. */
export type PageActionsOf = (page: { id: string; title: string }) => readonly PageAction[]

/** The full address of a page, for the clipboard. */
export const pageLink = (id: string): string => `${window.location.origin}/${id}`
