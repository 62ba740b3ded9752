import type { Node, ResolvedPos } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { changedPart } from '../format/page-doc'
import {
  type Anchor,
  type AnchoredSelection,
  anchored,
  anchorIn,
  anchorsIn,
  characterAt,
} from '../page-index/anchors'
import type { PageIndex } from '../page-index/page-index'
import { NO_EDIT, type PageEdit, type TextPart } from '../write/write-page'
import { piecesOf, spelling } from './nodes'

/**
 * The block in which something is being composed (an input method, most keyboards of phones) while others write in it.
 * A browser gives up composing when the text around it changes under its hands, and what it had so far is then there
 * twice. So the editor goes on showing the block as it was, and this remembers which character of the page each
 * character shown is: what is composed is written where it belongs, whatever others did to the block meanwhile.
 */
export class ComposedBlock {
  private readonly start: Anchor
  /** Of each character that the editor shows. */
  private readonly characters: Anchor[]

  /** `index` must read as the editor shows the block. */
  constructor(
    index: PageIndex,
    readonly id: string,
  ) {
    this.start = anchorIn(index, id, 0)
    this.characters = anchorsIn(index, id)
  }

  /** The anchor of a place in the block as it is shown. */
  anchorAt(offset: number): Anchor {
    return this.characters[offset - 1] ?? this.start
  }

  /** The page's edit for what was done in the block between two states of the editor. */
  edit(index: PageIndex, before: Node, after: Node): PageEdit {
    const { head, tail } = differing(before, after)
    const parts = new Map<string, { removed: Set<number>; at: number; inserted: readonly TextPart[] }>()
    const of = (block: string) => {
      const known = parts.get(block) ?? { removed: new Set<number>(), at: 0, inserted: [] }
      parts.set(block, known)
      return known
    }
    for (const character of this.characters.slice(head, before.content.size - tail)) {
      const place = characterAt(index, character)
      if (place) of(place.block).removed.add(place.offset)
    }
    const inserted = piecesOf(after, head, after.content.size - tail)
    if (inserted.length > 0) {
      const place = anchored(index, this.anchorAt(head))
      const known = of(place?.block ?? this.id)
      known.at = place?.offset ?? 0
      known.inserted = inserted
    }
    const texts = new Map<string, TextPart[]>()
    for (const [block, { removed, at, inserted: pieces }] of parts) {
      const length = index.tree.textLength(block)
      const text: TextPart[] = []
      let from = 0
      const keep = (to: number) => {
        if (to > from) text.push({ keep: block, from, to })
      }
      for (let offset = 0; offset <= length; offset++) {
        if (offset === at && pieces.length > 0) {
          keep(offset)
          text.push(...pieces)
          from = offset
        }
        if (removed.has(offset)) {
          keep(offset)
          from = offset + 1
        }
      }
      keep(length)
      texts.set(block, text)
    }
    return { ...NO_EDIT, texts }
  }

  /** Takes note of what `edit` has written; `index` is the page since. */
  written(index: PageIndex, before: Node, after: Node): void {
    const { head, tail } = differing(before, after)
    const count = after.content.size - tail - head
    const place = anchored(index, this.anchorAt(head))
    const fresh = Array.from({ length: count }, (_, i) =>
      anchorIn(index, place?.block ?? this.id, (place?.offset ?? 0) + i + 1),
    )
    this.characters.splice(head, before.content.size - tail - head, ...fresh)
  }
}

/** How many characters are equal at the start and at the end, never half of one. */
function differing(before: Node, after: Node): { head: number; tail: number } {
  const old = spelling(before)
  const change = changedPart(old, spelling(after))
  if (!change) return { head: old.length, tail: 0 }
  return { head: change.at, tail: old.length - change.at - change.removed }
}

/** The block with this id in two documents that differ in its content and nothing else; null when they differ in more. */
export function changedBlock(before: Node, after: Node, id: string): { before: Node; after: Node } | null {
  if (before.childCount !== after.childCount) return null
  let found: { before: Node; after: Node } | null = null
  for (let i = 0; i < before.childCount; i++) {
    const [was, is] = [before.child(i), after.child(i)]
    if (was === is) continue
    if (found || !was.sameMarkup(is)) return null
    found = was.attrs.id === id && is.isTextblock ? { before: was, after: is } : changedBlock(was, is, id)
    if (!found) return null
  }
  return found
}

/** Would this change take the block around `$head`, or one around that, out of the browser's hands? */
export function touches(tr: Transaction, $head: ResolvedPos): boolean {
  for (let depth = $head.depth; depth > 0; depth--) {
    const node = $head.node(depth)
    const place = tr.mapping.mapResult($head.before(depth), 1)
    const now = tr.doc.nodeAt(place.pos)
    if (!now || (depth === $head.depth ? now !== node : !now.sameMarkup(node))) return true
  }
  return false
}

export function composedSelection(
  composed: ComposedBlock,
  { selection }: EditorState,
): AnchoredSelection | null {
  const { $anchor, $head } = selection
  if ($anchor.parent.attrs.id !== composed.id || !$head.sameParent($anchor)) return null
  return {
    anchor: composed.anchorAt($anchor.parentOffset),
    head: composed.anchorAt($head.parentOffset),
    isNode: false,
  }
}
