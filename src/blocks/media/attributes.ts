import * as z from 'zod/mini'
import { safeUrl } from '@/shared/safe-url'
import { type Attributes, indent } from '../kit/attributes'
import { type MediaKind, mediaUrl } from './media-url'

/** Words of a caption or a description. */
export const MOST_WORDS = 2_000

/**
 * How narrow and how wide each kind can be made, in pixels. Embeds as product.md 9.8 says; a picture or a video never
 * stands out of the page, however wide it is said to be.
 */
export const WIDTHS: Readonly<Record<MediaKind, { min: number; max: number }>> = {
  image: { min: 64, max: 2400 },
  video: { min: 200, max: 2400 },
  mediaEmbed: { min: 100, max: 550 },
  audio: { min: 250, max: 2400 },
  file: { min: 200, max: 2400 },
}

const text = (most: number) => z._default(z.string().check(z.maxLength(most)), '')
const pixels = z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(100_000))), null)

/** A note at a moment of a recording (product.md 3.18). */
const Marker = z.object({
  id: z.string().check(z.maxLength(100)),
  createdAt: z.string().check(z.maxLength(40)),
  note: z.optional(z.string().check(z.maxLength(MOST_WORDS))),
  /** Seconds. */
  timestamp: z.number().check(z.minimum(0)),
})

const isShort = (value: unknown): boolean => JSON.stringify(value).length <= 1_000_000

/** What a block of media knows (product.md 3.18), and what is known of its file. */
export const mediaAttributes = {
  /** Where it is fetched from; empty while there is nothing yet. */
  url: z._default(z.string().check(z.refine((url) => url === '' || mediaUrl(url) === url)), ''),
  /** The file's name. */
  name: text(500),
  caption: text(MOST_WORDS),
  align: z._default(z.enum(['left', 'center', 'right']), 'center'),
  /** As wide as somebody made it; `null`: as wide as it is itself. */
  width: z._default(z.nullable(z.int().check(z.minimum(48), z.maximum(2400))), null),
  /** The size in which it is kept, so that its room is there before it is. */
  initialWidth: pixels,
  initialHeight: pixels,
  /** The picture in a few bytes (`thumbhash`), shown in its room until it is there; empty when there is none. */
  thumbhash: z._default(z.string().check(z.maxLength(64)), ''),
  /** The widths in which our server has it besides its own (`previews`). */
  previews: z._default(
    z.nullable(z.array(z.int().check(z.minimum(1), z.maximum(10_000))).check(z.maxLength(8))),
    null,
  ),
  /** It is a file of ours, not one that somebody linked. */
  isUpload: z._default(z.boolean(), false),
  /** The upload that will bring it; empty once it is there. */
  placeholderId: text(64),
  mimeType: text(200),
  /** Bytes. */
  size: z._default(z.nullable(z.int().check(z.minimum(0))), null),
  markers: z._default(z.nullable(z.array(Marker).check(z.maxLength(1_000))), null),
  /** What is said in it; kept as it is. */
  transcription: z._default(
    z.nullable(z.union([z.record(z.string(), z.json()), z.array(z.json())]).check(z.refine(isShort))),
    null,
  ),
  indent,
}

/** A picture is described for those who do not see it, and may be a link. */
export const imageAttributes = {
  ...mediaAttributes,
  alt: text(MOST_WORDS),
  link: z._default(
    z.string().check(
      z.maxLength(4096),
      z.refine((url) => url === '' || safeUrl(url) === url),
    ),
    '',
  ),
}

/** The address that a picture leads to, any that words may (R30); empty when it leads nowhere. */
export const linkOf = (attributes: Readonly<Record<string, unknown>> | undefined): string =>
  safeUrl(attributes?.link) ?? ''

/** Text of an attribute; empty when there is none. */
export const textOf = (attributes: Readonly<Record<string, unknown>> | undefined, name: string): string => {
  const value = attributes?.[name]
  return typeof value === 'string' ? value : ''
}

/** A number of an attribute, or `null`. */
export const numberOf = (
  attributes: Readonly<Record<string, unknown>> | undefined,
  name: string,
): number | null => {
  const value = attributes?.[name]
  return typeof value === 'number' ? value : null
}

/** The width a block of the kind can have that is nearest to the wanted one. */
export function fittingWidth(kind: MediaKind, wanted: number, range = WIDTHS[kind]): number {
  return Math.round(Math.min(Math.max(wanted, range.min), range.max))
}

/** The words by which media is found: its name, description and caption. */
export const wordsOfMedia = (attributes: Attributes | undefined): string =>
  [textOf(attributes, 'name'), textOf(attributes, 'alt'), textOf(attributes, 'caption')]
    .filter((words, index, all) => words !== '' && all.indexOf(words) === index)
    .join(' ')
