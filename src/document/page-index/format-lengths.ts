import type { Json } from '@/blocks/kit/block'
import { type Formats, NO_FORMATS } from '../format/layout'

/**
 * Tells how long formats are when they are written out. Many pieces of text share one format in the page, and each has it for
 * itself in the blocks JSON: what is shared is measured once.
 */
export function formatLengths(): (formats: Formats) => number {
  const lengths = new Map<Json, number>()
  const lengthOf = (value: Json): number => {
    if (typeof value !== 'object' || value === null) return String(value).length
    const length = lengths.get(value) ?? JSON.stringify(value).length
    lengths.set(value, length)
    return length
  }
  return (formats) => {
    if (formats === NO_FORMATS) return 0
    let sum = 0
    for (const [key, value] of Object.entries(formats)) sum += key.length + lengthOf(value)
    return sum
  }
}
