import { blockKind, blockKinds } from './kinds'
import type { Attributes } from './kit/attributes'

interface Names {
  /** The names of attributes. */
  plain: ReadonlySet<string>
  /** Of records whose members are stored as `name.member`: the names of the records. */
  spread: ReadonlySet<string>
}

/** Every name that some kind has, apart from the kind that stands in for those of newer versions. */
const NAMES: Names = {
  plain: new Set(
    blockKinds.flatMap(({ kind, attributes }) => (kind === 'unsupported' ? [] : Object.keys(attributes))),
  ),
  spread: new Set(blockKinds.flatMap(({ spread = [] }) => spread)),
}

/**
 * Is this, as a page stores it, the name of an attribute that other kinds have and this one has not? What no kind of this
 * program has may come from a newer version (R11), and of an unknown kind nothing is known: neither is foreign.
 */
export function isForeignAttribute(kind: string, name: string): boolean {
  const definition = blockKind(kind)
  if (!definition) return false
  if (Object.hasOwn(definition.attributes, name)) return false
  if (NAMES.plain.has(name)) return true
  const dot = name.indexOf('.')
  if (dot < 0) return false
  const record = name.slice(0, dot)
  return NAMES.spread.has(record) && !definition.spread?.includes(record)
}

/**
 * The attributes of a block as it reads, from what is stored of it. Somebody may have styled a block while somebody else turned
 * it into another kind: what only the kind before has stays stored, for when the block is turned back, and is not read.
 */
export function ownAttributes(kind: string, stored: Attributes): Attributes {
  for (const name in stored)
    if (isForeignAttribute(kind, name))
      return Object.fromEntries(Object.entries(stored).filter(([key]) => !isForeignAttribute(kind, key)))
  return stored
}
