import type { EditorView } from '@tiptap/pm/view'
import type { BlockFrame } from '@/blocks/kit/block-program'
import { PLAYER_STANDS } from './player-stands'

export const playerIn = ({ dom }: BlockFrame): HTMLMediaElement | null => dom.querySelector('audio, video')

/** What was sought last in a block and has not been reached. */
const seeking = new WeakMap<Element, AbortController>()

/**
 * Goes to a moment. The player may not be there yet, or take the place of a simpler one just now, and knows no moment before it knows
 * how long it is: it is told again until it has got there.
 */
export const seek = ({ dom }: BlockFrame, seconds: number): void => seekIn(dom, seconds)

/** The same for the element of a block. */
export function seekIn(dom: Element, seconds: number): void {
  seeking.get(dom)?.abort()
  const reached = new AbortController()
  seeking.set(dom, reached)
  const go = () => {
    const player = dom.querySelector<HTMLMediaElement>('audio, video')
    if (player && player.readyState > 0) player.currentTime = seconds
  }
  const heard = { capture: true, signal: reached.signal }
  for (const type of ['loadedmetadata', PLAYER_STANDS]) dom.addEventListener(type, go, heard)
  dom.addEventListener('seeked', () => reached.abort(), heard)
  go()
}

/** Brings a recording of the page into sight, at a moment of it. False when there is no such block. */
export function showMoment(view: EditorView, blockId: string, seconds: number): boolean {
  const block = view.dom.querySelector(`[data-block-id="${CSS.escape(blockId)}"]`)
  if (!block) return false
  block.scrollIntoView({ block: 'center' })
  seekIn(block, seconds)
  return true
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
