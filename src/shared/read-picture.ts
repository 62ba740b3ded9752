export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'

/** What the bytes of a picture say of it, before it is unpacked. */
export interface PictureFacts {
  type: PictureType
  width: number
  height: number
  isAnimated: boolean
  /** The parts without which it cannot be drawn, in order: the picture without what a camera or a program has noted in it. */
  parts: readonly Uint8Array[]
}

/** Reads PNG, JPEG, WebP and GIF; null for anything else, and for bytes that end too early. Every reading moves forward. */
export function readPicture(bytes: Uint8Array): PictureFacts | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (view.getUint32(0) === 0x89504e47) return readPng(bytes, view)
    if (view.getUint16(0) === 0xffd8) return readJpeg(bytes, view)
    if (nameAt(view, 0) === 'RIFF' && nameAt(view, 8) === 'WEBP') return readWebp(bytes, view)
    if (nameAt(view, 0) === 'GIF8') return readGif(bytes, view)
    return null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const nameAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))

/** A part that has to be there whole; a RangeError where the bytes end before it does. */
function whole(bytes: Uint8Array, from: number, to: number): Uint8Array {
  if (to > bytes.length) throw new RangeError('The picture ends too early')
  return bytes.subarray(from, to)
}

interface Size {
  width: number
  height: number
}

/** Whatever part says how large it is: a reader may believe any of them. */
const larger = (size: Size | null, { width, height }: Size): Size => ({
  width: Math.max(size?.width ?? 0, width),
  height: Math.max(size?.height ?? 0, height),
})

const PNG_PARTS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

function readPng(bytes: Uint8Array, view: DataView): PictureFacts | null {
  if (nameAt(view, 12) !== 'IHDR') return null
  const parts = [whole(bytes, 0, 8)]
  let size: Size | null = null
  let isAnimated = false
  for (let at = 8; ; ) {
    const end = at + 12 + view.getUint32(at)
    const name = nameAt(view, at + 4)
    if (name === 'IHDR')
      size = larger(size, { width: view.getUint32(at + 8), height: view.getUint32(at + 12) })
    if (name === 'acTL') isAnimated = true
    if (PNG_PARTS.has(name)) parts.push(whole(bytes, at, end))
    at = end
    if (name === 'IEND') break
  }
  return size && { type: 'image/png', ...size, isAnimated, parts }
}

/** Of the parts between the names a JPEG needs all but notes: APP0 and APP14 say how its colors are meant. */
const isJpegNote = (marker: number): boolean =>
  marker === 0xfe || (marker >= 0xe1 && marker <= 0xef && marker !== 0xee)

const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function readJpeg(bytes: Uint8Array, view: DataView): PictureFacts | null {
  const parts = [whole(bytes, 0, 2)]
  let size: Size | null = null
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) {
      parts.push(whole(bytes, at, at + 2))
      return size && { type: 'image/jpeg', ...size, isAnimated: false, parts }
    }
    const length = view.getUint16(at + 2)
    if (length < 2) return null
    if (isStartOfFrame(marker))
      size = larger(size, { height: view.getUint16(at + 5), width: view.getUint16(at + 7) })
    const from = at
    at += 2 + length
    // Behind the start of a scan comes what is drawn, up to the next name that is no pause in it.
    if (marker === 0xda) while (!isNextMarker(view, at)) at += 1
    if (!isJpegNote(marker)) parts.push(whole(bytes, from, at))
  }
}

function isNextMarker(view: DataView, at: number): boolean {
  if (view.getUint8(at) !== 0xff) return false
  const next = view.getUint8(at + 1)
  return next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)
}

/** In the flags of `VP8X`: what is kept, which is whether there is transparency. */
const HAS_ALPHA = 0x10

function readWebp(bytes: Uint8Array, view: DataView): PictureFacts | null {
  const kept: Uint8Array[] = []
  let size: Size | null = null
  let isAnimated = false
  const end = Math.min(bytes.length, 8 + view.getUint32(4, true))
  for (let at = 12; at + 8 <= end; ) {
    const name = nameAt(view, at)
    const body = at + 8
    const length = view.getUint32(at + 4, true)
    const part = whole(bytes, at, body + length + (length % 2))
    if (name === 'VP8X') {
      const side = (from: number) => view.getUint16(from, true) + view.getUint8(from + 2) * 0x10000 + 1
      size = larger(size, { width: side(body + 4), height: side(body + 7) })
      const plain = new Uint8Array(part)
      plain[8] = (plain[8] ?? 0) & HAS_ALPHA
      kept.push(plain)
    } else if (name === 'VP8 ' || name === 'VP8L') {
      // With VP8X before it no reader shows a picture of another size.
      size ??= name === 'VP8 ' ? lossySize(view, body) : losslessSize(view, body)
      kept.push(part)
    } else if (name === 'ALPH') kept.push(part)
    else if (name === 'ANIM' || name === 'ANMF') isAnimated = true
    at = body + length + (length % 2)
  }
  if (!size) return null
  const head = new Uint8Array(bytes.subarray(0, 12))
  const length = kept.reduce((sum, part) => sum + part.length, 4)
  new DataView(head.buffer).setUint32(4, length, true)
  return { type: 'image/webp', ...size, isAnimated, parts: [head, ...kept] }
}

const lossySize = (view: DataView, body: number) => ({
  width: view.getUint16(body + 6, true) & 0x3fff,
  height: view.getUint16(body + 8, true) & 0x3fff,
})

function losslessSize(view: DataView, body: number) {
  const bits = view.getUint32(body + 1, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function readGif(bytes: Uint8Array, view: DataView): PictureFacts {
  const colors = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let pictures = 0
  let at = 13 + colors(view.getUint8(10))
  const skipBlocks = () => {
    for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += 1 + length
    at += 1
  }
  for (let kind = view.getUint8(at); kind !== 0x3b && pictures < 2; kind = view.getUint8(at)) {
    if (kind === 0x2c) {
      pictures += 1
      at += 11 + colors(view.getUint8(at + 9))
    } else at += 2
    skipBlocks()
  }
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  return { type: 'image/gif', ...size, isAnimated: pictures > 1, parts: [bytes] }
}
