type IsSame<A, B> = (old: A, now: B) => boolean

/**
 * How many items two sequences have in common at their start (`head`) and, of what remains, at their end (`tail`).
 * Between them lies all that differs; `head + tail` never exceeds the length of the shorter one. Two items are the same
 * when `===` says so, or else `isSame`. Strings are compared by UTF-16 units, so an end may lie in a surrogate pair.
 */
export function sharedEnds<A, B = A>(
  old: ArrayLike<A>,
  now: ArrayLike<B>,
  isSame?: IsSame<A, B>,
): { head: number; tail: number } {
  const head = sharedHead(old, now, isSame)
  return { head, tail: sharedTail(old, now, head, isSame) }
}

/** How many items two sequences have in common at their start, as {@link sharedEnds} compares them. */
export function sharedHead<A, B = A>(old: ArrayLike<A>, now: ArrayLike<B>, isSame?: IsSame<A, B>): number {
  const shorter = Math.min(old.length, now.length)
  let head = 0
  // Each key compares all blocks of a page here. A loop that meets strings too reads arrays several times slower.
  if (isText(old) && isText(now) && !isSame)
    while (head < shorter && old.charCodeAt(head) === now.charCodeAt(head)) head++
  else while (head < shorter && (old[head] === now[head] || isSame?.(old[head] as A, now[head] as B))) head++
  return head
}

/** How many items two sequences have in common at their end, not counting the first `head` of either. */
export function sharedTail<A, B = A>(
  old: ArrayLike<A>,
  now: ArrayLike<B>,
  head: number,
  isSame?: IsSame<A, B>,
): number {
  const [a, b] = [old.length - 1, now.length - 1]
  const most = Math.min(old.length, now.length) - head
  let tail = 0
  if (isText(old) && isText(now) && !isSame)
    while (tail < most && old.charCodeAt(a - tail) === now.charCodeAt(b - tail)) tail++
  else
    while (
      tail < most &&
      (old[a - tail] === now[b - tail] || isSame?.(old[a - tail] as A, now[b - tail] as B))
    )
      tail++
  return tail
}

const isText = (sequence: unknown): sequence is string => typeof sequence === 'string'
