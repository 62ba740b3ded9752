import type { Json } from '@/blocks/kit/block'
import type { Piece } from '../format/layout'

/** A part of a block's new text: characters that are on the page already, or new ones. */
export type TextPart = { keep: string; from: number; to: number } | Piece

export interface ListEdit {
  parent: string
  /** The siblings from `previous` to `next` (null: the ends of the list), as they shall stand. */
  ids: readonly string[]
  previous: string | null
  next: string | null
  /** The blocks that were taken from one place to another, if that is known; else the fewest are moved. */
  moved?: ReadonlySet<string>
}

/** A change of the page in words of what shall be there. Positions in texts are those before the change. */
export interface PageEdit {
  /** Blocks that leave the page. Characters of theirs that a text keeps live on there. */
  gone: ReadonlySet<string>
  /** Kind and attributes to write (null: to remove); blocks that are not on the page yet need a kind. */
  set: ReadonlyMap<string, { kind?: string; attributes: Record<string, Json | null> }>
  /** The new texts. Every character is kept at most once; those of a named block that nobody keeps are deleted. */
  texts: ReadonlyMap<string, readonly TextPart[]>
  formats: readonly { block: string; from: number; to: number; patch: Record<string, Json | null> }[]
  lists: readonly ListEdit[]
}

export const NO_EDIT: PageEdit = {
  gone: new Set(),
  set: new Map(),
  texts: new Map(),
  formats: [],
  lists: [],
}
