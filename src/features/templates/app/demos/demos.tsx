import type { ComponentType } from 'react'
import { lazy } from '@/ui/lazy'
import { Skeleton } from '@/ui/skeleton'

export interface DemoProps {
  /** Names the browser's own copy of what is done here (`playground.ts`); forgotten by Reset. */
  storageKey: string
}

const pending = <Skeleton className="h-40 w-full" />

export interface Demo {
  Show: ComponentType<DemoProps>
  /** Does it stand above the text of the page, or below? */
  at: 'top' | 'bottom'
}

/** What a template shows besides its text (product.md 2.25, 3.1), each loaded with its page. */
export const demos: Readonly<Record<string, Demo>> = {
  'single-block': { at: 'top', Show: lazy<DemoProps>(() => import('./single-block-demo'), pending) },
  'select-editor': { at: 'top', Show: lazy<DemoProps>(() => import('./select-editor-demo'), pending) },
  form: { at: 'top', Show: lazy<DemoProps>(() => import('./form-demo'), pending) },
  'preview-markdown': { at: 'top', Show: lazy<DemoProps>(() => import('./preview-markdown-demo'), pending) },
  collaboration: {
    at: 'top',
    Show: lazy<DemoProps>(() => import('./collaboration/collaboration-demo'), pending),
  },
  embeddings: { at: 'top', Show: lazy<DemoProps>(() => import('./embeddings/embeddings-demo'), pending) },
  search: { at: 'top', Show: lazy<DemoProps>(() => import('./search-demo'), pending) },
  'version-history': { at: 'top', Show: lazy<DemoProps>(() => import('./version-diff-demo'), pending) },
  'generate-suggestions': { at: 'top', Show: lazy<DemoProps>(() => import('./sample-review-demo'), pending) },
  editor: { at: 'bottom', Show: lazy<DemoProps>(() => import('./value-control-demo'), pending) },
}
