/** From this many replies on, only the last is shown (product.md 2.34). */
const FOLD_FROM = 3

/**
 * Which comments of a thread are shown while it is folded, and how many are not. The first and the last stand; a thread of
 * `count` comments hides `count` minus 2.
 */
export function folded<Comment>(comments: readonly Comment[]): {
  first: Comment[]
  hidden: number
  last: Comment[]
} {
  const [first, ...replies] = comments
  if (replies.length < FOLD_FROM) return { first: [...comments], hidden: 0, last: [] }
  return { first: [first!], hidden: comments.length - 2, last: replies.slice(-1) }
}
