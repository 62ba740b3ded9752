/** Is what stands here written and laid out from right to left? Nothing is laid out where there is no screen. */
export const isRightToLeft = (element: Element): boolean =>
  typeof getComputedStyle === 'function' && getComputedStyle(element).direction === 'rtl'

const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/**
 * The key of an event in a row of controls, as if the row ran from left to right: where it runs from right to left, the arrow to the
 * left leads on.
 */
export const keyInRow = ({ key, currentTarget }: { key: string; currentTarget: EventTarget }): string =>
  MIRRORED[key] && isRightToLeft(currentTarget as Element) ? MIRRORED[key] : key
