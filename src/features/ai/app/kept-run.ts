import type { Node as PMNode } from '@tiptap/pm/model'
import { ownerOfTab } from '@/app/rpc'
import type { AiPlace } from './ai-place'
import type { Run } from './use-answer'

/** A place in a page that a reload does not move. */
interface Spot {
  block: string
  offset: number | 'before' | 'after'
}

/** An answer that was asked for in this tab and about which nothing is decided, and the text that it is about. */
export interface KeptRun extends Run {
  documentId: string
  place: { from: Spot; to: Spot } | null
}

const KEY = 'sheaf:ai-answer'

/** Answers that a menu has shown since this tab was loaded: they are not opened a second time. */
const shown = new Set<string>()

/** Keeps what is asked over a reload of this tab; null: nobody comes back to it. */
export function keepRun(run: KeptRun | null): void {
  if (run) shown.add(run.id)
  try {
    if (run) sessionStorage.setItem(KEY, JSON.stringify({ ...run, owner: ownerOfTab() }))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Forbidden, or too large: then a reload forgets it.
  }
}

/** What was asked on a page in this tab before it was loaded again. */
export function keptRun(documentId: string): KeptRun | null {
  try {
    // Written by `keepRun`.
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (KeptRun & { owner?: string }) | null
    if (!kept) return null
    const { owner, ...run } = kept
    // Somebody else may have signed in in this tab since.
    return owner === ownerOfTab() && run.documentId === documentId && !shown.has(run.id) ? run : null
  } catch {
    return null
  }
}

export function spotsOf(doc: PMNode, { from, to }: AiPlace): KeptRun['place'] {
  const [start, end] = [spotAt(doc, from), spotAt(doc, to)]
  return start && end && { from: start, to: end }
}

export function placeIn(doc: PMNode, spots: KeptRun['place']): AiPlace | null {
  const from = spots && positionOf(doc, spots.from)
  const to = spots && positionOf(doc, spots.to)
  return from === null || to === null ? null : { from, to: Math.max(from, to) }
}

const idOf = (node: PMNode | null): string | null =>
  typeof node?.attrs.id === 'string' && node.attrs.id !== '' ? node.attrs.id : null

function spotAt(doc: PMNode, at: number): Spot | null {
  const $at = doc.resolve(at)
  const inside = $at.parent.isTextblock ? idOf($at.parent) : null
  if (inside !== null) return { block: inside, offset: $at.parentOffset }
  const [after, before] = [idOf($at.nodeAfter), idOf($at.nodeBefore)]
  if (after !== null) return { block: after, offset: 'before' }
  return before === null ? null : { block: before, offset: 'after' }
}

function positionOf(doc: PMNode, { block, offset }: Spot): number | null {
  let found: number | null = null
  doc.descendants((node, at) => {
    if (found !== null) return false
    if (node.attrs.id !== block) return !node.isTextblock
    found =
      offset === 'before'
        ? at
        : offset === 'after'
          ? at + node.nodeSize
          : at + 1 + Math.min(offset, node.content.size)
    return false
  })
  return found
}

let coming: KeptRun | null = null

/** The menu that opens next goes on with this one. */
export const goOnWith = (run: KeptRun): void => {
  coming = run
}

/** What the menu that has just opened goes on with. */
export function takeComing(): KeptRun | null {
  const run = coming
  coming = null
  return run
}
