import type { Attributes } from '../kit/attributes'
import type { Declarations } from '../kit/declarations'
import { nearestBackground } from './css-color'

/**
 * Did a browser write this down when something was copied? Then it is what every element looks like there, and says
 * nothing of what its writer wanted to have large.
 */
export const isComputed = (style: Declarations | undefined): boolean =>
  ['orphans', '-webkit-text-stroke-width', 'font-variant-ligatures'].some((property) => style?.has(property))

const KEYWORDS: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  smaller: 13,
  larger: 19,
}
const UNITS: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  em: 16,
  rem: 16,
  '%': 0.16,
  in: 96,
  cm: 37.8,
}

/** A length in pixels; `null` when it is none. */
export function pixels(value: string | undefined): number | null {
  const found = /^(-?\d{1,5}(?:\.\d{1,20})?|-?\.\d{1,20})(px|pt|r?em|%|in|cm)$/.exec(value ?? '')
  return found ? Number(found[1]) * UNITS[found[2]!]! : null
}

/** A font size in whole pixels; `null` when it is none or what running text has in every program (11 and 12 points). */
export function statedSize(value: string): number | null {
  const size = KEYWORDS[value] ?? pixels(value)
  if (size === null) return null
  const whole = Math.round(size)
  return whole >= 14 && whole <= 17 ? null : whole
}

/** Line heights of other programs, in lines, and ours: Google Docs writes its "double" as 2.4. */
const THEIR_LINES = [
  [1, 1],
  [1.2, 1.2],
  [2, 2],
  [2.4, 2],
  [3, 3],
  [3.6, 3],
] as const

function lineHeightIn(value: string | undefined): number | null {
  const found = /^(\d(?:\.\d{1,20})?)(?:em)?$|^(\d{2,3}(?:\.\d{1,20})?)%$/.exec(value ?? '')
  if (!found) return null
  const lines = found[1] !== undefined ? Number(found[1]) : Number(found[2]) / 100
  return THEIR_LINES.find(([theirs]) => Math.abs(theirs - lines) < 0.04)?.[1] ?? null
}

/** Half an inch: one step to the right in an office program. */
const STEP = 48

/** What a block of text of another program says of its look besides its alignment. */
export function blockLook(style: Declarations): Attributes {
  if (isComputed(style)) return {}
  const lineHeight = lineHeightIn(style.get('line-height'))
  const backgroundColor = nearestBackground(style.get('background-color') ?? style.get('background') ?? '')
  const margin = pixels(style.get('margin-left') ?? style.get('margin-inline-start')) ?? 0
  const indent = Math.min(8, Math.floor((margin + 8) / STEP))
  return {
    ...(lineHeight === null ? {} : { lineHeight }),
    ...(backgroundColor === null ? {} : { backgroundColor }),
    ...(indent > 0 ? { indent } : {}),
  }
}
