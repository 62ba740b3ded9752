import type { CSSProperties } from 'react'
import { numberOf, textOf } from './attributes'
import { type MediaKind, nameInUrl } from './media-url'

type Given = Readonly<Record<string, unknown>> | undefined

/** What one calls it: its name, else the end of its address. */
export const nameOf = (attributes: Given): string =>
  textOf(attributes, 'name') || nameInUrl(textOf(attributes, 'url')) || textOf(attributes, 'url')

/** The room that is kept for a picture or video until it is there. */
export function roomOf(attributes: Given): CSSProperties {
  const [wide, high] = [numberOf(attributes, 'initialWidth'), numberOf(attributes, 'initialHeight')]
  return wide && high ? { aspectRatio: `${wide} / ${high}` } : {}
}

/** How wide the figure stands: as it was made, else as wide as its picture is. */
export function widthOf(kind: MediaKind, attributes: Given): CSSProperties {
  const width = numberOf(attributes, 'width')
  if (width !== null) return { width: `${width}px` }
  const own = kind === 'image' ? numberOf(attributes, 'initialWidth') : null
  return own === null ? {} : { width: `${own}px` }
}
