import type { Attributes } from './attributes'
import type { Json } from './block'

/** What of a kind's definition says how its attributes are stored. */
interface Spreading {
  spread?: readonly string[]
}

const isRecord = (value: Json | undefined): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Attributes as a page stores them: every member of a spread record under a name of its own, `cells` with the member `a` as
 * `cells.a`, so that two people who change different members at once both keep their change.
 */
export function spreadAttributes(definition: Spreading | undefined, attributes: Attributes): Attributes {
  const names = definition?.spread
  if (!names?.some((name) => name in attributes)) return attributes
  const stored: Attributes = {}
  for (const [name, value] of Object.entries(attributes)) {
    if (!names.includes(name)) stored[name] = value
    else if (isRecord(value)) for (const key of Object.keys(value)) stored[`${name}.${key}`] = value[key]!
  }
  return stored
}

/** The reverse: the records of a kind, put together again from what is stored. Order is that of the names. */
export function gatherAttributes(definition: Spreading | undefined, stored: Attributes): Attributes {
  const names = definition?.spread
  if (!names) return stored
  const attributes: Attributes = {}
  const records = new Map<string, Record<string, Json>>()
  for (const key of Object.keys(stored).sort()) {
    const dot = key.indexOf('.')
    const name = key.slice(0, dot)
    if (dot < 0 || !names.includes(name)) {
      if (!names.includes(key)) attributes[key] = stored[key]!
      continue
    }
    const member = key.slice(dot + 1)
    if (member === '__proto__') continue
    let record = records.get(name)
    if (!record) {
      record = {}
      records.set(name, record)
      attributes[name] = record
    }
    record[member] = stored[key]!
  }
  return attributes
}
