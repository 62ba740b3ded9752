import type { ComponentType } from 'react'
import { later } from '@/ui/later'
import { Skeleton } from '@/ui/skeleton'

export interface DemoProps {
  /** Names the browser's own copy of what is done here (`playground.ts`); forgotten by Reset. */
  storageKey: string
}

const pending = <Skeleton className="h-40 w-full" />

/** What a template shows besides its text (product.md 2.25, 3.1), each loaded with its page. */
export const demos: Readonly<Record<string, ComponentType<DemoProps>>> = {
  'single-block': later<DemoProps>(() => import('./single-block-demo'), pending),
  'select-editor': later<DemoProps>(() => import('./select-editor-demo'), pending),
  form: later<DemoProps>(() => import('./form-demo'), pending),
  'preview-markdown': later<DemoProps>(() => import('./preview-markdown-demo'), pending),
  editor: later<DemoProps>(() => import('./value-control-demo'), pending),
}
