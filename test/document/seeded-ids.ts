import { randomOf } from './random-of'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-'
let random = randomOf(1)

/** Stands for `nanoid` in stories that a seed tells: the ids that a page makes decide ties, so they come from it too. */
export const seededId = (length = 21): string =>
  Array.from({ length }, () => LETTERS.charAt(random(LETTERS.length))).join('')

/** Draws the ids from this seed from now on. */
export function seededIds(seed: number): void {
  random = randomOf(seed + 1_000_003)
}

/** What stories of these seeds have to complain about; ends when `most` have failed. */
export function failuresOf(seeds: Iterable<number>, tell: (seed: number) => void, most = 5): string[] {
  const failed: string[] = []
  for (const seed of seeds) {
    seededIds(seed)
    try {
      tell(seed)
    } catch (error) {
      failed.push(error instanceof Error ? error.message : String(error))
    }
    if (failed.length === most) break
  }
  return failed
}
