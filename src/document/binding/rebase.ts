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
 * and does what of it still applies again. What others wrote inside a range that `local` deletes goes with it. `shown` is the document in between; `maps` lead from it to the new one.
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
  for (const { step } of local) {
    const mapped = step.map(tr.mapping.slice(mirror))
    mirror--
    if (mapped && !tr.maybeStep(mapped).failed) mirrored(tr.mapping).setMirror(mirror, tr.steps.length - 1)
  }
  return { tr, shown, maps: tr.mapping.maps.slice(first) }
}

/** What prosemirror-collab uses as well: left out of the types only. */
const mirrored = (mapping: Mapping) => mapping as Mapping & { setMirror(n: number, m: number): void }
