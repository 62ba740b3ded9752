/** A small, seeded source of numbers. */
export function randomOf(seed: number): (below: number) => number {
  let state = (seed * 7919 + 1) % 2147483647
  return (below) => {
    state = (state * 48271) % 2147483647
    return state % below
  }
}
