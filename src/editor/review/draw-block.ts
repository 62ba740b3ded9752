import type { Node } from '@tiptap/pm/model'
import { Decoration } from '@tiptap/pm/view'
import type * as Y from 'yjs'
import { colorOf, type PageIndex } from '@/document'
import { authorOf, type Beside, type Sid, type Suggestions } from '@/document/review'
import { t } from '@/shared/i18n'

/** What is suggested of a piece of text. */
interface Marked {
  from: number
  to: number
  inserted: Sid | null
  deleted: Sid | null
  formatted: Sid | null
}

/** What is suggested of a block as a whole. */
type OfBlock = 'new' | 'deleted' | 'moved' | 'changed'

/**
 * The decorations of one block: its words in `<ins>` and `<del>`, each in an element of the role `suggestion`, a bar beside it
 * where the block itself is to change, and a ¶ where it is to begin or to join the one before. The block stands at `start`.
 */
export function drawBlock(
  index: PageIndex,
  suggestions: Suggestions,
  id: string,
  node: Node,
  start: number,
  active: Sid | null,
): Decoration[] {
  const drawn: Decoration[] = []
  const spec = { block: id }
  if (node.inlineContent) {
    for (const { from, to, ...what } of markedIn(index, suggestions, id)) {
      const [first, last] = [start + 1 + from, start + 1 + Math.min(to, node.content.size)]
      if (first >= last) continue
      const sid = what.deleted ?? what.inserted ?? what.formatted
      if (!sid) continue
      const style = `--review-author: ${colorOf(authorOf(sid))}`
      const activeClass = sid === active ? ' is-active' : ''
      if (what.inserted)
        drawn.push(
          Decoration.inline(
            first,
            last,
            { nodeName: 'ins', role: 'insertion', class: 'review-insert', 'data-review': '' },
            spec,
          ),
        )
      if (what.deleted)
        drawn.push(
          Decoration.inline(
            first,
            last,
            { nodeName: 'del', role: 'deletion', class: 'review-delete', 'data-review': '' },
            { ...spec, isDeleted: true },
          ),
        )
      const only = !what.inserted && !what.deleted
      drawn.push(
        Decoration.inline(
          first,
          last,
          {
            nodeName: 'span',
            // A suggestion is one of words that come or go; what has neither is not named by that role (ARIA 1.3).
            role: only ? 'group' : 'suggestion',
            class: `review-words${only ? ' review-format' : ''}${activeClass}`,
            'data-suggestion': sid,
            style,
            ...(only ? { 'aria-label': t('Suggested format') } : {}),
          },
          spec,
        ),
      )
    }
  }
  const said = ofBlock(index, suggestions, id)
  if (said) {
    const { sid, what } = said
    const isGone = what === 'deleted' && suggestions.entry(id)?.get('deleted')?.at(-1)?.to === true
    drawn.push(
      Decoration.node(
        start,
        start + node.nodeSize,
        {
          class: `review-block is-${what}${sid === active ? ' is-active' : ''}`,
          'data-suggested-block': sid,
          style: `--review-author: ${colorOf(authorOf(sid))}`,
        },
        // A row or a cell that is taken out of a table leaves no table.
        isGone && !/^table(?:Row|Cell)$/.test(node.type.name)
          ? { ...spec, isDeleted: true, isBlock: true }
          : spec,
      ),
    )
  }
  return drawn
}

/** By whose suggestion a block stands elsewhere than on the page as it is stored; `null`: by nobody's. */
export function movedBy(index: PageIndex, suggestions: Suggestions, id: string): Sid | null {
  const sid = suggestions.entry(id)?.get('at')?.at(-1)?.sid
  return sid && index.tree.isStored(id) ? sid : null
}

/** The line where a block was that is suggested to stand elsewhere: on the block beside it, which stands at `start`. */
export const drawOrigin = (
  { side }: Beside,
  { id, sid, node, start, isActive }: { id: string; sid: Sid; node: Node; start: number; isActive: boolean },
): Decoration =>
  Decoration.node(
    start,
    start + node.nodeSize,
    {
      class: `review-origin is-${side}${isActive ? ' is-active' : ''}`,
      'data-moved-from': sid,
      style: `--review-origin: ${colorOf(authorOf(sid))}`,
    },
    { origin: id },
  )

function* markedIn(index: PageIndex, suggestions: Suggestions, id: string): Generator<Marked> {
  const { inserted, deleted, formatted } = suggestions
  let at = 0
  let open: Marked | null = null
  for (const segment of index.segments(id)) {
    for (const { client, clock } of index.texts.characters(segment)) {
      const sidIn = (ranges: { overlapping(client: number, from: number, to: number): { sid: Sid }[] }) =>
        ranges.overlapping(client, clock, clock + 1)[0]?.sid ?? null
      const now: Marked = {
        from: at,
        to: at + 1,
        inserted: sidIn(inserted),
        deleted: sidIn(deleted),
        formatted: sidIn(formatted),
      }
      if (
        open &&
        open.inserted === now.inserted &&
        open.deleted === now.deleted &&
        open.formatted === now.formatted
      )
        open.to = now.to
      else {
        if (open) yield open
        open = now
      }
      at++
    }
  }
  if (open) yield open
}

/** What a suggestion says of the block itself. */
function ofBlock(index: PageIndex, suggestions: Suggestions, id: string): { sid: Sid; what: OfBlock } | null {
  const bead = index.segments(id).find(({ item }) => item !== null)?.item as Y.Item | undefined
  const inserted =
    bead && suggestions.inserted.overlapping(bead.id.client, bead.id.clock, bead.id.clock + 1)[0]
  if (inserted) return { sid: inserted.sid, what: 'new' }
  const fields = suggestions.entry(id)
  if (!fields) return null
  const sidOf = (...names: string[]): Sid | null => {
    for (const name of names) {
      const sid = fields.get(name)?.at(-1)?.sid
      if (sid) return sid
    }
    return null
  }
  const gone = sidOf('deleted', 'into')
  if (gone) return { sid: gone, what: 'deleted' }
  const names = [...fields.keys()]
  const changed = sidOf(...names.filter((name) => name !== 'at'))
  if (changed) return { sid: changed, what: index.tree.isStored(id) ? 'changed' : 'new' }
  const moved = sidOf('at')
  return moved ? { sid: moved, what: 'moved' } : null
}
