import type { Node } from '@tiptap/pm/model'
import type { StepMap } from '@tiptap/pm/transform'
import { sharedEnds } from '@/shared/shared-ends'
import { SPAN } from '../format/grid'
import { ROOT } from '../format/layout'
import type { PageIndex } from '../page-index/page-index'
import type { PageEdit } from '../write/write-page'
import type { TopPlace } from './doc-edit'
import { isCell, isTable } from './table-nodes'
import { survivors, textChanges } from './text-changes'

/**
 * The edit when it is what a key usually is: in the one block at `place` at the top of both documents, the text of one
 * block in it (or its own). Null when more was done, or anything else is to be written with it. Looks at the nodes on the way
 * to that block only, where a table would have all its cells gone through.
 */
export function textEdit(
  index: PageIndex,
  before: Node,
  after: Node,
  place: TopPlace,
  maps: readonly StepMap[] | null,
): PageEdit | null {
  let [old, now] = [before.child(place.block), after.child(place.block)]
  let { pos } = place
  let parent = ROOT
  while (old.type === now.type && old.attrs === now.attrs && !old.inlineContent) {
    if (isTable(now) && isOwedMore(index, now)) return null
    const changed = onlyChanged(old, now)
    if (changed === null) return null
    pos++
    for (let i = 0; i < changed; i++) pos += old.child(i).nodeSize
    parent = String(now.attrs.id)
    old = old.child(changed)
    now = now.child(changed)
  }
  const id: unknown = now.attrs.id
  if (old.type !== now.type || old.attrs !== now.attrs) return null
  if (typeof id !== 'string' || !index.tree.isShown(id)) return null
  const standing = (node: Node) => new Map([[id, { node, start: pos + 1, parent }]])
  const kept = maps ? survivors(maps, pos, pos + old.nodeSize) : []
  const texts = textChanges(index, standing(old), standing(now), new Set(), kept)
  return { gone: new Set(), set: new Map(), ...texts, lists: [] }
}

/** The only child that is another node than before; null when there are more, fewer, or none. */
function onlyChanged(old: Node, now: Node): number | null {
  if (old.childCount !== now.childCount) return null
  const { head, tail } = sharedEnds(old.content.content, now.content.content)
  return head + 1 + tail === now.childCount ? head : null
}

/** The rows and columns that owed nothing, with the state of the page's places in which that was found. */
const settled = new WeakMap<Node, { index: PageIndex; structure: number }>()

/** What is written of a table as soon as it is worked in, whatever is done in it: see `docEdit`. */
function isOwedMore(index: PageIndex, table: Node): boolean {
  const { structure, tree } = index
  const owes = (part: Node): boolean => {
    const { id } = part.attrs
    if (isCell(part)) return tree.entry(id)?.attributes[SPAN] !== undefined
    return (tree.isShown(id) && tree.isDeleted(id)) || part.content.content.some(owes)
  }
  return table.content.content.some((part) => {
    const known = settled.get(part)
    if (known?.index === index && known.structure === structure) return false
    if (owes(part)) return true
    settled.set(part, { index, structure })
    return false
  })
}
