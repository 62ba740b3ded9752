import * as z from 'zod/mini'

/** The colours that text and backgrounds can have besides none (`--color-text-…`, `--color-background-…` of ui/theme.css). */
export const COLORS = ['gray', 'brown', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'red'] as const

export type Color = (typeof COLORS)[number]

/** A colour by its name, so that it is right in light and dark; `null`: none. */
export const color = z._default(z.nullable(z.enum(COLORS)), null)
