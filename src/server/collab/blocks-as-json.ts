import type { Block } from '@/blocks/kit/block'
import { yieldToEventLoop } from './yield-to-event-loop'

/** Characters of JSON that are read in one turn of the event loop, in about three milliseconds. */
const A_TURN = 256 * 1024

/** Blocks as pieces of JSON, for {@link blocksOf}. A block is in one piece with all that it holds. */
export function jsonOf(blocks: readonly Block[]): string[] {
  const pieces: string[] = []
  let some: string[] = []
  let length = 0
  const end = () => {
    if (some.length > 0) pieces.push(`[${some.join()}]`)
    some = []
    length = 0
  }
  for (const block of blocks) {
    const json = JSON.stringify(block)
    if (length + json.length > A_TURN) end()
    some.push(json)
    length += json.length
  }
  end()
  return pieces
}

/** The blocks of such pieces, with turns for others in between. `charge` counts the time of each for somebody. */
export async function blocksOf(
  pieces: readonly string[],
  charge: (read: () => Block[]) => Block[],
): Promise<Block[]> {
  const read: Block[][] = []
  for (const piece of pieces) {
    await yieldToEventLoop()
    read.push(charge(() => JSON.parse(piece) as Block[]))
  }
  return read.flat()
}
