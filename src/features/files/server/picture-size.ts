/**
 * How many pixels a picture has, from its first bytes and without unpacking it; `null` when they do not say. For the
 * types `image/png`, `gif`, `bmp`, `webp`, `jpeg` and `avif`. Every reading moves forward, so it ends on any input.
 */
export function pixelsOf(type: string, bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return READERS[type]?.(view) ?? null
  } catch (error) {
    // The bytes end before what is looked for.
    if (error instanceof RangeError) return null
    throw error
  }
}

const READERS: Record<string, (view: DataView) => number | null> = {
  'image/png': (view) => view.getUint32(16) * view.getUint32(20),
  'image/gif': (view) => view.getUint16(6, true) * view.getUint16(8, true),
  'image/bmp': (view) => Math.abs(view.getInt32(18, true) * view.getInt32(22, true)),
  'image/webp': webpPixels,
  'image/jpeg': jpegPixels,
  'image/avif': avifPixels,
}

const nameAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))

function webpPixels(view: DataView): number | null {
  const kind = nameAt(view, 12)
  if (kind === 'VP8 ') return (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff)
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1)
  }
  if (kind !== 'VP8X') return null
  const side = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000 + 1
  return side(24) * side(27)
}

/** Goes from segment to segment to the one that begins the picture. */
function jpegPixels(view: DataView): number | null {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (isStartOfFrame(marker)) return view.getUint16(at + 5) * view.getUint16(at + 7)
    else {
      const length = view.getUint16(at + 2)
      if (length < 2) return null
      at += 2 + length
    }
  }
}

const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** The largest of the sizes that its parts state (`ispe`). */
function avifPixels(view: DataView): number | null {
  let most: number | null = null
  for (let at = 0; at + 16 <= view.byteLength; at += 1) {
    if (view.getUint8(at) !== 0x69 || nameAt(view, at) !== 'ispe') continue
    most = Math.max(most ?? 0, view.getUint32(at + 8) * view.getUint32(at + 12))
  }
  return most
}
