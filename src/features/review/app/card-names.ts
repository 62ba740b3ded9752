const KIND = 'suggestion '
const OF_SUGGESTION = /^suggestion-([^/]+)\/([^/]+)$/

/** The card of a suggestion among all cards beside a page. */
export const cardOf = (sid: string): string => KIND + sid

/** The suggestion of a card; null for a card of something else, and for none. */
export const sidOfCard = (card: string | null): string | null =>
  card?.startsWith(KIND) ? card.slice(KIND.length) : null

/** What follows the `#` in the address of a page that opens with this suggestion's card active. */
export const hashOf = (sid: string): string => `suggestion-${sid.replace(' ', '/')}`

/** The suggestion that such an address names; null when it names none. */
export function sidOfHash(hash: string): string | null {
  const [, author, nonce] = OF_SUGGESTION.exec(hash) ?? []
  return author && nonce ? `${author} ${nonce}` : null
}
