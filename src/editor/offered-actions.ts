import type { EditorState } from '@tiptap/pm/state'
import type { ComponentType } from 'react'
import type { OpenPage } from './open-pages'

/** Something that the application around the editor offers for the selected blocks: comment, move to the stash. */
export interface OfferedAction {
  id: string
  label: string
  /** A lucide icon. */
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  keywords: readonly string[]
  /** As in `ui/shortcut.ts`; shown, and listened for by whoever offers it. */
  shortcut?: string
  enabled?(state: EditorState): boolean
  run(page: OpenPage): void
}

let offered: readonly OfferedAction[] = []

/** Puts these into the block menu until the returned function is called. */
export function offerBlockActions(actions: readonly OfferedAction[]): () => void {
  offered = [...offered, ...actions]
  return () => {
    offered = offered.filter((action) => !actions.includes(action))
  }
}

/** What is offered now. */
export const offeredActions = (): readonly OfferedAction[] => offered
