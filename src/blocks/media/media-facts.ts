/** How pictures or sound of a file are encoded. */
export interface MediaCodec {
  /** What it is called, such as "H.264". */
  name: string
  /** As a MIME type's `codecs` says it, such as "avc1.64001f"; null when it has no such word. */
  parameter: string | null
}

/** What the server tells of a film or a sound. */
export interface MediaFacts {
  /** Seconds; null when that cannot be told. */
  duration: number | null
  /** Pixels of the film, as it is to be seen. */
  width: number | null
  height: number | null
  video: MediaCodec | null
  audio: MediaCodec | null
  /** How loud it is in equal parts, one byte each, in base64; null for sound that the server cannot decode. */
  peaks: string | null
}

/** Parts of a sound whose loudness is kept. */
export const PEAKS = 200

const OURS = /^\/api\/files\/([0-9a-z]{20})\/[^?#]+$/

/** Where the server tells of a file of ours; null for any other address. */
export function mediaFactsUrl(url: string): string | null {
  const id = OURS.exec(url)?.[1]
  return id === undefined ? null : `/api/files/${id}/media/facts`
}

/** How loud each part is, 0 to 1. */
export const peaksIn = (kept: string): number[] =>
  Array.from(atob(kept).slice(0, PEAKS), (byte) => byte.charCodeAt(0) / 255)

/** What encodings are called, by their short names in files; `isEverywhere`: all browsers play it. */
const CODECS: readonly { name: string; short: string; isEverywhere?: true }[] = [
  { name: 'H.264', short: 'avc' },
  { name: 'H.265 (HEVC)', short: 'hevc' },
  { name: 'VP8', short: 'vp8' },
  { name: 'VP9', short: 'vp9' },
  { name: 'AV1', short: 'av1' },
  { name: 'Apple ProRes', short: 'apch apcn apcs apco ap4h ap4x' },
  { name: 'MPEG-4 Visual', short: 'mp4v' },
  { name: 'Motion JPEG', short: 'jpeg mjpa mjpb' },
  { name: 'Dolby Vision', short: 'dvh1 dvhe' },
  { name: 'AAC', short: 'aac' },
  { name: 'Opus', short: 'opus' },
  { name: 'MP3', short: 'mp3', isEverywhere: true },
  { name: 'PCM', short: 'ulaw alaw', isEverywhere: true },
  { name: 'Vorbis', short: 'vorbis', isEverywhere: true },
  { name: 'FLAC', short: 'flac', isEverywhere: true },
  { name: 'Dolby Digital (AC-3)', short: 'ac3 ac-3' },
  { name: 'Dolby Digital Plus (E-AC-3)', short: 'eac3 ec-3' },
  { name: 'Apple Lossless (ALAC)', short: 'alac' },
]

/** What an encoding is called by its short name in files; null for one that is no word. */
export function codecName(short: string): string | null {
  const word = short.trim().toLowerCase()
  if (word.startsWith('pcm-')) return 'PCM'
  const known = CODECS.find((codec) => codec.short.split(' ').includes(word))
  return known?.name ?? (/^[\w./-]{2,40}$/.test(word) ? short.trim() : null)
}

/** Do all browsers play it, whatever they answer when they are asked? */
export const isPlayedEverywhere = ({ name }: MediaCodec): boolean =>
  CODECS.some((codec) => codec.name === name && codec.isEverywhere === true)
