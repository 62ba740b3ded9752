import type { Node as PMNode } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'

/** Where the atoms that say just what this one says stand, by the id of the block whose text they are in. */
function equalAtoms(doc: PMNode, atom: PMNode): Map<unknown, number[]> {
  const found = new Map<unknown, number[]>()
  doc.descendants((block, pos) => {
    if (!block.isTextblock) return true
    block.forEach((child, offset) => {
      if (child.type !== atom.type || !child.hasMarkup(atom.type, atom.attrs, child.marks)) return
      const known = found.get(block.attrs.id)
      if (known) known.push(pos + 1 + offset)
      else found.set(block.attrs.id, [pos + 1 + offset])
    })
    return false
  })
  return found
}

/**
 * Where an inline atom stands that the transaction took away at `before` (`after`: the place that is left of it). Atoms
 * have no id, so it is known by what it says and by the block around it: at its place, when others changed what it says;
 * in its block, when that was moved; in another block that has one more of its kind than before, when its text was joined
 * or split. `null`: it is gone.
 */
export function atomPlace(before: number, after: number, tr: Transaction): number | null {
  const $before = tr.before.resolve(before)
  const atom = $before.nodeAfter
  if (!atom?.isInline) return null
  const isOtherwiseSame = tr.doc.content.size === tr.before.content.size
  const id: unknown = $before.parent.attrs.id
  const $after = tr.doc.resolve(after)
  if (isOtherwiseSame && $after.nodeAfter?.type === atom.type && $after.parent.attrs.id === id) return after
  const old = equalAtoms(tr.before, atom)
  const now = equalAtoms(tr.doc, atom)
  const rank = (old.get(id) ?? []).indexOf(before)
  const inItsBlock = now.get(id) ?? []
  const wasTakenOut = tr.mapping.mapResult($before.before(), 1).deleted
  if (wasTakenOut && inItsBlock.length === old.get(id)?.length) return inItsBlock[rank] ?? null
  for (const [other, places] of now) {
    if (places.length > (old.get(other)?.length ?? 0))
      return places[Math.min(rank, places.length - 1)] ?? null
  }
  return wasTakenOut ? (inItsBlock[0] ?? null) : null
}
