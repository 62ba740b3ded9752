/** What is covered by more than one of these, which are in the order of their beginnings. */
export function overlaps(places: readonly { from: number; to: number }[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  let reached = Number.NEGATIVE_INFINITY
  for (const { from, to } of places) {
    const end = Math.min(to, reached)
    const last = found.at(-1)
    if (from < end) {
      if (last && from <= last.to) last.to = Math.max(last.to, end)
      else found.push({ from, to: end })
    }
    reached = Math.max(reached, to)
  }
  return found
}
