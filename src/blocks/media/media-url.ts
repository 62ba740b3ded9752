import { safeUrl } from '@/shared/safe-url'

/** The kinds of media that a page holds (product.md 3.20). */
export type MediaKind = 'image' | 'video' | 'audio' | 'file' | 'mediaEmbed'

const words = (text: string): readonly string[] => text.split(' ')

/** File name extensions by what is in the file (product.md 9.8). */
export const EXTENSIONS = {
  video: words('mp4 webm ogg mov avi mkv flv wmv m4v'),
  audio: words('mp3 wav ogg aac m4a flac wma aiff'),
  image: words('jpg jpeg png gif webp svg bmp tiff avif ico'),
} as const

type Played = keyof typeof EXTENSIONS

/** What is never shown as a picture: browsers do not know it, whatever its type says. */
const UNSHOWN = /^image\/(?:tiff?|heic|heif|x-.*raw|vnd\.adobe\.photoshop)$/i

/**
 * The address if media may be fetched from it, else `null` (R30): `http:`, `https:` and addresses without a scheme. No
 * `javascript:`, no `data:` (a page does not hold files), no `mailto:`, and nothing that no browser can read (`https://[x`).
 */
export function mediaUrl(raw: unknown): string | null {
  const url = safeUrl(raw)
  return url === null || /^(?:mailto|tel):/i.test(url) || !URL.canParse(url, ANY_PAGE) ? null : url
}

/** Where addresses without a scheme are read from, to see whether they can be. */
const ANY_PAGE = 'https://page.invalid/'

/** A full web address, such as one types or pastes: with scheme and host; `null` for anything else ('Invalid URL', product.md 5.8). */
export function webUrl(raw: unknown): URL | null {
  const url = mediaUrl(raw)
  if (url === null || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null
  const parsed = new URL(url)
  // `https://you@host` shows a name where one reads the host.
  return parsed.hostname === '' || parsed.username !== '' || parsed.password !== '' ? null : parsed
}

/** The last part of an address's path, without what is behind `?` and `#`. */
export function nameInUrl(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  const last = path.slice(path.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

const extensionOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

function typeOfExtension(name: string): Played | null {
  const extension = extensionOf(name)
  for (const type of ['video', 'audio', 'image'] as const)
    if (EXTENSIONS[type].includes(extension)) return type
  return null
}

const VIDEO_HOSTS = words('youtube.com youtu.be youtube-nocookie.com vimeo.com')
const AUDIO_HOSTS = words('soundcloud.com spotify.com')

/** Is it this host, or one under it? */
export const isHost = (hostname: string, host: string): boolean =>
  hostname === host || hostname.endsWith(`.${host}`)

/**
 * What an address that somebody wants to embed leads to: sites of videos and of sound are known by their host, everything
 * else by its extension; `data:` by the type it states (product.md 5.7). `null` when neither says anything.
 */
export function typeOfUrl(url: string): Played | null {
  const data = /^\s*data:(video|audio|image)\//i.exec(url)?.[1]
  if (data) return data.toLowerCase() as Played
  const hostname = webUrl(url)?.hostname.toLowerCase() ?? ''
  if (VIDEO_HOSTS.some((host) => isHost(hostname, host))) return 'video'
  if (AUDIO_HOSTS.some((host) => isHost(hostname, host))) return 'audio'
  return typeOfExtension(nameInUrl(url))
}

/** The kind of block that shows a file: by the prefix of its MIME type, else by its extension (product.md 5.7). */
export function kindOfFile(type: string, name: string): Exclude<MediaKind, 'mediaEmbed'> {
  if (UNSHOWN.test(type)) return 'file'
  const prefix = /^(image|video|audio)\//i.exec(type)?.[1]?.toLowerCase() as Played | undefined
  if (prefix) return prefix
  if (type !== '' && type !== 'application/octet-stream') return 'file'
  const guessed = typeOfExtension(name)
  return guessed === 'image' && /\.tiff$/i.test(name) ? 'file' : (guessed ?? 'file')
}

/** A size in words: B, KB, MB or GB with one decimal (product.md 9.12). */
export function fileSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB']
  let size = bytes
  let unit = 0
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return unit === 0 ? `${size} B` : `${size.toFixed(1)} ${units[unit]}`
}
