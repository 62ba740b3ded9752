/**
 * Where a caret stands after a text was changed by somebody else: it stays beside the character it stood behind, and
 * moves to the edge of what was replaced around it. One stretch is assumed to have changed.
 */
export function caretAfter(before: string, after: string, caret: number): number {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  if (caret <= head) return caret
  let tail = 0
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail += 1
  if (caret >= before.length - tail) return caret + after.length - before.length
  return Math.min(caret, after.length - tail)
}
