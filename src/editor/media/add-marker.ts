import type { BlockFrame } from '@/blocks/kit/block-program'
import { markersOf, withMarker } from '@/blocks/media/markers'
import { newId } from '@/shared/ids'
import { playerIn } from './player-time'
import { setAttribute } from './set-attribute'

/** The marker that was added last in a block and waits for its note. */
const fresh = new WeakMap<BlockFrame, string>()

/** Adds a marker where the player is; its note is asked for next. */
export function addMarker(frame: BlockFrame): void {
  const id = newId()
  const timestamp = Math.round((playerIn(frame)?.currentTime ?? 0) * 10) / 10
  fresh.set(frame, id)
  const marker = { id, createdAt: new Date().toISOString(), timestamp }
  setAttribute(frame, 'markers', withMarker(markersOf(frame.node().attrs.markers), marker))
}

/** Is this the marker whose note is asked for? Answers once. */
export function takeFresh(frame: BlockFrame, id: string): boolean {
  if (fresh.get(frame) !== id) return false
  fresh.delete(frame)
  return true
}

export const hasFresh = (frame: BlockFrame): boolean => fresh.has(frame)
