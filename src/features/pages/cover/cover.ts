import * as z from 'zod/mini'
import { COLORS, type Color } from '@/blocks/kit/colors'
import { embedOf } from '@/blocks/media/embeds'
import { mediaUrl, nameInUrl, typeOfUrl, webUrl } from '@/blocks/media/media-url'
import { t } from '@/shared/i18n'
import { gradientCss } from './gradients'

/* What a page's cover says (product.md 3.3), read the same way by browser and server. No DOM. */

export const COVER_FITS = ['cover', 'contain', 'fill', 'center', 'scale-down'] as const
export type CoverFit = (typeof COVER_FITS)[number]

export const MEDIA_TYPES = ['image', 'video', 'audio'] as const
export type CoverMediaType = (typeof MEDIA_TYPES)[number]

/** What lies behind a picture or an icon: a gradient or one of the ten colours by name, or `#rrggbb`. */
export type CoverBackground = string

/** A cover, understood. */
export type Cover =
  | { kind: 'background'; background: CoverBackground }
  | { kind: 'icon'; name: string; color: string | null; background: CoverBackground; filled: boolean }
  | {
      kind: 'media'
      type: CoverMediaType
      url: string
      background: CoverBackground | null
      /** Where the cover itself says how it fits; else the page does. */
      fit: CoverFit | null
    }
  /** A player of YouTube, Vimeo, SoundCloud or Spotify, in its frame. */
  | { kind: 'embed'; type: 'video' | 'audio'; provider: string; src: string; url: string }

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i
const ICON_NAME = /^[a-z0-9-]{1,60}$/
/** A name that no gradient has yet is still one: an older program meets the cover of a newer. */
const NAME = /^[a-z0-9-]{1,40}$/

const isColor = (value: string): value is Color => (COLORS as readonly string[]).includes(value)

/** The CSS `background` of a gradient, a colour by name or `#rrggbb`; `null` when it is none of them. */
export function backgroundCss(value: string): string | null {
  if (HEX.test(value)) return value
  return isColor(value) ? `var(--color-background-${value})` : gradientCss(value)
}

/** The CSS `color` of a colour by name or `#rrggbb`; `null` when it is neither. */
export function inkCss(value: string): string | null {
  if (HEX.test(value)) return value
  return isColor(value) ? `var(--color-text-${value})` : null
}

const short = z.string().check(z.maxLength(100))
const background = short.check(z.refine((value) => HEX.test(value) || NAME.test(value)))
const IconCover = z.object({
  iconName: z.string().check(z.regex(ICON_NAME)),
  bgColor: z.optional(z.nullable(background)),
  color: z.optional(z.nullable(short.check(z.refine((value) => inkCss(value) !== null)))),
  iconFilled: z.optional(z.boolean()),
})
const MediaCover = z.object({
  background: z.optional(z.nullable(background)),
  media: z.optional(
    z.nullable(
      z.object({
        url: z.string().check(
          z.maxLength(4000),
          z.refine((url) => isMediaAddress(url)),
        ),
        type: z.optional(z.nullable(z.enum([...MEDIA_TYPES, 'youtube', 'vimeo']))),
      }),
    ),
  ),
  mediaFit: z.optional(z.nullable(z.enum(COVER_FITS))),
})

/** A web address, or a path of our own origin (R30). */
export const isMediaAddress = (url: string): boolean =>
  mediaUrl(url) === url && (webUrl(url) !== null || (/^\/(?![/\\])/.test(url) && !url.includes('\\')))

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const DEFAULT_INK_BACKGROUND = 'misty'

/**
 * What a stored cover says; `null` for what is none, which nobody may store either (`inputs.ts` asks the same). Of
 * addresses only what can be shown: sites of videos become their players, the rest is told by type or ending.
 */
export function readCover(value: string): Cover | null {
  if (value.startsWith('icon:')) return readIconCover(json(value.slice(5)))
  if (value.startsWith('{')) return readMediaCover(json(value))
  if (NAME.test(value)) return { kind: 'background', background: value }
  return isMediaAddress(value) ? mediaCover(value, null, null, null) : null
}

