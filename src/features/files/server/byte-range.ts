import type { ByteRange } from '@/server/files/store'

/** Nobody asks for a part in more words. A longer header could keep the expression below busy (R34). */
const LONGEST_HEADER = 100

/**
 * What a `Range` header asks for of a file of this size (RFC 9110 14.2): one part; `null` for everything, which is also the
 * answer to a header that asks for several parts or in another unit; `'beyond'` for a part that is not there.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | null | 'beyond' {
  if ((header?.length ?? 0) > LONGEST_HEADER) return null
  const parts = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? '')
  if (!parts || (parts[1] === '' && parts[2] === '')) return null
  const [from, to] = [Number(parts[1]), Number(parts[2])]
  if (parts[1] === '')
    return to === 0 || size === 0 ? 'beyond' : { first: Math.max(0, size - to), last: size - 1 }
  if (parts[2] !== '' && to < from) return null
  if (from >= size) return 'beyond'
  return { first: from, last: parts[2] === '' ? size - 1 : Math.min(to, size - 1) }
}
