import type { Json } from './block'

/** Are two JSON values the same, whatever the order of keys? */
export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || !left || !right) return false
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((value, index) => sameJson(value, right[index]))
    )
  }
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => sameJson(left[key], right[key]))
}
