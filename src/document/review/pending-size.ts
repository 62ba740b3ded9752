import type { Part } from './part-keys'

/** About how many characters a value has as JSON. */
export const jsonSize = (value: unknown): number =>
  typeof value === 'number'
    ? 8
    : typeof value === 'string'
      ? value.length
      : (JSON.stringify(value)?.length ?? 0)

/** How much a part holds of what nobody has decided about: the words that come with it, and its values. */
export function pendingSize(part: Part): number {
  switch (part.op) {
    case '+':
      return part.length
    case '*':
      return jsonSize(part.set)
    case '/':
      return jsonSize(part.to) + jsonSize(part.was)
    default:
      return 0
  }
}
