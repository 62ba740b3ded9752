import type { Sid } from './part-keys'
import { authorOf, newSid } from './part-keys'
import type { Suggesting } from './suggest-page'
import { suggestTitle } from './suggest-title'
import type { Suggestions } from './suggestions'

/** Suggests titles for somebody, as they type: all of one visit to the title is one suggestion while it is pending. */
export function titleSuggester(author: string) {
  const words = crypto.getRandomValues(new Uint32Array(1))[0] as number
  let last: Sid | null = null
  const begin = (): Suggesting => {
    const at = Date.now()
    return { sid: newSid(author, at), at, words }
  }
  return {
    begin,
    suggest(suggestions: Suggestions, title: string, origin: unknown): void {
      const known = last !== null && suggestions.has(last) && authorOf(last) === author ? last : null
      const by = begin()
      last = known ?? by.sid
      suggestTitle(suggestions, 'proposed', title, { ...by, sid: last }, origin)
    },
  }
}
