/** Pixels between two cards, and the height of one that was never measured (product.md 2.34). */
export const GAP = 10
export const UNMEASURED = 100

export interface Placed {
  id: string
  /** Where its text is, in pixels below the upper edge of the column. */
  wanted: number
  height: number
}

/**
 * Where cards stand that must not cover each other: in the given order, `GAP` or more apart. The active one stands exactly beside its
 * text; those before it make room upwards, those behind it downwards. Without one, each stands beside its text or below the card
 * before it. The answer has the upper edge of each card.
 */
export function placeCards(cards: readonly Placed[], active: string | null): number[] {
  const tops: number[] = cards.map(({ wanted }) => wanted)
  const pinned = active === null ? -1 : cards.findIndex(({ id }) => id === active)
  for (let i = Math.max(pinned, 0) + 1; i < cards.length; i++)
    tops[i] = Math.max(tops[i]!, tops[i - 1]! + cards[i - 1]!.height + GAP)
  // Those before the active one stand as they would without it, and make room from below.
  for (let i = 1; i < pinned; i++) tops[i] = Math.max(tops[i]!, tops[i - 1]! + cards[i - 1]!.height + GAP)
  for (let i = pinned - 1; i >= 0; i--) tops[i] = Math.min(tops[i]!, tops[i + 1]! - cards[i]!.height - GAP)
  return tops
}
