import { generateKeyBetween } from 'fractional-indexing'
import { BOUNDS } from '@/shared/limits'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The order of what has none: behind everything that was ordered. */
export const ORDER_LAST = `n${'z'.repeat(14)}`

const LEAST = `A${'0'.repeat(26)}`

/** Is this a key that keys can be made beside? */
export function isOrderKey(key: string): boolean {
  const digits = integerLength(key.charCodeAt(0))
  if (digits === 0 || key.length < digits || key.length > BOUNDS.orderKey) return false
  for (let i = 1; i < key.length; i++) {
    const code = key.charCodeAt(i)
    const isDigit = (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
    if (!isDigit) return false
  }
  return (key.length === digits || !key.endsWith('0')) && key !== LEAST
}

/** How long the integer part is, with its head, which is the letter of this code; 0 for what is no head. */
function integerLength(head: number): number {
  if (head >= 97 && head <= 122) return head - 97 + 2
  return head >= 65 && head <= 90 ? 90 - head + 2 : 0
}

/**
 * The key for something between two neighbours (null: none on that side), the same from everybody who asks: two people
 * who split one paragraph at once get equal keys. Keys beside each other count up, so that a long text typed into the
 * middle of a page does not make them grow with every block. `after` must be smaller than `before`.
 */
export function keyBetween(after: string | null, before: string | null): string {
  if (after !== null && before !== null) {
    const next = successor(after)
    if (next > after && next < before && isOrderKey(next)) return next
  }
  return generateKeyBetween(after, before)
}

/** The key counted up by one in its last digits; where they are used up, three more digits begin. */
function successor(key: string): string {
  const whole = integerLength(key.charCodeAt(0))
  const digits = [...key.slice(whole)]
  for (let i = digits.length - 1; i >= 0; i--) {
    const value = DIGITS.indexOf(digits[i] as string)
    if (value < DIGITS.length - 1) {
      digits[i] = DIGITS.charAt(value + 1)
      for (let j = i + 1; j < digits.length; j++) digits[j] = '0'
      if (digits.at(-1) === '0') digits[digits.length - 1] = '1'
      return key.slice(0, whole) + digits.join('')
    }
  }
  return `${key}001`
}

/** One of the siblings in their new order: with its standing key, or null when it needs one. */
export interface Sibling {
  id: string
  key: string | null
}

/**
 * The keys that must be written so that the siblings stand in this order, between the keys `after` and `before`.
 * Standing keys stay, except those that are not greater than what comes to stand before them. `before` must be greater
 * than every standing key.
 */
export function assignKeys(
  siblings: readonly Sibling[],
  after: string | null,
  before: string | null,
): Map<string, string> {
  const assigned = new Map<string, string>()
  let last = after
  let made = false
  let pending: Sibling[] = []
  const flush = (next: string | null) => {
    for (const sibling of pending) {
      last = keyBetween(last, next)
      assigned.set(sibling.id, last)
      made = true
    }
    pending = []
  }
  for (const sibling of siblings) {
    // Equal neighbours that both stood here stay: the string puts them in order.
    const fits = (key: string) =>
      last === null || key > last || (key === last && !made && pending.length === 0)
    if (sibling.key === null || !fits(sibling.key)) {
      pending.push(sibling)
      continue
    }
    if (pending.length > 0) flush(sibling.key)
    last = sibling.key
    made = false
  }
  flush(before)
  return assigned
}

/** The indexes of a longest ascending selection: what can stay where it is while the rest is moved. */
export function longestAscending(values: readonly number[]): number[] {
  const tails: number[] = []
  const before: number[] = []
  values.forEach((value, i) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[tails[middle] as number] as number) < value) low = middle + 1
      else high = middle
    }
    before[i] = low > 0 ? (tails[low - 1] as number) : -1
    tails[low] = i
  })
  const found: number[] = []
  for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i] as number) found.push(i)
  return found.reverse()
}
