/** What an element of another program declares of its look, by property in lower case. */
type Declarations = ReadonlyMap<string, string>

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
