import type { ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, TextSelection } from '@tiptap/pm/state'
import { type Anchor, type AnchoredSelection, anchorIn } from '../page-index/anchors'
import type { PageIndex } from '../page-index/page-index'
import type { PageEdit, TextPart } from '../write/page-edit'

interface Place {
  block: string
  offset: number
}

type Find = () => Anchor | null

/**
 * Finds what is selected behind an edit that becomes a suggestion, whose deleted words come back into sight. Call it before the
 * edit is written, and what it gives afterwards. The caret stands where it stands without those words: before them after Backspace,
 * behind them after Delete, behind what was typed in their place. `isNew` knows the characters that the edit has put in.
 */
export function selectionAfter(
  index: PageIndex,
  edit: PageEdit,
  states: { before: EditorState | null; after: EditorState },
  isNew: (id: { client: number; clock: number }) => boolean,
): (() => AnchoredSelection | null) | null {
  const { selection } = states.after
  if (!(selection instanceof TextSelection)) return null
  const head = placeOf(selection.$head)
  const anchor = placeOf(selection.$anchor)
  if (!head || !anchor) return null
  const was = states.before?.selection
  const from = was instanceof TextSelection && was.empty && selection.empty ? placeOf(was.$head) : null
  const findHead = finder(index, edit, head, from, isNew)
  const findAnchor = selection.empty ? findHead : finder(index, edit, anchor, null, isNew)
  return () => {
    const [found, start] = [findHead(), findAnchor()]
    return found && start ? { anchor: start, head: found, isNode: false } : null
  }
}

function placeOf({ parent, parentOffset }: ResolvedPos): Place | null {
  const id: unknown = parent.attrs.id
  return parent.inlineContent && typeof id === 'string' ? { block: id, offset: parentOffset } : null
}

const lengthOf = (part: TextPart): number =>
  'keep' in part ? part.to - part.from : typeof part.insert === 'string' ? part.insert.length : 1

function finder(
  index: PageIndex,
  edit: PageEdit,
  { block, offset }: Place,
  was: Place | null,
  isNew: (id: { client: number; clock: number }) => boolean,
): Find {
  const later: Find = () => (index.tree.isShown(block) ? anchorIn(index, block, offset) : null)
  const parts = edit.texts.get(block)
  if (!parts) {
    if (!index.tree.isShown(block)) return later
    const anchor = anchorIn(index, block, offset)
    return () => anchor
  }
  if (was && was.block === block && was.offset === offset) {
    const anchor = behindDeleted(index, parts, was)
    if (anchor) return () => anchor
  }
  if (offset === 0) return later
  let at = 0
  let typed = 0
  for (const part of parts) {
    const length = lengthOf(part)
    if (at + length < offset) {
      at += length
      if (!('keep' in part)) typed += length
      continue
    }
    if ('keep' in part) {
      const anchor = anchorIn(index, part.keep, part.from + offset - at)
      return () => anchor
    }
    const last = typed + offset - at
    return () => {
      const item = charactersOf(index, block).filter(isNew)[last - 1]
      return item ? { item } : null
    }
  }
  return later
}

/** Where the caret goes that stood before what Delete has taken away; null when it has taken nothing. */
function behindDeleted(
  index: PageIndex,
  parts: readonly TextPart[],
  { block, offset }: Place,
): Anchor | null {
  let at = 0
  for (const part of parts) {
    if (at >= offset && !('keep' in part)) return null
    if (at >= offset && 'keep' in part) {
      if (part.keep !== block) return anchorIn(index, part.keep, part.from)
      return part.from > offset ? anchorIn(index, block, part.from) : null
    }
    at += lengthOf(part)
    if (at > offset) return null
  }
  const length = index.tree.isShown(block) ? index.tree.textLength(block) : 0
  return length > offset ? anchorIn(index, block, length) : null
}

const charactersOf = (index: PageIndex, block: string) =>
  index.segments(block).flatMap((segment) => index.texts.characters(segment))
