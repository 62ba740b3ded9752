/**
 * The blocks JSON: what `contentRich` holds, what import makes and export reads (rulings 3). Independent of the
 * editor's own tree, so that it outlives both the editor and the way a page is stored.
 */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A mark on a segment of text, such as `{ kind: 'bold' }` or `{ kind: 'link', attributes: { url } }`. */
export interface BlockMark {
  kind: string
  attributes?: Record<string, Json>
}

/** A segment of equally marked text. Line breaks inside a block are `\n`. */
export interface InlineText {
  text: string
  marks?: BlockMark[]
}

/** An inline atom (mention, date, inline equation, icon). */
export interface InlineAtom {
  kind: string
  attributes?: Record<string, Json>
  marks?: BlockMark[]
}

export type Inline = InlineText | InlineAtom

/**
 * One block. `text` is there for kinds that hold text, `children` for kinds that hold blocks; attributes that have
 * their default value are left out.
 */
export interface Block {
  id: string
  kind: string
  attributes?: Record<string, Json>
  text?: Inline[]
  children?: Block[]
}

/** Is this inline piece text (and not an atom)? */
export const isInlineText = (inline: Inline): inline is InlineText => 'text' in inline
