import type { Block, Json } from '@/blocks/kit/block'

/** Hexadecimal digits of a fingerprint. */
const DIGITS = 14

/**
 * What tells whether a settled block still says what it said, with all that stands in it: 14 hexadecimal digits. Ids do not count, nor
 * does the order of attributes. No secret and no proof: somebody who wants two blocks of one fingerprint can make them. `known`: those
 * of blocks that do not change, for somebody who asks for that of a block and of those in it.
 */
export function fingerprintOf(block: Block, known?: WeakMap<Block, string>): string {
  const before = known?.get(block)
  if (before !== undefined) return before
  const { kind, attributes = {}, text = [], children = [] } = block
  const inside = children.map((child) => fingerprintOf(child, known))
  const said: Json = [kind, attributes, text as unknown as Json, inside]
  const fingerprint = jsonFingerprint(said)
  known?.set(block, fingerprint)
  return fingerprint
}

/** The same for a value; the order of members does not count. */
export const jsonFingerprint = (value: Json): string =>
  hashOf(inOneOrder(value)).toString(16).padStart(DIGITS, '0')

function inOneOrder(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(inOneOrder).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.keys(value)
  // Most pieces of a text have nothing else.
  if (members.length === 1 && typeof value[members[0]!] === 'string') return JSON.stringify(value)
  members.sort()
  return `{${members.map((key) => `${JSON.stringify(key)}:${inOneOrder(value[key] as Json)}`).join()}}`
}

/** 53 bits (cyrb53, public domain). */
function hashOf(text: string): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}
