/** A picture that Word shows: of which type, and its size in pixels. */
export interface PictureSize {
  type: 'png' | 'jpg' | 'gif' | 'bmp'
  width: number
  height: number
}

/** The type and size of a picture by its first bytes; `null` for what Word does not show (WebP, AVIF, SVG) or is none. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const found = readSize(view)
    return found && found.width > 0 && found.height > 0 ? found : null
  } catch (error) {
    // The bytes end before what is looked for.
    if (error instanceof RangeError) return null
    throw error
  }
}

function readSize(view: DataView): PictureSize | null {
  if (view.getUint32(0) === 0x89504e47)
    return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) }
  if (view.getUint32(0) === 0x47494638)
    return { type: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (view.getUint16(0) === 0x424d)
    return { type: 'bmp', width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) }
  return view.getUint16(0) === 0xffd8 ? jpegSize(view) : null
}

/** Goes from segment to segment to the one that begins the picture. */
function jpegSize(view: DataView): PictureSize | null {
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { type: 'jpg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    // What fills up between segments.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return null
}
