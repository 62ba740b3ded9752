import { isHost, webUrl } from './media-url'

/** How somebody else's player is shown. */
export interface Embed {
  /** Who shows it, as its name is written. */
  provider: string
  /** The address of the frame; always https, always of a host in `EMBED_SOURCES`. */
  src: string
  /** Width by height; or a height that does not change with the width. */
  ratio?: number
  height?: number
  /** Where the range of widths is not that of all embeds (product.md 9.8). */
  widths?: { min: number; max: number }
}

interface Provider {
  name: string
  /** The hosts whose addresses it knows; those under them count too. */
  hosts: readonly string[]
  /** What the content security policy must allow as a frame. */
  frames: readonly string[]
  /** The frame of an address; `null` when this page of the host cannot be embedded. */
  frame(url: URL, parts: readonly string[]): Omit<Embed, 'provider'> | null
}

const VIDEO = 16 / 9
const ID = /^[\w-]{1,64}$/
const encode = encodeURIComponent

/** Seconds of `90`, `90s`, `1m30s`, `1h2m3s`. */
function seconds(time: string | null): number {
  const found = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(time ?? '')
  if (!found) return 0
  const [, hours = '0', minutes = '0', rest = '0'] = found
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
}

function youtube(url: URL, parts: readonly string[]): Omit<Embed, 'provider'> | null {
  const short = isHost(url.hostname, 'youtu.be')
  const list = url.searchParams.get('list')
  const named = ['shorts', 'live', 'embed', 'v'].includes(parts[0] ?? '') ? parts[1] : undefined
  const id = short ? parts[0] : (named ?? (parts[0] === 'watch' ? url.searchParams.get('v') : undefined))
  const base = 'https://www.youtube-nocookie.com/embed/'
  if (id && id !== 'videoseries' && ID.test(id)) {
    const start = seconds(url.searchParams.get('t') ?? url.searchParams.get('start'))
    const tall = parts[0] === 'shorts'
    return { src: `${base}${id}${start > 0 ? `?start=${start}` : ''}`, ratio: tall ? 9 / 16 : VIDEO }
  }
  const isList = parts[0] === 'playlist' || id === 'videoseries'
  return isList && list && ID.test(list) ? { src: `${base}videoseries?list=${list}`, ratio: VIDEO } : null
}

function vimeo(url: URL, parts: readonly string[]): Omit<Embed, 'provider'> | null {
  const at = parts.findIndex((part) => /^\d{4,12}$/.test(part))
  if (at < 0) return null
  const secret = url.searchParams.get('h') ?? parts[at + 1] ?? ''
  const hash = /^[0-9a-f]{6,20}$/i.test(secret) ? `&h=${secret}` : ''
  return { src: `https://player.vimeo.com/video/${parts[at]}?dnt=1${hash}`, ratio: VIDEO }
}

function spotify(_url: URL, given: readonly string[]): Omit<Embed, 'provider'> | null {
  const parts = given.filter((part) => part !== 'embed' && !/^intl-[a-z-]{2,8}$/i.test(part))
  const [type = '', id = ''] = parts
  if (!/^(?:track|album|playlist|artist|episode|show)$/.test(type) || !/^[A-Za-z0-9]{10,40}$/.test(id))
    return null
  const height = type === 'track' ? 152 : type === 'episode' || type === 'show' ? 232 : 352
  return { src: `https://open.spotify.com/embed/${type}/${id}`, height }
}

