/** How many slips are forgiven: one, in a long word two. */
export const slipsAllowed = (term: string): number => (term.length >= 8 ? 2 : 1)

/** How many letters are wrong, missing, too many or exchanged with their neighbour. */
export function slipsBetween(one: string, other: string): number {
  const a = [...one]
  const b = [...other]
  let before: number[] = []
  let row = b.map((_, at) => at).concat(b.length)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
