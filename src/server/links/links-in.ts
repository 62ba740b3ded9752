import type { Block } from '@/blocks'
import { isPageId, pageOfAddress } from '@/shared/page-address'
import { type DueTodo, dueTodosIn } from './due-todos-in'
import { mentionsIn, type PageMention } from './mentions-in'

/** Of a page with more links, only this many count: the first. */
const MOST = 5_000

/** A key of a mention, an address of a link or of a linked picture. In a text each `"` has a backslash before it, so only attributes are found. */
const NAMED = /"(?:key|url|link)":"((?:[^"\\]|\\.)*)"/g

/** The ids of the pages that a page's blocks mention or link to, from their JSON as it is stored. */
export function linksIn(contentRich: string): Set<string> {
  const ids = new Set<string>()
  for (const [, address] of contentRich.matchAll(NAMED)) {
    const id = address === undefined ? null : pageOfAddress(address)
    if (id !== null && isPageId(id)) ids.add(id)
    if (ids.size === MOST) break
  }
  return ids
}

/** What is found by others of what a page says. */
export interface PageLinks {
  /** The pages that it mentions or links to; itself, perhaps. */
  ids: string[]
  todos: DueTodo[]
  mentions: PageMention[]
}

/** What a page's blocks link to, from their JSON as it is stored. */
export function readLinks(contentRich: string): PageLinks {
  const ids = [...linksIn(contentRich)]
  // Most pages have no day and mention nobody, and are not read.
  const [hasDays, hasMentions] = [
    contentRich.includes('"kind":"date"'),
    contentRich.includes('"kind":"mention"'),
  ]
  if (!hasDays && !hasMentions) return { ids, todos: [], mentions: [] }
  const blocks = JSON.parse(contentRich) as Block[]
  return { ids, todos: hasDays ? dueTodosIn(blocks) : [], mentions: hasMentions ? mentionsIn(blocks) : [] }
}
