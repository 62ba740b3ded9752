import type { Node } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { type Mapping, ReplaceStep, type Step, type StepMap } from '@tiptap/pm/transform'

/** A step, and the document that it was made on. */
export interface StepOn {
  step: Step
  before: Node
}

/** The steps of a transaction. */
export const stepsOf = (tr: Transaction): StepOn[] =>
  tr.steps.map((step, i) => ({ step, before: tr.docs[i] as Node }))

/** One step that turns one document into the other, for changes of which nothing else is known. */
export function stepBetween(before: Node, after: Node): StepOn[] {
  const start = before.content.findDiffStart(after.content)
  const end = before.content.findDiffEnd(after.content)
  if (start === null || !end) return []
  // Where what was put in repeats what stands beside it, both ends can run over each other.
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  return [{ step: new ReplaceStep(start, end.a + overlap, after.slice(start, end.b + overlap)), before }]
}

/**
 * Does `local` anew on top of what `show` brings: takes it back, lets `show` change the document that was there before,
 * and does what of it still applies again. What others wrote inside a range that `local` deletes goes with it. What was written in a block that
 * now stands elsewhere is written there. `shown` is the document in between; `maps` lead from it to the new one.
 */
export function rebase(
  state: EditorState,
  local: readonly StepOn[],
  show: (tr: Transaction) => void,
): { tr: Transaction; shown: Node; maps: readonly StepMap[] } {
  const { tr } = state
  for (const { step, before } of [...local].reverse()) tr.step(step.invert(before))
  show(tr)
  const shown = tr.doc
  const first = tr.steps.length
  let mirror = local.length
  for (const { step, before } of local) {
    const mapped = step.map(tr.mapping.slice(mirror))
    mirror--
    const moved = whereItsBlockIs(step, before, mapped, tr.doc)
    if (moved) tr.maybeStep(moved)
    else if (mapped && !tr.maybeStep(mapped).failed)
      mirrored(tr.mapping).setMirror(mirror, tr.steps.length - 1)
  }
  return { tr, shown, maps: tr.mapping.maps.slice(first) }
}

/** What prosemirror-collab uses as well: left out of the types only. */
const mirrored = (mapping: Mapping) => mapping as Mapping & { setMirror(n: number, m: number): void }

/** The step in the block that it was made in, where that stands somewhere else than positions lead to; `null`: they lead there, or it is gone. */
function whereItsBlockIs(step: Step, before: Node, mapped: Step | null, doc: Node): Step | null {
  if (!(step instanceof ReplaceStep)) return null
  const $from = before.resolve(step.from)
  const { parent } = $from
  const id: unknown = parent.attrs.id
  if (!parent.isTextblock || typeof id !== 'string' || step.to > $from.end()) return null
  if (mapped instanceof ReplaceStep && doc.resolve(mapped.from).parent.attrs.id === id) return null
  const found = blockIn(doc, id)
  if (!found?.node.isTextblock) return null
  const at = (offset: number) => found.start + offsetIn(parent, found.node, offset)
  return new ReplaceStep(at($from.parentOffset), at(step.to - $from.start()), step.slice)
}

function blockIn(doc: Node, id: string): { node: Node; start: number } | null {
  let found: { node: Node; start: number } | null = null
  doc.descendants((node, pos) => {
    if (found) return false
    if (node.attrs.id === id) found = { node, start: pos + 1 }
    return !node.isTextblock
  })
  return found
}

/** Where in a block, as it reads now, an offset of it as it was before stands. */
function offsetIn(before: Node, now: Node, offset: number): number {
  const start = before.content.findDiffStart(now.content)
  const end = before.content.findDiffEnd(now.content)
  if (start === null || !end || offset <= start) return offset
  return offset < end.a ? Math.max(start, end.b) : offset + now.content.size - before.content.size
}
