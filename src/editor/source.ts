import type { Awareness } from 'y-protocols/awareness'
import type { Doc } from 'yjs'
import type { Block } from '@/blocks'
import type { BlockHost } from '@/blocks/kit/block-program'
import type { Single } from './core/single-block'

/** Content that stays in this browser: a template's playground, a preview. */
export interface EditorSourceLocal {
  kind: 'local'
  /** What the editor starts with. A later value is not taken over: give the editor another React key. */
  blocks: readonly Block[]
  /** Told what the page holds now, `LOCAL_SAVE_DELAY` after the last change and when the editor goes away. */
  onChange?(blocks: Block[]): void
  /** Restricts the page to one block, or to one line (product.md 2.25). */
  single?: Single
}

/** A page that lives in its Yjs document and is edited by several people. */
export interface EditorSourceLive {
  kind: 'live'
  doc: Doc
  awareness: Awareness
  user: { id: string; name: string; color: string }
  /** Told when what the editor shows and the page come apart. */
  keeper?: ScreenKeeper
}

/** Sees to it that nobody is told "Saved" while the screen shows what the page does not hold, and keeps those words. */
export interface ScreenKeeper {
  /** This stood on the screen; the page is about to be opened again. */
  parted(screen: readonly Block[]): void
  /**
   * It was. `left`: blocks whose words are not in the page even so. `isStuck`: it broke again and again, and is not edited
   * any more until it is opened anew.
   */
  reopened(outcome: { left: readonly Block[]; isStuck: boolean }): void
}

export type EditorSource = EditorSourceLocal | EditorSourceLive

/** Milliseconds of quiet before a local change is reported (product.md 9.12). */
export const LOCAL_SAVE_DELAY = 500

/** What the editor asks of the application around it. */
export interface EditorHost extends BlockHost {
  /** Where the toolbar goes (`ToolbarPlace`); `null` until that stands. Left out: there is no toolbar. */
  toolbarPlace?: HTMLElement | null
  /** The caret goes up from the first line, to what stands above the text. Left out: it stays. */
  leaveUpwards?(): void
  /** `false`: the headings at the right edge are not wanted (product.md 2.31, 2.35). */
  showsOutline?: boolean
}
