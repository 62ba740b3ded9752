import type { CSSProperties } from 'react'
import { numberOf, textOf } from './attributes'
import { addressOfThumbhash } from './thumbhash'

type Given = Readonly<Record<string, unknown>> | undefined

/** The widths in which a picture is kept besides its own, in pixels; a film has a still of at most {@link STILL_WIDTH}. */
export const PREVIEW_WIDTHS = [320, 960, 1600] as const
export const STILL_WIDTH = 960

/** Where a file of ours is had at most so wide. */
export const previewUrl = (url: string, width: number): string => `${url}?w=${width}`

/** The widths that a block says its file is kept in. */
export function previewsOf(attributes: Given): number[] {
  const { previews, isUpload } = attributes ?? {}
  const isOurs = isUpload === true && /^\/api\/files\/[^?#]+$/.test(textOf(attributes, 'url'))
  return isOurs && Array.isArray(previews) ? PREVIEW_WIDTHS.filter((width) => previews.includes(width)) : []
}

/** A page is at most so wide. */
const PAGE_WIDTH = 1100

/** From which the browser chooses the one that is wide enough for where the picture stands; nothing where there is but one. */
export function sourcesOf(attributes: Given): { srcSet?: string; sizes?: string } {
  const [own, url] = [numberOf(attributes, 'initialWidth'), textOf(attributes, 'url')]
  const widths = previewsOf(attributes).filter((width) => own !== null && width < own)
  if (own === null || widths.length === 0) return {}
  const shown = Math.min(numberOf(attributes, 'width') ?? own, own, PAGE_WIDTH)
  return {
    srcSet: [...widths.map((width) => `${previewUrl(url, width)} ${width}w`), `${url} ${own}w`].join(', '),
    // Where the browser knows it (`auto`), by the room that it really has.
    sizes: `auto, (max-width: ${shown}px) 100vw, ${shown}px`,
  }
}

/** The still of a film, shown until it is played. */
export function posterOf(attributes: Given): string | undefined {
  return previewsOf(attributes).includes(STILL_WIDTH)
    ? previewUrl(textOf(attributes, 'url'), STILL_WIDTH)
    : undefined
}

/** What is shown in the room of a picture until it is there. */
export function softly(attributes: Given): CSSProperties {
  const address = addressOfThumbhash(textOf(attributes, 'thumbhash'))
  return address === null ? {} : { background: `url("${address}") center / 100% 100% no-repeat` }
}
