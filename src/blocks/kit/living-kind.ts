import type { Editor } from '@tiptap/core'
import type { Node as PMNode } from '@tiptap/pm/model'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import type { ComponentType } from 'react'
import type { BlockHost, RunBlock } from './block-program'

/** What a panel of a block is given: it shows itself in a `Floating` at the element of the block. */
export interface BlockPanelProps {
  editor: Editor
  host: BlockHost
  /** Position of the block or inline atom; it moves along when something changes in front of it. */
  pos: number
  /** Closes the panel; the focus goes back into the text. */
  onClose(): void
  /** Closes the panel; the caret goes behind an inline atom, a block stays selected. */
  onDone(): void
  /**
   * Closes the panel of something that was put in just now and of which nothing came: putting it in is taken back, so that
   * the page is as before, unless somebody else has made something of it meanwhile. `null`: it stood there already.
   */
  onTakeBack: (() => void) | null
  /**
   * Sets attributes of what stands there, if it still is of one of these kinds: a step of undo of its own, or one with putting it in,
   * if that was just now.
   */
  setAttributes(kinds: readonly string[], attributes: Readonly<Record<string, unknown>>): void
  /** Takes it off the page, if it is of this kind: a step of undo in the same way. */
  remove(kind: string): void
}

/**
 * How a kind is shown while it is edited, where its own HTML is not enough: a view that is made at once, or a program
 * whose code is loaded when the first block of the kind is shown, or is there from the start.
 */
export type BlockView =
  | { make(node: PMNode, view: EditorView, getPos: () => number | undefined): NodeView }
  | { load(): Promise<{ default: RunBlock }> }
  | { run: RunBlock }

/** What a kind of block or inline atom has in the browser alone. Its definition is also the server's. */
export interface LivingKind {
  /** The kinds whose `view` and `panels` these are. */
  kinds: readonly string[]
  view?: BlockView
  /** By the names that `frame.openPanel` takes, unique over all kinds; each a `lazy` part. */
  panels?: Readonly<Record<string, ComponentType<BlockPanelProps>>>
}
