import type { BlockFrame } from '@/blocks/kit/block-program'
import { PLAYER_STANDS } from './player-stands'

export const playerIn = ({ dom }: BlockFrame): HTMLMediaElement | null => dom.querySelector('audio, video')

/** What was sought last in a block and has not been reached. */
const seeking = new WeakMap<BlockFrame, AbortController>()

/**
 * Goes to a moment. The player may not be there yet, or take the place of a simpler one just now, and knows no moment before it knows
 * how long it is: it is told again until it has got there.
 */
export function seek(frame: BlockFrame, seconds: number): void {
  seeking.get(frame)?.abort()
  const reached = new AbortController()
  seeking.set(frame, reached)
  const go = () => {
    const player = playerIn(frame)
    if (player && player.readyState > 0) player.currentTime = seconds
  }
  const heard = { capture: true, signal: reached.signal }
  for (const type of ['loadedmetadata', PLAYER_STANDS]) frame.dom.addEventListener(type, go, heard)
  frame.dom.addEventListener('seeked', () => reached.abort(), heard)
  go()
}

/** "00:07", "12:05", "1:00:09" */
export const clock = (seconds: number): string => {
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const hours = seconds >= 3_600 ? `${Math.floor(seconds / 3_600)}:` : ''
  return `${hours}${part((seconds / 60) % 60)}:${part(seconds % 60)}`
}

/** The player that was started last. */
let playing: HTMLMediaElement | null = null

/** One player at a time is heard: what plays pauses when another one starts. */
export function startsAlone(player: HTMLMediaElement): void {
  if (playing && playing !== player) playing.pause()
  playing = player
}
