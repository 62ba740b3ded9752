const KIND = 'suggestion '

/** The card of a suggestion among all cards beside a page. */
export const cardOf = (sid: string): string => KIND + sid

/** The suggestion of a card; null for a card of something else, and for none. */
export const sidOfCard = (card: string | null): string | null =>
  card?.startsWith(KIND) ? card.slice(KIND.length) : null
