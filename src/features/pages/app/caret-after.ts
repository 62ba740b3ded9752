import { sharedEnds } from '@/shared/shared-ends'

/**
 * Where a caret stands after a text was changed by somebody else: it stays beside the character it stood behind, and
 * moves to the edge of what was replaced around it. One part is assumed to have changed.
 */
export function caretAfter(before: string, after: string, caret: number): number {
  const { head, tail } = sharedEnds(before, after)
  if (caret <= head) return caret
  if (caret >= before.length - tail) return caret + after.length - before.length
  return Math.min(caret, after.length - tail)
}