function maps(url: URL, parts: readonly string[]): Omit<Embed, 'provider'> | null {
  if (parts[0] !== 'maps' && !url.hostname.startsWith('maps.')) return null
  const ready = url.searchParams.get('pb')
  if (parts.includes('embed') && ready && ready.length < 2_000)
    return { src: `https://www.google.com/maps/embed?pb=${encode(ready)}`, ratio: 4 / 3 }
  const at = parts.findIndex((part) => part === 'place' || part === 'search')
  const place = at < 0 ? url.searchParams.get('q') : parts[at + 1]?.replaceAll('+', ' ')
  const point = /@(-?\d{1,3}\.\d+),(-?\d{1,3}\.\d+),(\d{1,2}(?:\.\d+)?)z/.exec(url.pathname)
  const wanted = place ? decodePart(place) : point ? `${point[1]},${point[2]}` : null
  if (!wanted) return null
  const zoom = point ? `&z=${Math.round(Number(point[3]))}` : ''
  return { src: `https://www.google.com/maps?q=${encode(wanted)}${zoom}&output=embed`, ratio: 4 / 3 }
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function googleDocs(_url: URL, parts: readonly string[]): Omit<Embed, 'provider'> | null {
  const [type = '', d, id = ''] = parts
  if (d !== 'd' || !ID.test(id) || !/^(?:document|spreadsheets|presentation|forms)$/.test(type)) return null
  if (type === 'presentation')
    return { src: `https://docs.google.com/presentation/d/${id}/embed`, ratio: VIDEO }
  return { src: `https://docs.google.com/${type}/d/${id}/preview`, ratio: 4 / 3 }
}

function post(_url: URL, parts: readonly string[]): Omit<Embed, 'provider'> | null {
  const at = parts.indexOf('status')
  const id = parts[at + 1] ?? ''
  if (at < 1 || !/^\d{5,25}$/.test(id)) return null
  return {
    src: `https://platform.twitter.com/embed/Tweet.html?id=${id}&dnt=true`,
    height: 480,
    widths: { min: 300, max: 550 },
  }
}

/** Whose players may be shown. Everything else is a link (R29, R31). */
const PROVIDERS: readonly Provider[] = [
  {
    name: 'YouTube',
    hosts: ['youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    frames: ['https://www.youtube-nocookie.com/embed/'],
    frame: youtube,
  },
  { name: 'Vimeo', hosts: ['vimeo.com'], frames: ['https://player.vimeo.com/video/'], frame: vimeo },
  {
    name: 'Spotify',
    hosts: ['open.spotify.com'],
    frames: ['https://open.spotify.com/embed/'],
    frame: spotify,
  },
  {
    name: 'SoundCloud',
    hosts: ['soundcloud.com'],
    frames: ['https://w.soundcloud.com/player/'],
    frame(url, parts) {
      if (url.hostname === 'w.soundcloud.com') {
        const track = webUrl(url.searchParams.get('url'))
        return track && isHost(track.hostname, 'soundcloud.com')
          ? { src: `https://w.soundcloud.com/player/?url=${encode(track.href)}`, height: 166 }
          : null
      }
      if (parts.length < 2) return null
      const isSet = parts[1] === 'sets'
      const clean = `https://soundcloud.com${url.pathname}`
      return { src: `https://w.soundcloud.com/player/?url=${encode(clean)}`, height: isSet ? 350 : 166 }
    },
  },
  {
    name: 'Figma',
    hosts: ['figma.com'],
    frames: ['https://www.figma.com/embed'],
    frame: (url, parts) =>
      /^(?:file|design|proto|board|slides|deck)$/.test(parts[0] ?? '') && ID.test(parts[1] ?? '')
        ? {
            src: `https://www.figma.com/embed?embed_host=sheaf&url=${encode(`https://www.figma.com${url.pathname}${url.search}`)}`,
            ratio: VIDEO,
          }
        : null,
  },
  {
    name: 'CodePen',
    hosts: ['codepen.io'],
    frames: ['https://codepen.io/'],
    frame: (_url, [user = '', type = '', id = '']) =>
      /^(?:pen|embed|details|full)$/.test(type) && ID.test(user) && ID.test(id)
        ? { src: `https://codepen.io/${user}/embed/${id}?default-tab=result`, height: 400 }
        : null,
  },
  {
    name: 'Loom',
    hosts: ['loom.com'],
    frames: ['https://www.loom.com/embed/'],
    frame: (_url, [type = '', id = '']) =>
      /^(?:share|embed)$/.test(type) && /^[0-9a-f]{20,40}$/i.test(id)
        ? { src: `https://www.loom.com/embed/${id}`, ratio: VIDEO }
        : null,
  },
  {
    name: 'Google Docs',
    hosts: ['docs.google.com'],
    frames: ['https://docs.google.com/'],
    frame: googleDocs,
  },
  {
    name: 'Google Drive',
    hosts: ['drive.google.com'],
    frames: ['https://drive.google.com/file/'],
    frame: (_url, [type, d, id = '']) =>
      type === 'file' && d === 'd' && ID.test(id)
        ? { src: `https://drive.google.com/file/d/${id}/preview`, ratio: 4 / 3 }
        : null,
  },
  {
    name: 'Google Maps',
    hosts: ['google.com'],
    frames: ['https://www.google.com/maps', 'https://www.google.com/maps/'],
    frame: maps,
  },
  {
    name: 'Miro',
    hosts: ['miro.com'],
    frames: ['https://miro.com/app/live-embed/'],
    frame: (_url, [app, type = '', id = '']) =>
      app === 'app' && /^(?:board|live-embed)$/.test(type) && /^[\w=-]{6,40}$/.test(id)
        ? { src: `https://miro.com/app/live-embed/${encode(id)}/`, ratio: 4 / 3 }
        : null,
  },
  {
    name: 'X',
    hosts: ['twitter.com', 'x.com'],
    frames: ['https://platform.twitter.com/embed/'],
    frame: post,
  },
]

/** What `frame-src` of the content security policy lists (R31). */
export const EMBED_SOURCES: readonly string[] = PROVIDERS.flatMap(({ frames }) => frames)

/** The names of those whose players can be shown, for people who wonder. */
export const EMBED_NAMES: readonly string[] = PROVIDERS.map(({ name }) => name)

/**
 * The frame that shows an address: of hosts in the list only, made anew from the parts that were understood, so that
 * nothing else of the address comes along. `null`: it cannot be embedded and is shown as a link.
 */
export function embedOf(address: unknown): Embed | null {
  const url = webUrl(address)
  if (url?.port !== '') return null
  const hostname = url.hostname.toLowerCase()
  const parts = url.pathname.split('/').filter((part) => part !== '')
  for (const { name, hosts, frame } of PROVIDERS) {
    if (!hosts.some((host) => isHost(hostname, host))) continue
    const found = frame(url, parts)
    if (found) return { provider: name, ...found }
  }
  return null
}

/** What a frame of somebody else may do: run its own scripts, go full screen, open its own site in a new tab. */
export const FRAME_SANDBOX =
  'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox allow-forms'
export const FRAME_ALLOW = 'fullscreen; picture-in-picture; encrypted-media; clipboard-write'
