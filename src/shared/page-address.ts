/*
 * Addresses of pages: `/{words of the title}-{id}`. The id alone decides which page it is, so an address from before a page was
 * renamed, and one with the id only, lead to it for ever.
 */

/** What ends an address: an id as `newId` makes them. */
const ID_AT_END = /(?:^|-)([0-9a-hjkmnp-tv-z]{20})$/

/** How many characters of a title stand in an address. */
const MOST_WORDS = 60

/** The id in the last part of an address; a part of another form (of a template, say) is answered as it is. */
export const pageIdOf = (segment: string): string => ID_AT_END.exec(segment)?.[1] ?? segment

/** Is it an id as pages have them? */
export const isPageId = (text: string): boolean => text.length === 20 && ID_AT_END.test(text)

/**
 * The words of a title as they stand in an address: small letters a–z and digits joined by hyphens, so that an address reads the same in mails,
 * headers and other programs. Letters of other scripts would become percent signs there and are left out. Empty for a title without any.
 */
export function titleSlug(title: string): string {
  const words = title
    // What is far behind would not be shown; a title may be very long.
    .slice(0, MOST_WORDS * 4)
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (words.length <= MOST_WORDS) return words
  // Its last word stays whole, unless that is all of it.
  const end = words.lastIndexOf('-', MOST_WORDS)
  return words.slice(0, end === -1 ? MOST_WORDS : end)
}

/** The last part of a page's address. An id of another form than `newId` makes stands alone: it could not be told from the words. */
export function pageSegment(id: string, title: string): string {
  const slug = isPageId(id) ? titleSlug(title) : ''
  return slug === '' ? id : `${slug}-${id}`
}

/** The id of the page that an address leads to, whatever its origin; null when it has not the form of a page's. */
export function pageOfAddress(url: string): string | null {
  const path = /^(?:https?:\/\/[^/?#]*)?\/(?:preview\/)?([^/?#]+)\/?(?:[?#]|$)/i.exec(url)?.[1]
  const id = path === undefined ? '' : pageIdOf(path)
  return isPageId(id) ? id : null
}
