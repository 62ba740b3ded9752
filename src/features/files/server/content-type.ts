import { fileTypeFromBuffer } from 'file-type'
import { pixelsOf } from './picture-size'

/** So much of a file's start is looked at. A photograph's size stands behind what its camera has written about it. */
export const SAMPLE = 512 * 1024

/** Bytes of which nothing is known that could be shown. */
const UNKNOWN = 'application/octet-stream'

/** A picture that is never shown: another name for its bytes, which no ending makes a picture again. */
const HUGE_PICTURE = 'application/x-huge-picture'

/** What the ending adds to what is certainly text; nothing a browser would run or style a page with. */
const TEXT_BY_ENDING: Record<string, string> = {
  csv: 'text/csv',
  ics: 'text/calendar',
  json: 'application/json',
  md: 'text/markdown',
  tsv: 'text/tab-separated-values',
  vtt: 'text/vtt',
}

const TEXTS = new Set(Object.values(TEXT_BY_ENDING))

/** Names for the same thing that browsers know less well. */
const COMMON: Record<string, string> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/x-flac': 'audio/flac',
  'audio/vnd.wave': 'audio/wav',
  'image/apng': 'image/png',
  'video/x-m4v': 'video/mp4',
}

/** Without what follows the type, such as `; codecs=opus`. */
function commonName(mime: string): string {
  const type = mime.split(';')[0]!.trim()
  return COMMON[type] ?? type
}

/**
 * The MIME type of a file, from its first bytes (R32, rulings 6): what it is called and what the sender says of it mean
 * nothing, except which kind of text a text is.
 */
export async function typeOfContent(sample: Uint8Array, name: string): Promise<string> {
  const found = await fileTypeFromBuffer(sample).catch(() => undefined)
  if (found && found.mime !== 'application/xml') {
    const type = commonName(found.mime)
    return isTooManyPixels(type, sample) ? HUGE_PICTURE : type
  }
  // Its title and cover can be longer than what is looked at.
  if (startsWith(sample, 'ID3')) return 'audio/mpeg'
  const text = textOf(sample)
  if (text === null) return UNKNOWN
  if (isDrawing(text)) return 'image/svg+xml'
  return TEXT_BY_ENDING[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'text/plain'
}

/** What may stand before a drawing begins, by how it begins and ends. */
const PROLOGUE: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!doctype svg', '>'],
]

/** Is the first element of the text `<svg>`? Every step goes forward over the text once, whatever it holds (R34). */
function isDrawing(text: string): boolean {
  const notSpace = /\S/g
  for (let at = 0; ; ) {
    notSpace.lastIndex = at
    const start = notSpace.exec(text)?.index
    if (start === undefined) return false
    const begins = (word: string) => text.slice(start, start + word.length).toLowerCase() === word
    if (begins('<svg')) return /[\s>]/.test(text.charAt(start + 4))
    const passed = PROLOGUE.find(([word]) => begins(word))
    if (!passed) return false
    const [word, end] = passed
    const endsAt = text.indexOf(end, start + word.length)
    if (endsAt < 0) return false
    at = endsAt + end.length
  }
}

const startsWith = (bytes: Uint8Array, word: string): boolean =>
  [...word].every((letter, index) => bytes[index] === letter.charCodeAt(0))

/** The sample as text; `null` when it is none. Its last character may be cut. */
function textOf(sample: Uint8Array): string | null {
  if (sample.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
  } catch {
    return null
  }
}

/** Pictures that a browser shows without running anything. */
const RASTER = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
])

/** More than a browser should be given to unpack: 100 million pixels take 400 MB (R32). */
const MOST_PIXELS = 100_000_000

/**
 * Does a browser unpack this picture to something too large for it, or can that not be told from its start? It is never
 * unpacked here (R32): one like that is kept as bytes, to be stored on one's own machine.
 */
function isTooManyPixels(type: string, sample: Uint8Array): boolean {
  if (!RASTER.has(type) || type === 'image/x-icon') return false
  const pixels = pixelsOf(type, sample)
  return pixels === null || pixels > MOST_PIXELS
}

/** What a page shows in these places; anything else is no use to them, and a browser might show it all the same. */
const SHOWN_AS: Readonly<Record<string, RegExp>> = {
  image: /^image\//,
  audio: /^(?:audio|video)\/|^application\/ogg$/,
  video: /^(?:audio|video)\/|^application\/ogg$/,
}

/** What a request says of the place that it asks for. */
interface Asked {
  /** `Sec-Fetch-Dest` */
  dest: string | undefined
  accept: string | undefined
}

/**
 * May a file of this (stored) type be given to the place in a page that asks for it (R32)? Browsers show what they find to
 * be a picture, whatever it is called and however it is handed out, so one that is too large is given for storing only.
 * Browsers leave `dest` out on unencrypted connections, where what they accept tells pictures from the rest.
 */
export function mayBeGivenTo(type: string, { dest, accept }: Asked): boolean {
  const place = dest ?? (accept?.trimStart().startsWith('image/') ? 'image' : undefined)
  if (type === HUGE_PICTURE) return place === undefined || place === 'document' || place === 'empty'
  const shown = place === undefined || !Object.hasOwn(SHOWN_AS, place) ? undefined : SHOWN_AS[place]
  return shown?.test(type) ?? true
}

/** Is it to be asked for each time? A copy that was stored once would else be shown without asking. */
export const isNeverCached = (type: string): boolean => type === HUGE_PICTURE

/** How a file is handed out. */
export interface Handling {
  /** The `content-type`. */
  type: string
  /** May the browser show it by itself? Anything else is for storing on one's own machine. */
  isShown: boolean
  /** The `content-security-policy` of the answer. */
  policy: string
}

/** Nothing in a file can run, load or reach the application, even when it is opened by itself. */
const SEALED =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'"
/** The browser's own player asks for the film again, as the page that it is: without an origin it would get nothing. */
const SHOWN = SEALED.replace('sandbox', 'sandbox allow-same-origin allow-downloads')
/** A browser's own PDF viewer does not start in a sandbox; it runs apart from this origin. */
const PDF = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** How a file of this (stored) type is handed out: never as something that a browser would run (R32). */
export function handlingOf(type: string): Handling {
  if (RASTER.has(type) || /^(audio|video)\/[\w.+-]+$/.test(type))
    return { type, isShown: true, policy: SHOWN }
  if (type === 'application/pdf') return { type, isShown: true, policy: PDF }
  // Drawn in a page a picture like this runs nothing; opened by itself it would, so it is stored instead.
  if (type === 'image/svg+xml') return { type, isShown: false, policy: SEALED }
  if (type === 'text/plain' || TEXTS.has(type))
    return { type: `${type}; charset=utf-8`, isShown: false, policy: SEALED }
  return { type: UNKNOWN, isShown: false, policy: SEALED }
}
