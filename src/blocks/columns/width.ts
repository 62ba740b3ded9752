import * as z from 'zod/mini'

/** Narrowest and widest share of a row that a column can have, in percent. */
export const MIN_WIDTH = 10
export const MAX_WIDTH = 90

/** A column's share of the row in percent; `null`: as much as the others. */
export const width = z._default(z.nullable(z.int().check(z.minimum(MIN_WIDTH), z.maximum(MAX_WIDTH))), null)
