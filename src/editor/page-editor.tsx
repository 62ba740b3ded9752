import type { Editor } from '@tiptap/core'
import { lazy } from '@/ui/lazy'
import { Skeleton } from '@/ui/skeleton'
import type { EditorHost, EditorSource } from './source'

export type { EditorHost, EditorSource } from './source'

export interface PageEditorProps {
  /** Where the content lives. The editor is made for the source it is mounted with and again for another `doc`. */
  source: EditorSource
  readOnly?: boolean
  /** What it is called; "Page body" when left out. */
  label?: string
  host?: EditorHost
  /** Takes the focus when it appears. */
  autoFocus?: boolean
  /** Called once the editor stands, with the Tiptap editor. */
  onReady?(editor: Editor): void
}

function BodySkeleton() {
  return (
    <div className="flex flex-col gap-3 py-2" aria-busy="true">
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  )
}

/**
 * The body of a page, editable: `textbox` "Page body" with its menus (rulings 8). The editor itself is loaded when
 * it is first shown.
 */
export const PageEditor = lazy<PageEditorProps>(() => import('./editor-surface'), <BodySkeleton />)