function readIconCover(given: unknown): Cover | null {
  const { success, data } = IconCover.safeParse(given)
  if (!success) return null
  const { iconName, bgColor, color, iconFilled } = data
  return {
    kind: 'icon',
    name: iconName,
    color: color ?? null,
    background: bgColor ?? DEFAULT_INK_BACKGROUND,
    filled: iconFilled === true,
  }
}

function readMediaCover(given: unknown): Cover | null {
  const { success, data } = MediaCover.safeParse(given)
  if (!success) return null
  const { background = null, media = null, mediaFit = null } = data
  if (media) {
    const type = MEDIA_TYPES.find((one) => one === media.type) ?? null
    return mediaCover(media.url, type, background, mediaFit)
  }
  return background === null ? null : { kind: 'background', background }
}

/** Whose players a cover shows. Others of the list are no pictures: their address is one, or nothing. */
const PLAYERS: Readonly<Record<string, 'video' | 'audio'>> = {
  YouTube: 'video',
  Vimeo: 'video',
  SoundCloud: 'audio',
  Spotify: 'audio',
}

function mediaCover(
  url: string,
  type: CoverMediaType | null,
  background: CoverBackground | null,
  fit: CoverFit | null,
): Cover {
  const embed = embedOf(url)
  const player = embed && PLAYERS[embed.provider]
  if (embed && player) return { kind: 'embed', type: player, provider: embed.provider, src: embed.src, url }
  return { kind: 'media', type: type ?? typeOfUrl(url) ?? 'image', url, background, fit }
}

/** Sites of videos and sound, and endings of videos, are taken as they are (product.md 5.4); all else is asked for. */
export const isTakenDirectly = (url: string): boolean => {
  const cover = readCover(url)
  return cover?.kind === 'embed' || DIRECT.test(nameInUrl(url))
}
const DIRECT = /\.(?:mp4|webm|ogg|mov)$/i

/** Films that no browser but one plays (product.md 5.7). */
export const isQuickTime = (url: string): boolean => /\.mov$/i.test(nameInUrl(url))

/** A colour or gradient behind everything, as a value to store. */
export const colorCover = (background: CoverBackground): string => JSON.stringify({ background })

/** An icon on a ground, as a value to store. */
export const iconCover = (icon: {
  name: string
  color: string | null
  background: CoverBackground
  filled: boolean
}): string =>
  `icon:${JSON.stringify({ iconName: icon.name, bgColor: icon.background, color: icon.color ?? undefined, iconFilled: icon.filled || undefined })}`

/** An address as a value to store: alone where its ending says what it is, else with its type. */
export const linkCover = (url: string, type: CoverMediaType): string =>
  (typeOfUrl(url) ?? 'image') === type ? url : JSON.stringify({ media: { url, type } })

/** The same cover without a fit of its own, so that the page's holds. */
export function withoutFit(value: string): string {
  if (!value.startsWith('{')) return value
  const given = json(value)
  if (typeof given !== 'object' || given === null || !('mediaFit' in given)) return value
  const { mediaFit: _, ...rest } = given
  return JSON.stringify(rest)
}

/** What is told of a cover that cannot be shown (product.md 8.6). */
export const COVER_ERRORS = {
  get embed() {
    return t("Couldn't play this video. It might be restricted or private.")
  },
  get quickTime() {
    return t("QuickTime (.mov) videos aren't supported in browsers. Consider converting to MP4 format.")
  },
  get video() {
    return t("Couldn't load this video. It might be in an unsupported format or inaccessible.")
  },
  get image() {
    return t("Couldn't load this image. The URL might be invalid or inaccessible.")
  },
  get audio() {
    return t('Audio cannot be played')
  },
  get other() {
    return t('Failed to load media')
  },
} as const

/** What is told when this cover has failed. */
export function coverError(cover: Cover): string {
  if (cover.kind === 'embed') return cover.type === 'video' ? COVER_ERRORS.embed : COVER_ERRORS.audio
  if (cover.kind !== 'media') return COVER_ERRORS.other
  return cover.type === 'video' && isQuickTime(cover.url) ? COVER_ERRORS.quickTime : COVER_ERRORS[cover.type]
}

/** The id of a file of ours that a cover shows; `null` when it shows something else. */
export function fileOfCover(value: string): string | null {
  const cover = readCover(value)
  return cover?.kind === 'media' ? (/^\/api\/files\/([0-9a-z]{20})\//.exec(cover.url)?.[1] ?? null) : null
}
