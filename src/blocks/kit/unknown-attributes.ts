import { type AttributeShape, type Attributes, leanAttributes } from './attributes'
import type { Json } from './block'

/**
 * The attribute of every mark and every block in the editor's document that holds what a newer version says of it and this
 * one does not know (R11). It is a record of its own there, because these have the attributes of the editor's schema and no
 * others; everywhere else they stand beside the ones that are known.
 */
export const UNKNOWN = 'unknown'

/** The HTML attribute in which copied text carries it. */
const UNKNOWN_DATA = 'data-unknown'

const isRecord = (value: unknown): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is said of a mark or block and is no attribute of its kind; `null` when there is nothing. */
export function unknownAttributes(
  shape: AttributeShape,
  said: Readonly<Record<string, Json>>,
): Attributes | null {
  const unknown = Object.entries(said).filter(([key]) => !Object.hasOwn(shape, key) && key !== '__proto__')
  return unknown.length > 0 ? Object.fromEntries(unknown) : null
}

/** The attributes that a mark or block of the editor's document has, from what is stored of it. */
export function shownAttributes(shape: AttributeShape, stored: Readonly<Record<string, Json>>): Attributes {
  const unknown = unknownAttributes(shape, stored)
  return { ...leanAttributes(shape, stored), ...(unknown ? { [UNKNOWN]: unknown } : {}) }
}

/** The other way: what is stored of a mark or block of the editor's document. Known attributes come first. */
export function storedAttributes(
  shape: AttributeShape,
  { [UNKNOWN]: unknown, ...shown }: Readonly<Record<string, unknown>>,
): Attributes {
  return { ...leanAttributes(shape, shown), ...(isRecord(unknown) ? unknownAttributes(shape, unknown) : {}) }
}

/** What the HTML of a mark or block carries of what is not known of it. */
export const unknownData = (attributes: Readonly<Record<string, unknown>>): Record<string, string> =>
  isRecord(attributes[UNKNOWN]) ? { [UNKNOWN_DATA]: JSON.stringify(attributes[UNKNOWN]) } : {}

/** Reads what `unknownData` wrote; anything else that stands there says nothing. */
export function unknownFromData(
  shape: AttributeShape,
  element: { getAttribute(name: string): string | null },
): Attributes {
  const raw = element.getAttribute(UNKNOWN_DATA)
  if (!raw) return {}
  try {
    const said: unknown = JSON.parse(raw)
    const unknown = isRecord(said) ? unknownAttributes(shape, said) : null
    return unknown ? { [UNKNOWN]: unknown } : {}
  } catch {
    // Not ours: whatever another program means by it.
    return {}
  }
}
