/** Is what stands here written and laid out from right to left? */
export const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === 'rtl'

const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/**
 * The key of an event in a row of controls, as if the row ran from left to right: where it runs from right to left, the arrow to the
 * left leads on.
 */
export const keyInRow = ({ key, currentTarget }: { key: string; currentTarget: EventTarget }): string =>
  MIRRORED[key] && isRightToLeft(currentTarget as Element) ? MIRRORED[key] : key
