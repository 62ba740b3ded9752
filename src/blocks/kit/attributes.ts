import * as z from 'zod/mini'
import { LIMITS } from '@/shared/limits'
import type { Json } from './block'
import { color } from './colors'

/**
 * The attributes of a block or mark: one Zod type each, every one with a default. Written with `zod/mini`: the kinds are
 * part of what a page loads before it shows, and the usual form of Zod is four times as large.
 */
export type AttributeShape = Record<string, z.ZodMiniType>
export type Attributes = Record<string, Json>

/** How far text blocks can be indented: 0 … this. Deeper imports are clamped. */
export const MAX_INDENT = LIMITS.blockDepth - 1

/** How far a text block stands from the margin. */
export const indent = z._default(z.int().check(z.minimum(0), z.maximum(MAX_INDENT)), 0)

/** Text alignment; `null` is `start`, the reading direction's own (product.md 5.18). What is not known, `start` too, becomes it. */
const align = z._default(z.nullable(z.enum(['left', 'center', 'right', 'end', 'justify'])), null)

/** How far lines stand apart, in lines (product.md 5.18). */
export const LINE_HEIGHTS = [1, 1.2, 1.5, 2, 3] as const
export const DEFAULT_LINE_HEIGHT = 1.5
const lineHeight = z._default(z.literal([...LINE_HEIGHTS]), DEFAULT_LINE_HEIGHT)

/** What every block of running text can have (product.md 3.20). */
export const textBlock = { indent, align, lineHeight, color, backgroundColor: color }

/** What a container of blocks can have: its colours are those of all that stands in it. */
export const container = { indent, color, backgroundColor: color }

const known = new WeakMap<AttributeShape, Attributes>()

/** The value every attribute has when nothing was said. Do not change the object. */
export function defaultAttributes(shape: AttributeShape): Attributes {
  let defaults = known.get(shape)
  if (!defaults) {
    defaults = {}
    for (const [key, type] of Object.entries(shape)) defaults[key] = type.parse(undefined) as Json
    known.set(shape, defaults)
  }
  return defaults
}

/** All attributes of the shape: the given value where it is valid, else the default. Anything else is left out. */
export function cleanAttributes(shape: AttributeShape, raw: Readonly<Record<string, unknown>>): Attributes {
  return { ...defaultAttributes(shape), ...leanAttributes(shape, raw) }
}

/** Only the attributes that are valid and differ from their default: the form in which blocks are stored. */
export function leanAttributes(shape: AttributeShape, raw: Readonly<Record<string, unknown>>): Attributes {
  const defaults = defaultAttributes(shape)
  const lean: Attributes = {}
  for (const key of Object.keys(defaults)) {
    if (raw[key] === undefined || raw[key] === defaults[key]) continue
    const parsed = shape[key]!.safeParse(raw[key])
    if (parsed.success && parsed.data !== defaults[key]) lean[key] = parsed.data as Json
  }
  return lean
}

const dataName = (key: string): string =>
  `data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Attributes as `data-*` of an HTML element; defaults are left out. */
export function dataFromAttributes(
  shape: AttributeShape,
  raw: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const data: Record<string, string> = {}
  for (const [key, value] of Object.entries(leanAttributes(shape, raw))) {
    data[dataName(key)] = typeof value === 'string' ? value : JSON.stringify(value)
  }
  return data
}

/** A list or record that an attribute holds as JSON. */
function structureIn(raw: string): Json[] {
  if (!/^[[{]/.test(raw)) return []
  try {
    return [JSON.parse(raw) as Json]
  } catch {
    // A text that only begins like one.
    return []
  }
}

/** The attributes that an element of ours carries as `data-*`; what is missing or invalid becomes the default. */
export function attributesFromData(shape: AttributeShape, get: (name: string) => string | null): Attributes {
  const read: Attributes = {}
  for (const [key, type] of Object.entries(shape)) {
    const raw = get(dataName(key))
    if (raw === null) continue
    const candidates: Json[] = [raw]
    if (/^-?\d{1,9}(?:\.\d{1,4})?$/.test(raw)) candidates.push(Number(raw))
    if (raw === 'true' || raw === 'false') candidates.push(raw === 'true')
    candidates.push(...structureIn(raw))
    const fitting = candidates.find((candidate) => type.safeParse(candidate).success)
    if (fitting !== undefined) read[key] = fitting
  }
  return cleanAttributes(shape, read)
}
