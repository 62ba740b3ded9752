import * as Y from 'yjs'
import { sameJson } from '../format/layout'

/**
 * Do all characters of a text keep their formats when these items that say formats are deleted? Yjs deletes items that say nothing new
 * whenever formats come in, so also somebody who may not format anything sends such deletions. O(length of the text).
 */
export function keepsFormats(text: Y.Text, gone: ReadonlySet<Y.Item>): boolean {
  const now = new Map<string, unknown>()
  const then = new Map<string, unknown>()
  for (const { content } of gone) if (content instanceof Y.ContentFormat) now.set(content.key, null)
  if (now.size > MOST_FORMATS) return false
  for (const key of now.keys()) then.set(key, null)
  let isSame = true
  for (let item = text._start; item; item = item.right) {
    if (item.deleted) continue
    const { content } = item
    if (content instanceof Y.ContentFormat) {
      if (!now.has(content.key)) continue
      now.set(content.key, content.value ?? null)
      if (!gone.has(item)) then.set(content.key, content.value ?? null)
      isSame = [...now].every(([key, value]) => sameJson(value, then.get(key)))
    } else if (item.countable && !isSame) return false
  }
  return true
}

/** Looked after at once. */
const MOST_FORMATS = 64
