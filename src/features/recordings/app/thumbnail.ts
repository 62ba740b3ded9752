import { FIRST_FRAME } from './capture'

/** Pixels across. */
const WIDTH = 320

/** A small picture of what is drawn, as a `data:` address. */
export function thumbnailOf(source: CanvasImageSource, width: number, height: number): string | null {
  if (width === 0 || height === 0) return null
  const canvas = document.createElement('canvas')
  const scale = Math.min(1, WIDTH / width)
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d')!.drawImage(source, 0, 0, canvas.width, canvas.height)
  for (const quality of [0.7, 0.4]) {
    const address = canvas.toDataURL('image/jpeg', quality)
    if (address.length <= 48_000) return address
  }
  return null
}

/** Milliseconds until a small picture of a recording is taken: what comes first is often black. */
const SETTLED = 1_000

/** A small picture of what a stream shows a second from now; null when it shows nothing. */
export async function thumbnailOfStream(stream: MediaStream): Promise<string | null> {
  const film = document.createElement('video')
  film.muted = true
  film.srcObject = stream
  try {
    await Promise.race([film.play(), waited(FIRST_FRAME)])
    await waited(SETTLED)
    return thumbnailOf(film, film.videoWidth, film.videoHeight)
  } catch {
    return null
  } finally {
    film.srcObject = null
  }
}

const waited = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
