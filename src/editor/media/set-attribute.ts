import type { BlockFrame } from '@/blocks/kit/block-program'
import { ownUndoStep } from '@/document'

/** Sets one attribute of a block, as a step of undo of its own; nothing when it says so already. */
export function setAttribute(frame: BlockFrame, name: string, value: unknown): void {
  const pos = frame.pos()
  const { view } = frame
  if (pos === undefined || view.isDestroyed || !view.editable || frame.node().attrs[name] === value) return
  view.dispatch(ownUndoStep(view.state.tr).setNodeAttribute(pos, name, value))
}
