import { PREVIEW_WIDTHS, STILL_WIDTH } from '@/blocks/media/previews'
import { HASH_SIDE, thumbhashOf } from '@/blocks/media/thumbhash'
import { readPicture } from '@/shared/read-picture'

/** A larger file, or one of more pixels, is not unpacked for this: it is shown as it is. */
const MOST_BYTES = 60 * 1024 * 1024
const MOST_PIXELS = 100_000_000
const TYPES = new Set(['image/png', 'image/jpeg', 'image/webp'])
/** Milliseconds that a film may take to show a still of itself. */
const PATIENCE = 15_000

export interface Preview {
  width: number
  bytes: Blob
}

/** What is drawn of a file before it is sent. */
export interface Previews {
  thumbhash: string
  previews: Preview[]
}

const NOTHING: Previews = { thumbhash: '', previews: [] }

/**
 * A picture in the smaller widths in which it is served, or a still of a film, and its hash. Nothing for what is neither, moves (a still would stand in
 * its place), is too large to be unpacked, or cannot be drawn by this browser: such a file is shown as it is.
 */
export async function makePreviews(file: File): Promise<Previews> {
  try {
    if (file.type.startsWith('video/')) return await stillOf(file)
    return file.type.startsWith('image/') ? await picturesOf(file) : NOTHING
  } catch {
    // The browser cannot draw it, which loses nothing: those who see the file are told when it cannot be shown.
    return NOTHING
  }
}

async function picturesOf(file: File): Promise<Previews> {
  if (file.size > MOST_BYTES) return NOTHING
  const facts = readPicture(new Uint8Array(await file.arrayBuffer()))
  if (!facts || facts.isAnimated || !TYPES.has(facts.type)) return NOTHING
  if (facts.width * facts.height > MOST_PIXELS) return NOTHING
  // As it is to be seen: turned as the camera noted it.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const hash = hashOf(picture, picture.width, picture.height)
    const previews: Preview[] = []
    let last: CanvasImageSource = picture
    for (const width of [...PREVIEW_WIDTHS].reverse()) {
      if (width >= picture.width) continue
      const height = Math.max(1, Math.round((picture.height * width) / picture.width))
      // Each from the one before: it is cheaper, and finer than one large step.
      const drawn = draw(last, width, height)
      last = drawn
      const bytes = await written(drawn, hash !== '')
      if (bytes && bytes.size < file.size) previews.push({ width, bytes })
    }
    return { thumbhash: hash, previews: previews.reverse() }
  } finally {
    picture.close()
  }
}

async function stillOf(file: File): Promise<Previews> {
  const url = URL.createObjectURL(file)
  const film = document.createElement('video')
  try {
    film.muted = true
    film.preload = 'auto'
    film.src = url
    await heard(film, 'loadeddata')
    const { videoWidth, videoHeight, duration } = film
    if (videoWidth === 0) return NOTHING
    // The first picture is often black.
    film.currentTime = Number.isFinite(duration) ? Math.min(1, duration / 10) : 0
    await heard(film, 'seeked')
    const width = Math.min(STILL_WIDTH, videoWidth)
    const drawn = draw(film, width, Math.max(1, Math.round((videoHeight * width) / videoWidth)))
    const bytes = await written(drawn, true)
    const previews = bytes && bytes.size < file.size ? [{ width: STILL_WIDTH, bytes }] : []
    return { thumbhash: hashOf(drawn, drawn.width, drawn.height), previews }
  } finally {
    film.removeAttribute('src')
    film.load()
    URL.revokeObjectURL(url)
  }
}

const heard = (film: HTMLVideoElement, type: string): Promise<void> =>
  new Promise((resolve, reject) => {
    film.addEventListener(type, () => resolve(), { once: true })
    film.addEventListener('error', () => reject(film.error), { once: true })
    setTimeout(() => reject(new Error('This film takes too long.')), PATIENCE)
  })

function draw(source: CanvasImageSource, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, 0, 0, width, height)
  return canvas
}

function hashOf(source: CanvasImageSource, width: number, height: number): string {
  const scale = Math.min(1, HASH_SIDE / Math.max(width, height))
  const small = draw(source, Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
  const { data } = small.getContext('2d')!.getImageData(0, 0, small.width, small.height)
  return thumbhashOf(small.width, small.height, data)
}

/** As WebP; where the browser writes none, as JPEG, or as PNG when something of it is transparent. */
async function written(canvas: HTMLCanvasElement, isOpaque: boolean): Promise<Blob | null> {
  const as = (type: string, quality?: number) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  const webp = await as('image/webp', 0.8)
  if (webp?.type === 'image/webp') return webp
  return isOpaque ? as('image/jpeg', 0.8) : webp
}
