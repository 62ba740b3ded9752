import type { NamedEmoji } from '@/ui/emoji/emoji-data'

/** How many are offered at once. */
const MOST = 30

/** Do the letters of the query stand in the word in this order? */
function isSpread(query: string, word: string): boolean {
  let at = 0
  for (const letter of query) {
    at = word.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

/** How well a query fits: 0 is the name itself; 9: not at all. */
function rank({ names, label, tags }: NamedEmoji, query: string): number {
  if (names.includes(query)) return 0
  if (names.some((name) => name.startsWith(query))) return 1
  const words = [...names.flatMap((name) => name.split('_')), ...label.toLowerCase().split(/[^\p{L}\p{N}]+/u)]
  if (words.some((word) => word.startsWith(query))) return 2
  if (tags.some((tag) => tag.startsWith(query))) return 3
  if (names.some((name) => name.includes(query))) return 4
  return query.length > 2 && names.some((name) => isSpread(query, name)) ? 5 : 9
}

/** The emoji that a query finds, the likeliest first; of equally likely ones the shorter name. */
export function findEmoji(all: readonly NamedEmoji[], query: string): NamedEmoji[] {
  const wanted = query.toLowerCase()
  return all
    .map((emoji, order) => ({ emoji, order, rank: rank(emoji, wanted) }))
    .filter((found) => found.rank < 9)
    .sort(
      (a, b) => a.rank - b.rank || a.emoji.names[0]!.length - b.emoji.names[0]!.length || a.order - b.order,
    )
    .slice(0, MOST)
    .map((found) => found.emoji)
}

/** The emoji of exactly this name. */
export const emojiNamed = (all: readonly NamedEmoji[], name: string): NamedEmoji | undefined =>
  all.find(({ names }) => names.includes(name.toLowerCase()))
